const units: [words: string, value: number][] = [
  ['zero null zéro cero', 0],
  ['one eins', 1],
  ['two zwei deux dos', 2],
  ['three drei trois tres', 3],
  ['four vier quatre cuatro', 4],
  ['five fünf cinq cinco', 5],
  ['six sechs seis', 6],
  ['seven sieben sept siete', 7],
  ['eight acht huit ocho', 8],
  ['nine neun neuf nueve', 9],
  ['ten zehn dix diez', 10],
  ['eleven elf onze once', 11],
  ['twelve zwölf douze doce dozen dutzend', 12],
  ['thirteen dreizehn treize trece', 13],
  ['fourteen vierzehn quatorze catorce', 14],
  ['fifteen fünfzehn quinze quince', 15],
  ['sixteen sechzehn seize dieciséis', 16],
  ['seventeen siebzehn dix-sept diecisiete', 17],
  ['eighteen achtzehn dix-huit dieciocho', 18],
  ['nineteen neunzehn dix-neuf diecinueve', 19],
  ['twenty zwanzig vingt veinte', 20],
  ['thirty dreißig trente treinta', 30],
  ['forty vierzig quarante cuarenta', 40],
  ['fifty fünfzig cinquante cincuenta', 50],
  ['sixty sechzig soixante sesenta', 60],
  ['seventy siebzig soixante-dix setenta', 70],
  ['eighty achtzig quatre-vingts quatre-vingt ochenta', 80],
  ['ninety neunzig quatre-vingt-dix noventa', 90],
]
const multipliers: [words: string, value: number][] = [
  ['hundred hundert cent cents cien ciento cientos', 100],
  ['thousand tausend mille mil miles', 1_000],
  ['million millions million millionen millón millones', 1_000_000],
  ['billion billions milliarde milliarden milliard milliards', 1_000_000_000],
]

const numberOf = new Map(
  units.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
)
const multiplierOf = new Map(
  multipliers.flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
)
const german = units.map(
  ([words, value]) => [value === 1 ? 'ein' : (words.split(' ')[1] ?? ''), value] as const,
)
// Fünfundzwanzig. Only German words are combined: a pattern of all of them would take 50 ms to compile.
for (const [tens, ten] of german.filter(([, value]) => value >= 20))
  for (const [unit, one] of german.filter(([, value]) => value > 0 && value < 10))
    numberOf.set(`${unit}und${tens}`, ten + one)
// Fünftausend and zwölfhundert.
for (const [word, value] of german.filter(([, value]) => value > 0))
  for (const [multiplier, factor] of [['hundert', 100] as const, ['tausend', 1_000] as const])
    numberOf.set(`${word}${multiplier}`, value * factor)

const isKnown = (word: string) => numberOf.has(word) || multiplierOf.has(word)
/** Without "soixante-dix": "soixante" and "dix" are words too, and two ways to read each pair take exponential time. */
const known = [...numberOf.keys(), ...multiplierOf.keys()]
  .filter((word) => !word.includes('-') || !word.split('-').every(isKnown))
  .sort((one, other) => other.length - one.length)
  .map(RegExp.escape)
  .join('|')
/** Pattern source for consecutive number words: "twenty-four", "two thousand". */
export const numberWords = `(?:${known})(?:(?: and |[ -])(?:${known}))*`
const phrase = new RegExp(
  `(?<![\\p{L}\\p{N}]|(?:pour|por|per) )(?:(?:a |\\d[\\d.,]* )?${numberWords})(?![\\p{L}\\p{N}])`,
  'giu',
)

/** Writes number words as digits: "forty-five percent" becomes "45 percent". English, German, French and Spanish. */
export function withDigits(text: string): string {
  const readable = text.replace(halfOf, (_, multiplier: string) => String((read(multiplier) ?? 0) / 2))
  return readable.replace(phrase, (words) => {
    const value = read(words)
    return value === null ? words : String(value)
  })
}

/** "Half a billion". */
const halfOf =
  /(?<!\p{L})(?:half an? |(?:eine )?halbe |(?:un )?demi-|medio )(thousand|million|billion|milliarde|milliard|millón)(?!\p{L})/giu

function read(words: string): number | null {
  let total = 0
  let open = 0
  const parts = numberOf.has(words.toLowerCase()) ? [words] : words.split(/ and |[ -]/i)
  for (const part of parts.map((each) => each.toLowerCase())) {
    const multiplier = multiplierOf.get(part)
    const value = /^\d/.test(part) ? Number(part.replaceAll(',', '')) : numberOf.get(part)
    if (multiplier !== undefined && multiplier > 100) {
      total += Math.max(1, open) * multiplier
      open = 0
    } else if (multiplier !== undefined) open = Math.max(1, open) * multiplier
    else if (value !== undefined && !Number.isNaN(value)) open += value
    else if (part !== 'a') return null
  }
  return total + open
}
