import { isAlwaysCapital, languagesOfWord } from '../mentions/ordinary.ts'
import { countWords, shorten } from '../text/line.ts'
import { anyOf, between, oneOf } from '../text/pattern.ts'
import { splitSentences } from '../text/sentences.ts'
import { stemsOf } from '../text/stems.ts'
import { crowds, durationsSaved, fractions, halvesSaved, largeCounts, longRates } from './amount-words.ts'
import { figuresIn } from './figures.ts'
import { withDigits } from './number-words.ts'
import { withShortRuns } from './short-runs.ts'

/** A detail of a text that its sources do not have. */
export type UnsourcedDetail = {
  kind: 'figure' | 'endorsement' | 'study' | 'person' | 'quotation'
  detail: string
}

/** Finds the details of a plain text that its sources do not have; inline code is included. */
export type DetailCheck = (text: string) => UnsourcedDetail[]

/** The error about an unsourced detail, as a sentence that the model can act on. */
export function messageOf({ kind, detail }: UnsourcedDetail): string {
  const words = shorten(detail, maxDetail)
  if (kind === 'figure') return `It gives the figure ${words}, which is in no source.`
  if (kind === 'quotation') return `It quotes "${words}", which is in no source.`
  if (kind === 'study') return `It refers to "${words}", which is in no source.`
  return `It names "${words}", which is in no source.`
}

const maxDetail = 90

/** Checks the figures, certificates, awards, studies, people and quotations of texts against sources. */
export function createDetailCheck(given: string): DetailCheck {
  const sources = withShortRuns(given)
  const folded = ` ${foldText(sources)} `
  let figures: Set<string> | undefined
  let reports: Set<string>[] | undefined
  const has = (words: string) => folded.includes(` ${foldText(words)} `)
  /** Whether a sentence of the sources has a similar study. */
  function isReported(sentence: string, detail: string): boolean {
    reports ??= splitSentences(sources)
      .filter((each) => studyWord.test(each))
      .map(stemsOf)
    const said = stemsOf(sentence)
    return (
      namesOf(detail).every(has) &&
      reports.some((report) => said.intersection(report).size >= said.size * minShareOfStudy)
    )
  }
  return (text) => {
    const prose = withShortRuns(text.replaceAll('`', ''))
    figures ??= knownFigures(withDigits(sources))
    const known = figures
    const found: UnsourcedDetail[] = [
      ...readFigures(prose.replace(endorsements, ' '))
        .filter(({ keys }) => keys.some((key) => !known.has(key)))
        .map(({ detail }) => ({ kind: 'figure' as const, detail })),
      ...matchesOf(prose, endorsements)
        .filter((detail) => !has(detail))
        .map((detail) => ({ kind: 'endorsement' as const, detail })),
      ...splitSentences(prose).flatMap((sentence) =>
        matchesOf(sentence, studies)
          .filter((detail) => !isReported(sentence, detail))
          .map((detail) => ({ kind: 'study' as const, detail })),
      ),
      ...peopleIn(prose)
        .filter((detail) => !has(detail))
        .map((detail) => ({ kind: 'person' as const, detail })),
      ...quotationsIn(prose)
        .filter((detail) => countWords(detail) > maxWordsOfTerm && !folded.includes(foldText(detail)))
        .map((detail) => ({ kind: 'quotation' as const, detail })),
    ]
    // The message about a quotation is enough: its figures are part of it.
    const quotations = found.filter(({ kind }) => kind === 'quotation').map(({ detail }) => detail)
    const shown = found.filter(
      ({ kind, detail }) => kind !== 'figure' || !quotations.some((quotation) => quotation.includes(detail)),
    )
    return [...new Map(shown.map((each) => [`${each.kind} ${each.detail}`, each])).values()]
  }
}

/** The same number of another kind may match a count, but a year matches none. */
function knownFigures(sources: string): Set<string> {
  const keys = new Set(figureKeysIn(sources))
  const years = [...keys].filter((key) => key.startsWith('year:')).map((key) => key.slice('year:'.length))
  const values = figuresIn(sources).difference(new Set(years))
  const same = amounts.filter(([, equals]) => equals.some((key) => keys.has(key)))
  return new Set([...keys, ...values, ...same.map(([amount]) => `amount:${amount}`)])
}

const minShareOfStudy = 0.5
/** Longer texts in quotation marks are quotations; shorter ones are terms. */
const maxWordsOfTerm = 4

/** Letters and digits only: a quotation may end in other punctuation, and continue over lines. */
const foldText = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const matchesOf = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([found]) => found.trim())),
]

// Figures

type Figure = { detail: string; keys: string[] }

const notInside = String.raw`(?<![\p{Script=Latin}\p{N}.,#/]|\p{L}-)`
const number = String.raw`${notInside}\d+(?:[.,'’\u00a0\u202f ]\d{3}(?!\d))*(?:[.,]\d+)?`
const currency = `[$€£¥]|(?:US-?)?dollars?|USD|EUR|euros?|GBP|pounds?|Pfund|CHF|Franken|dólar(?:es)?|cents?|yen`
const crowdNouns = `customers?|teams?|users?|companies|developers?|organizations?|businesses|people|readers?|subscribers?|banks?|firms?|startups?|enterprises?|agencies|shops?|brands?|kunden|nutzern?|unternehmen|entwicklern?|banken|firmen|clients|utilisateurs|entreprises|développeurs|équipes|banques|clientes|usuarios|empresas|equipos|desarrolladores|bancos`
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
  ['count', new RegExp(`(${number})(?!\\s?%)`, 'giu')],
]

const listNouns = `ways?|steps?|tips?|tools?|reasons?|questions?|options?|things?|alternatives?|criteria|examples?|points?|mistakes?|sections?|parts?|items?|rules?|ideas?|changes?|fixes|improvements?|commits?|releases?|issues?|sentences?|words?|columns?|rows?|schritten?|tipps?|gründen?|wegen?|fragen?|werkzeugen?|optionen|punkten?|beispielen?|fehler|étapes?|conseils?|raisons?|outils?|façons?|pasos?|consejos?|razones|herramientas?|preguntas?|formas?`
/** Idioms for "always"; after a verb of saving they are an amount. */
const allDay = between(
  'giu',
  /(?<!(?:sav|spen|los|wast|gain)\p{L}*\s(?:\p{L}+\s){0,2})(?<![\p{N}.,])/u,
  [
    /24 hours(?: a| per|, 7 days a) (?:day|week)|7 days (?:a|per) week|365 days (?:a|per) year/u,
    /24 stunden am tag|7 tage die woche|24 heures sur 24|7 jours sur 7|24 horas al día/u,
    /7 días a la semana/u,
  ],
  /(?!\p{L})/u,
)
const harmlessPatterns = [
  /https?:\/\/\S+|(?<!\S)[^\s@]{1,64}@[^\s@]{1,255}/gi,
  /(?<![\p{L}\p{N}])v?\d+\.\d+\.\d[\w.+-]*|(?<![\p{L}\p{N}])v\d+(?:\.\d+)*(?!\p{L})/giu,
  /^\s*(?:#+\s*)?\d{1,3}[.)](?=\s)/gm,
  between(
    'giu',
    /(?<!\p{L})/u,
    [
      /steps?|sections?|chapters?|figures?|tables?|parts?|phases?|levels?|questions?|points?/u,
      /version|release|rule|option|case|node(?:\.js)?|python|java|php|ruby|go|http|https|oauth|tls/u,
      /openapi|web|port|lines?|pages?|error|status|windows|ios|android|schritt|abschnitt|kapitel/u,
      /teil|phase|regel|tabelle|zeile|seite|étape|section|partie|règle|page|ligne|paso|sección/u,
      /parte|regla|página|línea|top/u,
    ],
    /\s#?\d+(?:\.\d+)?(?!\s?%)/u,
  ),
  allDay,
  /(?<!\d)24\/7(?!\d)|(?<!\d)\d{1,2}:\d{2}(?!\d)|(?<!\d)\d{1,2}\s?(?:am|pm|uhr|h)(?!\p{L})/giu,
  anyOf('giu', [
    /(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2}(?:st|nd|rd|th)?(?![\d%])/u,
    /(?<!\d)\d{1,2}(?:st|nd|rd|th)(?!\p{L})/u,
    new RegExp(
      String.raw`(?<!\d)\d{1,2}\.?\s(?=(?:${oneOf([
        /january|february|march|april|may|june|july|august|september|october|november|december|januar/u,
        /februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août/u,
        /septembre|octobre|novembre|décembre/u,
        /de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)/u,
      ])}))`,
      'u',
    ),
  ]),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.,$€£¥])(?:\d|1\d|2[0-5])(?=\s(?:[\p{Ll}-]+\s){0,2}(?:${listNouns})(?!\p{L}))`,
    'giu',
  ),
]

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

const verbObject = String.raw`(?=\s+(?:the|our|your|their|its|his|her|every|each|all|output|productivity|traffic|revenue|sales|speed)(?!\p{L})|\s*[,.;!?]|\s*$)`
const wholes = 'three|four|five|six|seven|eight|nine|ten|twenty|hundred|3|4|5|6|7|8|9|10|20|100'
const multiples = `\\d+|two|${wholes}|zwei|drei|vier|fünf|sechs|acht|zehn|hundert|deux|trois|quatre|cinq|six|huit|dix|cent|dos|tres|cuatro|cinco|seis|ocho|diez|cien`
/** Amounts without a number, and the figures in sources that mean the same. */
const amounts: [amount: string, equals: string[], pattern: RegExp][] = [
  [
    'half',
    ['percent:50'],
    anyOf('giu', [
      /(?<!(?:first|second|other|last|each|either|better)\s|\p{L})half (?:of (?:the|all|our|their|your|(?!this(?!\p{L}))\p{Ll}+s)|the (?:\p{Ll}+ )?(?:customers|teams|users|companies|developers|people|readers|maintainers))(?!\p{L})/u,
      /(?<!\p{L})(?:by (?:a |one )?half(?! (?:past|an?|as|of the)(?!\p{L}))|divis\p{L}{0,4} par deux|dividid[oa]s? (?:por|entre) dos|in half(?!\s?\p{Lu})|halbier(?:t|en)|de moitié|la moitié d|la mitad de)/u,
      /(?<!\p{L})die hälfte(?!\p{L})/u,
    ]),
  ],
  [
    'half',
    ['percent:50'],
    new RegExp(
      String.raw`(?<!(?:both|two|the)\s|\p{L})(?:halves|halved|halving|(?<=(?:to|can|will|may|helps?)\s)halve)${verbObject}`,
      'giu',
    ),
  ],
  [
    'double',
    ['factor:2', 'percent:100'],
    new RegExp(
      String.raw`(?<!\p{L})(?:doubles|doubled|doubling|(?<=(?:to|can|will|may|helps?)\s)double|verdoppel(?:t|n)|duplica)${verbObject}|(?<!\p{L})verdoppel(?:t|n)(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'triple',
    ['factor:3'],
    new RegExp(
      String.raw`(?<!\p{L})(?:triples|tripled|tripling|quadruples|quadrupled|(?<=(?:to|can|will|may|helps?)\s)triple|triplica)${verbObject}|(?<!\p{L})verdreifach(?:t|en)(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'third',
    ['percent:33'],
    /(?<!\p{L})(?:a|one|two)[ -]thirds? (?:of|less|fewer|more|faster|cheaper)(?!\p{L})|(?<!\p{L})(?:ein|zwei) drittel(?!\p{L})|(?<!\p{L})(?:d['’]un tiers|(?:un|deux) tiers|un tercio|dos tercios)(?!\p{L})/giu,
  ],
  [
    'quarter',
    ['percent:25', 'percent:75'],
    /(?<!\p{L})(?:a|one|three)[ -]quarters? (?:of|less|fewer|more|faster|cheaper)(?!\p{L})|(?<!\p{L})(?:ein|drei) viertel(?!\p{L})/giu,
  ],
  [
    'share',
    [],
    new RegExp(
      String.raw`(?<![\p{L}\p{N}.,])(?:one|two|three|four|five|six|seven|eight|nine|[1-9]) (?:out of|in) (?:every )?(?:${wholes})(?![\p{L}\p{N}])`,
      'giu',
    ),
  ],
  [
    'dozens',
    [],
    new RegExp(
      String.raw`(?<!\p{L})dozens of (?!(?:\p{Ll}+ )?(?:${listNouns})(?!\p{L}))\p{L}+|(?<!\p{L})(?:a|two|three|several) dozen (?:\p{Ll}+ )?(?:${crowdNouns})(?!\p{L})`,
      'giu',
    ),
  ],
  [
    'multiple',
    [],
    new RegExp(
      String.raw`(?<!\p{L})(?:(?:divided|multiplied|multiplies|multipli(?:e|ée?s?|er)|divis(?:e|ée?s?|er)|multiplica|multiplicad[oa]s?|divide|dividid[oa]s?) (?:by|par|por|entre)|factor of|facteur de|faktor|factor de) (?:${multiples})(?![\p{L}\p{N}])`,
      'giu',
    ),
  ],
  ['fraction', [], fractions],
  ['crowd', [], crowds],
  ['half', ['percent:50'], halvesSaved],
  ['magnitude', [], /(?<!\p{L})orders? of magnitude(?!\p{L})/giu],
  ['nines', [], /(?<!\p{L})(?:two|three|four|five|six|seven) nines(?!\p{L})/giu],
  [
    'price',
    [],
    /(?<!\p{L})(?:nine|nineteen|twenty|twenty-nine|thirty-nine|forty-nine|ninety-nine) ninety[ -](?:nine|five)(?!\p{L})/giu,
  ],
]
/** Kinds of amounts that are compared by their words. */
const worded = new Set(['share', 'multiple', 'fraction', 'crowd'])
const amountsIn = (text: string): Figure[] =>
  amounts.flatMap(([amount, , pattern]) =>
    [...text.matchAll(pattern)].map(([written]) => ({
      detail: written,
      keys: [`amount:${worded.has(amount) ? foldText(withDigits(written)) : amount}`],
    })),
  )

function readFigures(text: string): Figure[] {
  const found: Figure[] = amountsIn(text)
  for (const pattern of [claimingWords, factorWords, compoundFactor, durationsSaved, longRates, largeCounts])
    for (const [written] of text.matchAll(pattern)) {
      const digits = withDigits(written.replace(/(\p{L})(mal|fach|fold)(?=(?:e[nrs]?)?$)/iu, '$1 $2'))
      if (digits === written || !/\d/.test(digits)) continue
      const [key] = figureKeysIn(digits)
      const shown = /(?:\p{L}+[\s-]){0,1}\p{L}+$/u.exec(written)?.[0] ?? written
      if (key) found.push({ detail: shown, keys: [key] })
    }
  for (const pattern of [largeNumbers, doubles])
    for (const [written] of text.matchAll(pattern)) {
      const digits = withDigits(written)
      const keys = figureKeysIn(digits)
      found.push({ detail: written, keys: keys.length > 0 ? keys : [`words:${foldText(written)}`] })
    }
  let rest = text
  rest = rest.replace(question, (asked) => asked.replace(yearAsked, (gone) => ' '.repeat(gone.length)))
  for (const pattern of harmlessPatterns) rest = rest.replace(pattern, (gone) => ' '.repeat(gone.length))
  return [...found, ...digitsIn(rest)]
}

/** A question about years makes no claim about them: "What improved in 2025 and 2026?" */
const question =
  /(?<![^\n.!?:…])[ \t]*(?:#+ )?(?:what|which|how|who|where|was|welche[rsn]?|wie|wer|wo|qu['’]est-ce|que|quels?|quelles?|comment|qui|où|¿?\s?(?:qué|cuál(?:es)?|cómo|quién|dónde))(?!\p{L})[^\n.!?]{0,200}\?/giu
const yearAsked = /(?<![\p{L}\p{N}.,$€£-])(?:19|20)\d\d(?![\p{L}\p{N}%]|[.,-]\d|\s\p{Ll}{4,}s(?!\p{L}))/gu

/** Arabic digits and signs are figures too. */
const withLatinDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('٪', '%')
    .replaceAll('٫', '.')

/** The figures of a text in digits, with what they count: the same number as a price is a different figure. */
function digitsIn(text: string): Figure[] {
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

const figureKeysIn = (text: string) => [
  ...amountsIn(text).flatMap(({ keys }) => keys),
  ...digitsIn(text).flatMap(({ keys }) => keys),
  ...[...text.matchAll(doubles), ...text.matchAll(largeNumbers)].map(
    ([written]) => `words:${foldText(written)}`,
  ),
]

// Certificates, awards and endorsements

const endorsements = anyOf('giu', [
  between(
    'u',
    /(?<![\p{L}\p{N}])/u,
    [
      /Gartner|Forrester|IDC|G2(?!\d)|Capterra|TrustRadius|Trustpilot|Product Hunt|Magic Quadrant/u,
      /Stiftung Warentest|SOC[ -]?[123]|Red Dot|FDA|CE[- ](?:mark(?:ed|ing)?|certified)|Section 508/u,
      /NIS ?2|HITRUST|ISO(?:\/IEC)?[ -]?\d{4,5}|HIPAA|PCI[ -]DSS|FedRAMP/u,
      /DORA(?= (?:and|compliant|compliance|ready)|[,.])|GDPR|DSGVO|RGPD|CCPA|T[ÜU]V|BSI/u,
      /FIPS(?: ?140)?|NIST|WCAG|Cyber Essentials|Fortune ?(?:100|500|1000)/u,
    ],
    /(?![\p{L}\p{N}])/u,
  ),
  between('u', /(?<!\p{L})/u, [
    /market leader|leader in|(?:number|no\.?) (?:one|1)(?= (?:tool|choice|solution|in))|#1(?!\d)/u,
    /award[- ]winning|award(?:s|ed)?(?!\p{L})|prize-winning|industry[- ]leading|trusted by/u,
    /recommended by|endorsed by|(?:passed|completed) (?:an?|the|its) (?:\p{L}+ ){0,3}?audit/u,
    /certified|certification|accredited|product of the year|preisgekrönt\p{L}*|marktführer\p{L}*/u,
    /testsieger\p{L}*|zertifizier\p{L}*|auszeichnung(?:en)? (?:als|von|für)|primée?s?(?!\p{L})/u,
    /certifiée?s?(?!\p{L})|leader du marché|récompensée?s?(?!\p{L})|premiad[oa]s?/u,
    /certificad[oa]s?|galardonad[oa]s?|líder del mercado/u,
  ]),
])

// Studies

/** Alternatives that may start with a capital. */
function withCapitals(words: string): string {
  const capitalized = words.split('|').map((each) => each.charAt(0).toUpperCase() + each.slice(1))
  return [words, ...capitalized].join('|')
}

const study = withCapitals(
  'stud(?:y|ies)|surveys?|polls?|research|benchmarks?|whitepapers?|experts|analysts|scientists|researchers|academics|scholars|papers?|studien?|umfragen?|untersuchung(?:en)?|forscher|experten|wissenschaftler|études?|enquêtes?|sondages?|chercheurs|estudios?|encuestas?|expertos|investigadores',
)
const scholars = withCapitals(
  'scientists|researchers|academics|forscher|wissenschaftler|chercheurs|investigadores',
)
const report = withCapitals('reports?|berichte?n?|rapports?|informes?')
const according = withCapitals('according to|laut|selon|según')
const shows =
  '(?:have|has|haben|hat|ont|a|han|ha)\\s(?:shown|found|confirmed|proved|proven|gezeigt|bestätigt|montré|demostrado)|shows?|showed|found|finds?|says?|said|suggests?|confirms?|confirmed|proves?|proved|agrees?|reveals?|revealed|zeigt|zeigen|belegt|belegen|sagen|bestätigt|bestätigen|ergab|montrent?|confirment?|prouvent?|révèlent?|muestran?|demuestran?|confirman?|revelan?|dicen'
const studies = new RegExp(
  String.raw`(?<!\p{L})(?:(?:${according})\s(?:\p{L}+\s){0,3}?(?:${study}|${report})|(?!(?:The|This|That|These|Our|Your|Their|His|Her|No|Each|Every|Some|Any|A|An|One)\s)\p{Lu}\p{L}+(?:\s(?:University|Institute))?\s(?:study|survey|report|research|poll)|(?:${study}|${report})\s(?:by|from|at|von|der|de la|de|del|du|des)\s(?:\p{Ll}+\s)?\p{Lu}\p{L}+|(?:${scholars})\s(?:in|aus|à|en)\s\p{Lu}\p{L}+|(?:${study}|${report})\s(?:\p{Ll}+ly\s)?(?:${shows}))(?!\p{L})`,
  'gu',
)
const studyWord = new RegExp(`(?<!\\p{L})(?:${study}|${report})(?!\\p{L})`, 'iu')
const namesOf = (text: string) =>
  (text.match(/\p{Lu}\p{L}+/gu) ?? []).filter(
    (word) => !new RegExp(`^(?:${study}|${report}|according|laut|selon|según)$`, 'iu').test(word),
  )

// People

const fullName = String.raw`\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?\s(?:(?:van|von|de|der|den|la|le|di|da)\s)*(?:\p{Lu}\.\s)?\p{Lu}[\p{L}'’]*\p{Ll}`
const role =
  'CEO|CTO|CFO|COO|founder|co-founder|cofounder|head of|director|manager|engineer|professor|Geschäftsführer(?:in)?|Gründer(?:in)?|Leiter(?:in)?|directrice|directeur|fondateur|directora?|fundadora?'
const people = [
  new RegExp(
    `(?<!\\p{L})(${fullName})(?=(?:,? who| (?:at|from|of|bei|von|chez|en) \\p{Lu}| (?:says?|said|explains?|explained|writes|wrote|reports|sagt|sagte|erklärt|dit|explique|affirme|dice|explica|afirma)(?!\\p{L})|,? (?:(?:the|a|an|der|die|le|la|el) )?(?:\\p{Ll}+ )?(?:${role})))`,
    'gu',
  ),
  new RegExp(
    `(?<!\\p{L})(${fullName})(?= (?:uses|used|loves|likes|recommends|trusts|nutzt|utilise|usa) (?:it|this|them|es|dies)(?!\\p{L}))`,
    'gu',
  ),
  new RegExp(`(?<!\\p{L})[Aa]s (${fullName})(?= (?:puts?|notes|noted|says|said)(?!\\p{L}))`, 'gu'),
  new RegExp(
    `(?<!\\p{L})(?:[Oo]ur|[Uu]nser[e]?|[Nn]otre|[Nn]uestr[oa]) (?:user|customer|reader|client|Kunde|Kundin|Nutzer|Nutzerin|cliente) (${fullName})`,
    'gu',
  ),
  new RegExp(`(?<!\\p{L})(?:${role})\\s(?:of \\p{Lu}\\p{L}+\\s)?(${fullName})`, 'gu'),
  /(?<!\p{L})((?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sr|Sra)\.?\s\p{Lu}\p{Ll}+)/gu,
]

function peopleIn(text: string): string[] {
  const found = people.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  return [...new Set(found)].filter((name) => {
    const words = name.split(' ')
    const isOrdinary = (word: string) => isAlwaysCapital(word) || languagesOfWord(word).length > 0
    return /^(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Sra?)\b/.test(name) || !words.every(isOrdinary)
  })
}

// Quotations

const quoted = /“([^“”\n]+)”|"([^"\n]+)"|«([^«»\n]+)»|„([^„“”\n]+)[“”]|「([^「」\n]+)」|»([^«»\n]+)«/g

/** What a block quote begins with that quotes nobody: labels of notes, tips and examples. */
const quoteLabels = oneOf([
  /note|(?:pro )?tip|warning|caution|important|info|example|summary|in short|remember|tl;?dr/u,
  /(?:key )?takeaways?|bottom line|before|after|instead|added|changed|fixed|removed|new/u,
  /breaking|hinweis|tipp|achtung|wichtig|beispiel|kurz gesagt|zusammenfassung|vorher|nachher/u,
  /neu|conseil|attention|exemple|en bref|résumé|remarque|avant|après|nota|consejo|atención/u,
  /importante|ejemplo|resumen|antes|después/u,
])
/** Block quotes, except labelled notes, tips and examples. */
const blockQuote = new RegExp(
  String.raw`^ {0,3}>[ \t]?(?!\[!|[^\p{L}\n]{0,4}(?:${quoteLabels})(?!\p{L}))(\S.*)`,
  'gimu',
)
const singleQuoted =
  /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?![\p{L}\p{N}])|‘((?:[^‘’\n]|(?<=\p{L})’(?=\p{L}))+)’|‚([^‚‘’\n]+)[‘’]|‹([^‹›\n]+)›|›([^‹›\n]+)‹/gu
/** Single quotation marks are apostrophes too: only longer texts between them are quotations. */
const minWordsInSingle = 6

function quotationsIn(text: string): string[] {
  const wordsIn = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((groups) => groups.slice(1).find(Boolean) ?? '')
  return [
    ...wordsIn(quoted),
    ...wordsIn(blockQuote),
    ...wordsIn(singleQuoted).filter((words) => countWords(words) >= minWordsInSingle),
  ]
}
