/**
 * The stem that an ending is added to: the whole name, or without its last letter, which the case ending replaces.
 */
export type Stem = 'whole' | 'a' | 'ia' | 'ka' | 'σ' | 'o' | 'e' | 'я' | 'ь'

/**
 * Endings of names in the languages of the Latin script, folded; - means no ending. Sources: the case tables of each
 * language's grammar; only endings of singular foreign names.
 */
const latin: Record<string, Partial<Record<Stem, string>>> = {
  en: { whole: 's' },
  de: { whole: 's' },
  nl: { whole: 's' },
  sv: { whole: 's' },
  da: { whole: 's' },
  nb: { whole: 's' },
  id: { whole: 'nya' },
  fi: {
    whole: `n in an en on un yn iin hin hun hon han a ia ta ssa issa sta ista lla illa lta ilta lle ille na ina ksi iksi`,
  },
  hu: {
    whole: `t ot et at ban ben ba be bol n on en ra re rol nal nel tol hoz hez nak nek val vel kent ig ert k ok ek ak
      os es as i`,
  },
  tr: {
    whole: `da de ta te dan den tan ten nin nun in un ya ye yi yu a e i u la le yla yle lar ler daki deki taki teki
      ninki inki lari leri lara lere`,
  },
  pl: {
    whole: 'a u owi em iem ie y i om ow ami ach',
    a: 'y i e ie o ami ach om',
    ia: '- e o',
    ka: 'ce',
    o: 'a u em owi',
    e: 'u em owi a',
  },
  cs: {
    whole: 'u e em ovi a y i um ech ich ami',
    a: 'y e u o ou ami ach am',
    o: 'a u em ovi',
    e: 'u em ovi',
  },
  ro: { whole: 'ul ului uri urile ei', a: 'ei ele', e: 'ului' },
}

/** The same for scripts whose languages share their endings. */
const others: Partial<Record<Stem, RegExp>>[] = [
  {
    whole: /^(?:а|у|ю|ом|ем|ев|ов|е|ы|и|і|ам|ами|ах|ові|еві|ой|ою|я)$/,
    a: /^(?:ы|и|і|е|у|ой|ою|ам|ами|ах)$/,
    ka: /^(?:ці|це)$/,
    я: /^(?:и|і|ї|е|ю|ей|ею|єю|ям|ями|ях)$/,
    ь: /^(?:я|ю|ем|е|и|і)$/,
    o: /^(?:а|у|е|ом|і)$/,
  },
  { whole: /^[συν]$/, a: /^(?:ασ|ων|εσ)$/, o: /^(?:ου|α|ων)$/, σ: /^(?:-|υ)$/ },
]

const latinEndings = new Map<Stem, Map<string, string[]>>()
for (const [language, stems] of Object.entries(latin))
  for (const [stem, endings] of Object.entries(stems) as [Stem, string][]) {
    const known = latinEndings.get(stem) ?? new Map<string, string[]>()
    latinEndings.set(stem, known)
    for (const ending of endings.split(/\s+/)) known.set(ending, [...(known.get(ending) ?? []), language])
  }

const none: string[] = []

/** Slackissakin: Finnish clitics after the case ending. */
const clitic = /(?<=..)(?:kin|kaan|han|ko|pa)$/

/** The languages of the Latin script in which a name with this stem can have this ending. */
export function languagesOfEnding(stem: Stem, last: string, ending: string): string[] {
  const known = latinEndings.get(stem)
  const languages = known?.get(ending || '-') ?? known?.get(ending.replace(clitic, '') || '-') ?? none
  // As in "A Slackkel": the v of -val and -vel assimilates to the last consonant.
  const isAssimilated = stem === 'whole' && ending[0] === last && /^[^aeiou][ae]l$/.test(ending)
  return isAssimilated ? [...languages, 'hu'] : languages
}

/** Whether a Cyrillic or Greek name can have this ending. */
export function isEnding(stem: Stem, ending: string): boolean {
  return others.some((each) => each[stem]?.test(ending || '-'))
}

const particle =
  '(?:에서|에게|에|은|는|이|가|을|를|의|으로|로|와|과|도|만|까지|부터|보다|처럼|이라는|라는|이나|나|이란|란|입니다|이다|인|이며|며|이고|고|이랑|랑|께서|한테|조차|마저|뿐|라고|이라고|라면|이라면|이지만|지만|예요|이에요|였습니다|이었습니다|들)'
const particles = new RegExp(`^${particle}{1,3}$`)

/** Whether an ending consists of Korean particles. */
export function areParticles(ending: string): boolean {
  return particles.test(ending)
}

/** The stems of a folded name, each with the number of letters that are cut off. */
export function listStems(name: string): { stem: Stem; cut: number }[] {
  const whole = { stem: 'whole', cut: 0 } as const
  const stem = stems[name.at(-1) ?? '']
  if (!stem || name.length < 4) return [whole]
  const soft = /[kк][aа]$/.test(name) ? [{ stem: 'ka', cut: 2 } as const] : []
  const bare = name.endsWith('ia') ? [{ stem: 'ia', cut: 1 } as const] : []
  return [whole, { stem, cut: 1 }, ...soft, ...bare]
}

const stems: Record<string, Stem> = {
  a: 'a',
  o: 'o',
  e: 'e',
  а: 'a',
  о: 'o',
  я: 'я',
  ь: 'ь',
  й: 'ь',
  ο: 'o',
  α: 'a',
  σ: 'σ',
}
