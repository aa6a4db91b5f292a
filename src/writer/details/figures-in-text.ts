import { between, oneOf } from '../../text/pattern.ts'
import { bareCounts, durationsSaved, largeCounts, longRates, vagueCounts } from '../amount-words.ts'
import { figuresIn } from '../figures.ts'
import { withDigits } from '../number-words.ts'
import { amounts, amountsIn } from './amounts.ts'
import { digitsIn, type Figure } from './digits-in-text.ts'
import { foldText } from './fold-text.ts'
import { withoutHarmlessFigures } from './harmless-figures.ts'

/** Number words are figures only with a unit that makes them a claim: "forty percent", not "two ways". */
const claimingWords =
  /(?<![\p{L}-])(?:[\p{L}-]+\s){0,4}?[\p{L}-]+[\s-](?:percent|per cent|prozent|pour cent|por ciento|dollars?|euros?|dólares|pounds|stars?|sterne|étoiles|estrellas)(?!\p{L})/giu
const comparatives = oneOf([
  /more|less|as|the|faster|slower|cheaper|better|quicker|smaller|larger|bigger|longer|higher/u,
  /lower|fewer|so|schneller|mehr|weniger|größer|kleiner|länger|billiger|teurer|plus|moins|más/u,
  /menos/u,
])
const factorWords = new RegExp(
  String.raw`(?<!\p{L})([\p{L}-]+)\s(times|mal|fois|veces)(?!\p{L})(?=\s(?:${comparatives})(?!\p{L})|\p{P}|$)`,
  'giu',
)
const compoundFactor = /(?<!\p{L})(\p{L}+)(?:mal|fach|fold)(?:e[nrs]?)?(?!\p{L})/giu
const largeNumberWords = oneOf([
  /hundreds?|thousands?|millions?|billions?|hundert|hunderte|tausend|tausende|millionen/u,
  /milliers?|centaines|cientos|miles|millones/u,
])
const counted = oneOf([
  /customers?|teams?|users?|companies|developers?|organizations?|businesses|projects?|people/u,
  /readers?|downloads?|kunden|nutzern?|unternehmen|entwicklern?|clients|utilisateurs/u,
  /entreprises|développeurs|équipes|clientes|usuarios|empresas|equipos|desarrolladores/u,
])
const largeNumbers = new RegExp(
  String.raw`(?<!\p{L})(?:(?:\p{L}+|\d[\d.,]*)[ -])?(?:${largeNumberWords})(?:[ -](?:of|von|de))?(?:\s\p{Ll}+)?\s(?:${counted})(?!\p{L})`,
  'giu',
)
const doubles = between('giu', /(?<!\p{L})/u, [
  /twice as \p{L}+|twice the \p{L}+|double the \p{L}+|triple the \p{L}+/u,
  /half the (?:time|cost|price|work|effort)(?!\s(?:is|was)(?!\p{L}))|doppelt so \p{L}+/u,
  /halb so \p{L}+|deux fois (?:plus|moins) \p{L}+|el doble de \p{L}+|la mitad de(?:l)? \p{L}+/u,
])

/** Patterns of figures in number words. */
const numberWords = [
  ...[claimingWords, factorWords, compoundFactor],
  ...[durationsSaved, longRates, largeCounts, bareCounts],
]

/** The figures that a text states, in digits or words. */
export function readFigures(text: string): Figure[] {
  const found: Figure[] = amountsIn(text)
  for (const pattern of numberWords)
    for (const [written] of text.matchAll(pattern)) {
      const digits = withDigits(written.replace(/(\p{L})(mal|fach|fold)(?=(?:e[nrs]?)?$)/iu, '$1 $2'))
      if (digits === written || !/\d/.test(digits)) continue
      const [key] = figureKeysIn(digits)
      const last = /(?:\p{L}+[\s-]){0,1}\p{L}+$/u.exec(written)?.[0] ?? written
      const shown = pattern === bareCounts ? written : last
      if (key) found.push({ detail: shown, keys: [key] })
    }
  for (const pattern of [largeNumbers, vagueCounts, doubles])
    for (const [written] of text.matchAll(pattern)) {
      const digits = withDigits(written)
      const keys = figureKeysIn(digits)
      found.push({ detail: written, keys: keys.length > 0 ? keys : [`words:${foldText(written)}`] })
    }
  return [...found, ...digitsIn(withoutHarmlessFigures(text))]
}

const figureKeysIn = (text: string) => [
  ...amountsIn(text).flatMap(({ keys }) => keys),
  ...digitsIn(text).flatMap(({ keys }) => keys),
  ...[doubles, largeNumbers, vagueCounts]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map(([written]) => `words:${foldText(written)}`),
]

/** The keys of all figures in sources, and their numbers, which match counts. A year matches no count. */
export function knownFigures(sources: string): Set<string> {
  const keys = new Set(figureKeysIn(sources))
  const years = [...keys].filter((key) => key.startsWith('year:')).map((key) => key.slice('year:'.length))
  const values = figuresIn(sources).difference(new Set(years))
  const same = amounts.filter(([, equals]) => equals.some((key) => keys.has(key)))
  return new Set([...keys, ...values, ...same.map(([amount]) => `amount:${amount}`)])
}
