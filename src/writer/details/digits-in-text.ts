import { figuresIn } from '../figures.ts'

/** A figure in a text. Two figures with the same key state the same. */
export type Figure = { detail: string; keys: string[] }

const notInside = String.raw`(?<![\p{Script=Latin}\p{N}.,#/]|\p{L}-)`
const number = String.raw`${notInside}\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?`
const currency = `[$€£¥]|(?:US-?)?dollars?|USD|EUR|euros?|GBP|pounds?|Pfund|CHF|Franken|dólar(?:es)?|cents?|yen`
export const crowdNouns = `customers?|teams?|users?|companies|developers?|organizations?|businesses|people|readers?|subscribers?|banks?|firms?|startups?|enterprises?|agencies|shops?|brands?|kunden|nutzern?|unternehmen|entwicklern?|banken|firmen|clients|utilisateurs|entreprises|développeurs|équipes|banques|clientes|usuarios|empresas|equipos|desarrolladores|bancos`
const kinds: [kind: string, pattern: RegExp][] = [
  [
    'money',
    new RegExp(
      String.raw`(?:[$€£¥]|USD|EUR|GBP|CHF)\s?(${number})(?:\s?(?:k|m|bn|million|billion)\b)?`,
      'giu',
    ),
  ],
  ['money', new RegExp(String.raw`(${number})\s?(?:${currency})(?![\p{L}])`, 'giu')],
  [
    'percent',
    new RegExp(
      String.raw`(${number})(?:\s?%|[\s-]?(?:percent|per cent|prozent|pour ?cents?|por ?ciento|percentage points|prozentpunkte))`,
      'giu',
    ),
  ],
  [
    'factor',
    new RegExp(
      String.raw`(${number})(?:\s?[x×](?!\p{L})|[\s-]?(?:times|mal|fois|veces|fold|fach)(?!\p{L}))(?!\s(?:a|per|each|every|pro|am|im|par|al|por)\s)`,
      'giu',
    ),
  ],
  [
    'rating',
    new RegExp(
      String.raw`(${number})\s?(?:out of|of|/|von|sur|de|sobre)\s?(?:5|10|100)(?![\p{N}\p{L}]|\s\p{Ll})`,
      'giu',
    ),
  ],
  ['rating', new RegExp(String.raw`(${number})[\s-](?:stars?|sternen?|étoiles?|estrellas?)(?!\p{L})`, 'giu')],
  [
    'duration',
    new RegExp(
      String.raw`(${number})[\s-]?(?:ms|milliseconds?|seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|secondes?|heures?|jours?|semaines?|mois|ans?|années?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'year',
    new RegExp(
      String.raw`(?<=(?<!\p{L})(?:in|since|by|of|from|until|before|after|during|early|late|seit|im jahr|ab|von|en|depuis|desde)\s)((?:19|20)\d\d)(?![\p{L}\p{N}]|[.,]\d)|${notInside}((?:19|20)\d\d)(?![\p{L}\p{N}]|[.,]\d|\s(?:[\p{Ll}-]+\s)?(?:${crowdNouns})(?!\p{L}))`,
      'giu',
    ),
  ],
  [
    'scaled',
    new RegExp(
      String.raw`(${number})\s?(?:k|m|bn|million|billion|thousand)(?=\+?\s(?:[\p{Ll}-]+\s)?(?:${crowdNouns}|requests?|visitors?|downloads?)(?!\p{L}))`,
      'giu',
    ),
  ],
  ['scaled', new RegExp(String.raw`(${number})\s?(?:million|billion)(?!\p{L})`, 'giu')],
  ['count', new RegExp(`(${number})(?!\\s?%)`, 'giu')],
]

/** Replaces Arabic digits and signs. */
const withLatinDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('٪', '%')
    .replaceAll('٫', '.')

/** The figures of a text in digits. Their keys contain what they count: 20 dollars are not 20 percent. */
export function digitsIn(text: string): Figure[] {
  const found: Figure[] = []
  let rest = withLatinDigits(text.normalize('NFKC'))
  for (const [kind, pattern] of kinds)
    rest = rest.replace(pattern, (written, first?: string, second?: unknown) => {
      const digits = first ?? (typeof second === 'string' ? second : '')
      const [value] = figuresIn(digits)
      if (value === undefined) return written
      // Small numbers count items in the text itself.
      const isSmall = kind === 'count' && Number(value) <= 10 && Number.isInteger(Number(value))
      const unit = kind === 'duration' ? unitOf(written) : kind
      if (!isSmall) found.push({ detail: written.trim(), keys: [keyOf(unit, value, written)] })
      return ' '.repeat(written.length)
    })
  return found
}

function keyOf(unit: string, value: string, written: string): string {
  if (unit === 'count') return value
  if (unit !== 'scaled') return `${unit}:${value}`
  const [scale = ''] = /\p{L}+$/u.exec(written) ?? []
  return String(Number(value) * (scales[scale.charAt(0).toLowerCase()] ?? 1))
}

const scales: Record<string, number> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 }

const timeUnits: [unit: string, pattern: RegExp][] = [
  ['millisecond', /^m(?:s|illi)/],
  ['second', /^se(?:c|k|g)/],
  ['minute', /^min/],
  ['hour', /^h|^st/],
  ['day', /^(?:d(?:ay|í)|t|j(?:ou))/],
  ['week', /^(?:w|sem)/],
  ['month', /^m(?:o|e|é)/],
  ['year', /^(?:y|j(?:ah)|a)/],
]
const unitOf = (written: string) => {
  const word = written.toLowerCase().replace(/^[^\p{L}]*/u, '')
  return timeUnits.find(([, pattern]) => pattern.test(word))?.[0] ?? word
}
