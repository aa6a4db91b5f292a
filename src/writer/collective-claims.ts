import { stemsOf } from '../text/stems.ts'
import { brandSign } from './brand-sign.ts'
import { loadedWordsIn } from './loaded-words.ts'

/**
 * The companies that a sentence is about without naming them: other tools in general ("no other tool"), those that its
 * section has named ("both", "none of them"), or the remaining ones ("the rest") where a section compares some.
 */
export type Collective = 'others' | 'listed' | 'remaining'

const tool =
  '(?:tools?|competitors?|rivals?|vendors?|providers?|products?|services?|platforms?|apps?|generators?|software|companies|makers?|werkzeuge?n?|anbietern?|produkte?n?|dienste?n?|systeme?n?|plattform(?:en)?|outils?|logiciels?|produits?|services?|fournisseurs?|plateformes?|herramientas?|productos?|servicios?|proveedor(?:es)?|plataformas?)'
const adjectives = String.raw`(?:[\p{L}-]+\s){0,2}?`

/** Phrases for other companies, at the start of any clause. */
const others = [
  String.raw`(?:(?:no|any|every|all|most|many|few|several|the)\s)?other\s${adjectives}${tool}`,
  String.raw`(?:(?:all|every|each|most|many|some|no|our|the|its|unlike)\s){0,2}(?:competitors?|rivals?|competing\s${tool})`,
  `(?:none|all|each|most|many|some|few) of (?:the|our|its) (?:${adjectives}${tool}|others|rest)`,
  '(?:the|our|its) competition',
  '(?:nobody|no ?one|everyone|everybody) else',
  `no ${adjectives}${tool} (?:but|except|besides|other than|apart from)`,
  String.raw`(?:kein|jede|alle|andere|sämtliche|die meisten)\p{L}*\s(?:ander\p{L}+\s)?${adjectives}(?:konkurrent\p{L}*|mitbewerber\p{L}*|wettbewerber\p{L}*)`,
  String.raw`(?:(?:kein|jede|alle|sämtliche|die)\p{L}*\s)?ander(?:e[nrms]?)\s${adjectives}${tool}`,
  'die konkurrenz|der wettbewerb|(?:mitbewerber|wettbewerber|konkurrenten)|niemand sonst',
  String.raw`(?:aucun(?:e)?|tou(?:s|te|tes) les|les|d['’])\s?autres?\s${adjectives}${tool}|(?:(?:tous )?(?:les|nos|ses) |la )concurren(?:ce|ts)|personne d['’]autre`,
  String.raw`(?:(?:ningún|ninguna|tod[oa]s l[oa]s|l[oa]s)\s)?otr[oa]s?\s${adjectives}${tool}|(?:(?:tod[oa]s )?(?:l[oa]s|nuestr[oa]s|sus) )competidor[ea]s|la competencia|nadie más`,
]
const remaining = [
  String.raw`(?:all )?the others?(?!\s(?:hand|side|way|day|half|one)(?!\p{L}))(?!\s\p{L}+s?\s(?:in|of)\sthe)`,
  String.raw`the rest(?!\s(?:of|is|stays|follows|remains|will|takes|can|works)(?!\p{L}))`,
  String.raw`(?:alle|die) (?:anderen|übrigen)(?!\s\p{Lu})|der rest`,
  String.raw`(?:tous )?les autres|le reste(?!\s(?:d|est))`,
  String.raw`(?:tod[oa]s )?l[oa]s (?:demás|otr[oa]s)|el resto(?!\s(?:de|es))`,
]
const listed = [
  '(?:all|none|neither|most|each|both|some|any|either|two|three) of (?:them|these|those)',
  String.raw`both(?!\s(?:of|sides|ways)(?!\p{L}))|neither(?!\s(?:of|side|way)(?!\p{L}))|all (?:two|three|four|five|six)(?!\s\p{L}+s(?!\p{L}))`,
  String.raw`(?:alle|keine[rs]?|beide|die meisten) (?:von )?(?:ihnen|denen|davon)|beide(?!\s\p{Lu})|alle (?:zwei|drei|vier|fünf)(?!\s\p{Lu})`,
  String.raw`(?:aucun|aucune|chacun|chacune|tous|toutes|la plupart) d['’](?:eux|elles|entre eux)|(?:tous|toutes) les (?:deux|trois)|les deux(?!\s\p{L})`,
  '(?:ningun[oa]|cada un[oa]|tod[oa]s|la mayoría) de (?:ell[oa]s|est[oa]s)|amb[oa]s',
]

const clauseStart = String.raw`(?:^\P{L}*(?:[\p{L}-]+,\s)?|[.,;:(]\s|\s-\s|(?<!\p{L})(?:and|but|while|whereas|because|although|though|unlike|than|beats?|outperforms?|(?:compared|in contrast) (?:to|with)|und|aber|während|weil|als|anders als|im gegensatz zu[rm]?|et|mais|tandis que|contrairement (?:à|aux)|que|y|pero|mientras|a diferencia de)\s)`
const startOf = (phrases: string[]) => new RegExp(`${clauseStart}(?:${phrases.join('|')})(?!\\p{L})`, 'iu')
const phrasesOf = (phrases: string[]) => new RegExp(`(?<!\\p{L})(?:${phrases.join('|')})(?!\\p{L})`, 'iu')

const atStart = [
  ['others', startOf(others)],
  ['remaining', startOf(remaining)],
  ['listed', startOf(listed)],
] as const
/** Phrases such as "the only tool that" or "unlike others", which make a claim about all others. */
const exclusive = new RegExp(
  String.raw`(?<!\p{L})(?:(?:the|das|der|die) (?:only|sole|einzige[nr]?)\s${adjectives}(?:${tool}|one|choice|solution),?\s(?:that|which|to|with|for|on|in|whose|where|das|die|der|mit)|l[ea] seule?\s${adjectives}(?:${tool}|solution)\s(?:qui|à|avec)|(?:el|la) únic[oa]\s${adjectives}(?:${tool}|solución)\s(?:que|con)|(?:unlike|than) (?:all |most |many )?others|${brandSign} (?:alone|allein|seul|sol[oa]))(?!\p{L})|${clauseStart}(?:only|nur|seul|solo)\s+${brandSign}`,
  'iu',
)
const anywhere = [phrasesOf(others), phrasesOf(remaining), exclusive]
const alone = /(?<!\p{L})(?:alone|only|allein|nur|seule?|sol[oa]|únic[oa])(?!\p{L})/iu

/** Phrases that only mean competitors in a harmful sentence. */
const vague = startOf([
  '(?:(?:all|most|many|some|few|the|these|those|whatever) )?(?:others|else|alternatives|choices)',
  "(?:die|alle|viele|manche) (?:anderen|alternativen)|(?:les|beaucoup d[’']) ?(?:autres|alternatives)|(?:las|los) (?:otr[oa]s|alternativas)",
])

/** In "no other status page", the words after "other" decide whether companies are meant. */
const otherKind = new RegExp(
  `${clauseStart}(?:no|any|every|all|most|kein(?:e[nmrs]?)?|aucune?|ningun[oa]|ningún)\\s(?:other|andere[nmrs]?|autres?|otr[oa]s?)\\s([\\p{L}-]{1,30}(?:\\s[\\p{L}-]{1,30}){0,2})`,
  'iu',
)

/**
 * Returns which unnamed companies a sentence makes a claim about; null if it makes none. The brand is its sign,
 * and `category` has the word stems of the brand's category.
 */
export function readCollective(sentence: string, category: Set<string>): Collective | null {
  if (exclusive.test(sentence)) return 'others'
  const kind = otherKind.exec(sentence)?.[1] ?? ''
  if (!category.isDisjointFrom(stemsOf(kind))) return 'others'
  if (vague.test(sentence) && loadedWordsIn(sentence).length > 0) return 'others'
  const [about = null] = atStart.find(([, pattern]) => pattern.test(sentence)) ?? []
  return about
}

/** Whether a sentence of a source describes all competitors, or something only the brand does. */
export const isCollective = (sentence: string, isAboutBrand: boolean) =>
  anywhere.some((pattern) => pattern.test(sentence)) || (isAboutBrand && alone.test(sentence))
