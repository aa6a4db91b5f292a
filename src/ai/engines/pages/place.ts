/** Where, and on which device, a page is asked for. */
export type Place = {
  /** An ISO 3166-1 code, such as US. */
  country: string
  /** A city or region in that country, as the provider spells it; null for the whole country. */
  location: string | null
  device: (typeof devices)[number]
}

export const devices = ['desktop', 'mobile'] as const

export const standardPlace: Place = { country: 'US', location: null, device: 'desktop' }

/** Countries and their ISO 3166-1 numbers. Google's codes of countries are these numbers plus 2000. */
export const countries = {
  AR: 32,
  AT: 40,
  AU: 36,
  BE: 56,
  BG: 100,
  BR: 76,
  CA: 124,
  CH: 756,
  CL: 152,
  CO: 170,
  CZ: 203,
  DE: 276,
  DK: 208,
  EE: 233,
  EG: 818,
  ES: 724,
  FI: 246,
  FR: 250,
  GB: 826,
  GR: 300,
  HK: 344,
  HR: 191,
  HU: 348,
  ID: 360,
  IE: 372,
  IL: 376,
  IN: 356,
  IT: 380,
  JP: 392,
  KE: 404,
  KR: 410,
  LT: 440,
  LV: 428,
  MX: 484,
  MY: 458,
  NG: 566,
  NL: 528,
  NO: 578,
  NZ: 554,
  PE: 604,
  PH: 608,
  PK: 586,
  PL: 616,
  PT: 620,
  RO: 642,
  SA: 682,
  SE: 752,
  SG: 702,
  SI: 705,
  SK: 703,
  TH: 764,
  TR: 792,
  TW: 158,
  UA: 804,
  US: 840,
  VN: 704,
  ZA: 710,
} as const
export type Country = keyof typeof countries

export const isCountry = (code: string): code is Country => Object.hasOwn(countries, code)

/** Google's code of a country. */
export function locationCodeOf(country: string): number {
  return 2000 + countries[isCountry(country) ? country : 'US']
}
