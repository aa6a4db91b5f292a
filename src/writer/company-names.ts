import { isAlwaysCapital, languagesOfWord } from '../mentions/ordinary.ts'
import { anyOf, wholly } from '../text/pattern.ts'
import { brandSign } from './brand-sign.ts'
import { harmsSubject } from './company-harm.ts'
import { beginsSentence, isSubjectIn } from './foreign-subjects.ts'

/** A name in a sentence, and whether the sentence makes a statement about it or only mentions it. */
export type CompanyName = { name: string; isSubject: boolean }

const word = String.raw`[\p{Lu}\p{N}][\p{L}\p{N}\p{M}]*(?:[-&.'’][\p{Lu}\p{N}][\p{L}\p{N}\p{M}]*)*`
const capitalized = new RegExp(String.raw`(?<![\p{L}\p{N}@/._-])${word}(?: ${word})*`, 'gu')
const domain =
  /(?<![\p{L}\p{N}@/.-])(?:[\p{L}\p{N}-]+\.)+(?:com|io|app|dev|ai|net|org|co|so|de|fr|es|eu|test|example)(?![\p{L}\p{N}-])/giu
const legalForm =
  /\b(?:Inc|Ltd|LLC|GmbH|AG|Corp|PLC|SARL|SAS|S\.?A|S\.?L|B\.?V|Oy|AB|Co|Technologies|Software|Labs|Systems)\.?$/u
const innerCapital = /^\p{Lu}?[\p{Ll}\p{N}]+\p{Lu}/u

/** Technologies, standards, places and peoples, which are not companies. */
const noCompanies = new Set(
  `http https html css json yaml xml csv sql rest graphql oauth oidc saml sso mcp sdk cli ci cd url uri dns tls ssl ssh
  hugo jekyll docusaurus astro nextjs tailwind terraform ansible homebrew debian ubuntu fedora alpine firefox chrome
  safari vscode eslint prettier webpack vite jest codeberg gitea forgejo mastodon bluesky netlify heroku
  login logout signup dashboard inbox sandbox uptime downtime timeout frontend backend firewall workflow onboarding
  retry retries changelog changelogs monorepo repo repos rollback rollbacks hotfix hotfixes bugfix bugfixes refactoring refactorings
  tooltip dropdown checkbox widget widgets roadmap roadmaps newsletter screenshot screenshots hostname username dataset
  metadata codebase namespace middleware payload plugin plugins endpoint endpoints localhost cron emoji emojis hashtag
  avatar wiki wikis blog blogs podcast webinar spreadsheet spreadsheets chatbot chatbots linter linters parser parsers
  scheduler crawler crawlers sitemap sitemaps prompts maintainer maintainers contributor contributors
  http2 readme changelog license markdown javascript typescript python java rust golang kotlin swift ruby php perl node nodejs react vue svelte
  linux unix windows macos ios android git docker kubernetes postgres postgresql mysql sqlite redis nginx apache bun deno
  webhook webhooks rss atom gdpr dsgvo rgpd hipaa soc iso vat eu usa uk us u.s utc gmt pdf svg png roi kpi llm llms gpu
  cpu saas b2b b2c gmbh ag inc ltd llc corp plc germany france spain italy europe european london berlin paris deutschland frankreich spanien
  américa españa allemagne april mai juni juli august`.split(/\s+/),
)

/** Platforms that texts mention without a claim about them; a harmful claim still needs a source. */
export const platforms: ReadonlySet<string> = new Set(
  `github gitlab bitbucket slack jira linear notion google gmail microsoft apple amazon aws azure linkedin twitter
  facebook youtube discord telegram zapier chatgpt openai claude anthropic gemini perplexity copilot npm pypi
  wikipedia reddit stripe vercel netlify cloudflare figma stackoverflow hubspot salesforce dropbox`.split(
    /\s+/,
  ),
)

/** Platforms that run other software, so "GitHub runs Acme" does not name a customer. */
export const runners = new Set('github gitlab bitbucket zapier vercel netlify cloudflare'.split(' '))

/** Verbs that follow a company or product as the subject. */
const verbs =
  `is was has had does did can could will would may might must should offers provides lets helps supports
integrates allows gives makes includes works comes charges costs sells sold remains wins leads needs delivers keeps kept
uses used runs ran ships brings takes adds starts lacks handles covers shines excels stands focuses combines connects
automates tracks stores hosts serves suits fits leaks leaked loses lost spies spied reads writes sends shares shared
publishes blocks breaks broke fails failed ignores shows hides hid deletes deleted raises raised cuts fired fires sues
sued steals stole copies copied cheats lies lied abuses exposes exposed collects collected monitors records forces
forced requires refuses refused limits slows crashes crashed drops dropped claims claimed admits admitted promises
promised announced acquired bought buys grew grows earns earned pays paid beats beat outperforms never always still also
only often rarely hardly isn't wasn't doesn't didn't can't cannot won't hasn't
ist war hat hatte wird wurde kann kostet bietet verkauft verliert speichert sendet liest leitet gibt verwendet nutzt
braucht verlangt ignoriert zeigt löscht blockiert verspricht behauptet sammelt teilt lässt verrät stiehlt
est était a avait peut coûte propose vend perd stocke envoie lit donne utilise demande ignore montre supprime bloque
promet collecte partage fuite divulgue vole n'a n'est ne
es era tiene tenía puede cuesta ofrece vende pierde guarda envía lee da usa pide ignora muestra borra bloquea promete
recopila comparte filtra roba no nunca`
    .split(/\s+/)
    .map(RegExp.escape)
    .join('|')

/** English verbs by their form: auxiliaries, irregular past tenses, and -s or -ed before a determiner or a particle. */
const auxiliaries = 'cannot|may|shall'
const pastTenses =
  'went|came|gave|took|left|fell|felt|knew|led|let|put|said|saw|spoke|spent|told|thought|threw|got|built|brought|caught|chose|drew|drove|found|forgot|froze|held|hit|hurt|meant|met|rose|sent|shook|shut|sank|swore|taught|tore|withdrew|began|became|bent|fought|sat|stood|slept|ate|dug|swept'
const afterVerbs =
  'the|a|an|every|each|all|any|no|your|their|its|our|his|her|this|that|these|those|you|them|it|us|people|nobody|everybody|everything|nothing|half|most|many|some|anyone|anybody|someone|everyone|through|into|up|off|away|out|over|around|behind'
/** After a verb in -s without an object: "trains on your documents", but not "boards in the archive are". */
const prepositions = 'on|with|for|to|in|at|from|by|as|like|about'
const laterVerbs = 'is|are|was|were|has|have|can|could|will|would|may|must|should|do|does|now|no longer'
const withPreposition = String.raw`\p{Ll}+[^s\W]s(?=\s+(?:${prepositions})\s(?![^.;:!?]{0,120}(?<!\p{L})(?:${laterVerbs})(?!\p{L})))`
const verbForm = String.raw`${auxiliaries}|${pastTenses}|\p{Ll}+(?:[^s\W]s|ed)(?=\s+(?:${afterVerbs})(?!\p{L}))|${withPreposition}`
const predicate = new RegExp(
  String.raw`^(?:\s*\([^)]*\))?,?(?:['’]s?\s+\p{Ll}|\s+(?:(?:\p{Ll}+ly|and \S+|, inc\.?|servers?|staff|team|data|users|customers|app|engineers|founders|ceo)\s+)?(?:${verbs}|${verbForm})(?![\p{L}]))`,
  'iu',
)

/** The words of a text and its sources. */
export type WordsOfText = {
  /** Whether the text or a source has the word in lower case, so it is not a name. */
  isOrdinary(word: string): boolean
  /** Whether the text has the word with a capital within a sentence, so it is also a name at the start of one. */
  isName(word: string): boolean
}

type Setting = WordsOfText & {
  language: string
  /** Whether the sentence is harmful; a name that it introduces then counts as its subject. */
  isHarmful: boolean
}

/** Unknown names of companies, products and people in a sentence. */
export function companyNamesIn(sentence: string, setting: Setting): CompanyName[] {
  const { language, isHarmful } = setting
  const found = new Map<string, boolean>()
  const add = (name: string, isSubject: boolean) => found.set(name, isSubject || found.get(name) === true)
  for (const { 0: name, index } of sentence.matchAll(domain))
    if (!noCompanies.has(name.toLowerCase())) add(name, isSubjectAt(sentence, index + name.length))
  const domains = [...found.keys()].join(' ')
  const start = sentence.search(/[\p{L}\p{N}]/u)
  for (const { 0: written, index } of sentence.matchAll(capitalized)) {
    const end = index + written.length
    const isUser = usesBrand.test(sentence.slice(end, end + nearby))
    const isHarmed = index <= start && harmsSubject(sentence.slice(end, end + nearby))
    const isKnown = isUser || isRelatedAt(sentence, index, end)
    const isSubjectHere =
      isSubjectAt(sentence, end) || isSubjectIn(language, sentence.slice(end, end + nearby))
    const isActing = isHarmed || (index <= start && isSubjectHere)
    const isFirst = index <= start && !isNamedElsewhere(written, setting)
    const name = nameOf(written, isFirst, isKnown, isActing, setting)
    if (name === null || domains.includes(name)) continue
    const from = index + written.indexOf(name)
    const isCustomer = isUser && !runners.has(name.toLowerCase())
    const isRelated = isRelatedAt(sentence, from, end)
    const before = sentence.slice(Math.max(0, from - nearby), from)
    const isSubject =
      isHarmed ||
      (isSubjectHere && !belongsToSubject.test(before)) ||
      (isHarmful && introduces.test(sentence.slice(end, end + 9)))
    // The first word of a sentence always has a capital, and so does any German noun.
    const isSure = isCertain(name) || isNamedElsewhere(name, setting)
    const needsSubject = (from <= start || language === 'German') && !isSure
    if (needsSubject && !isSubject && !isCustomer && !isRelated) continue
    if (language === 'German' && !isCertain(name) && !isRelated && hasDeterminer(before)) continue
    const isPlatform = platforms.has(name.toLowerCase())
    add(name, isCustomer || (!isPlatform && (isSubject || isRelated)))
  }
  return [...found].map(([name, isSubject]) => ({ name, isSubject }))
}

/** Whether another sentence shows that the first word is a name. German nouns always have a capital. */
const isNamedElsewhere = (written: string, { language, isName }: Setting): boolean =>
  language !== 'German' && isName(written.split(' ')[0]?.replace(/['’]s$/, '') ?? '')

/** What is before a name that only belongs to the subject of a sentence: "the export to". */
const belongsToSubject =
  /^\P{L}*(?:[\p{L}-]+['’\s]){1,3}(?:to|from|of|in|into|with|for|on|via|aus|von|nach|mit|für|de|depuis|vers|avec|desde|con|da|di|do|van|naar|uit|met)\s$/iu

/** The characters after a name that introduces the sentence: "Brixel: slow", "Brixel, which". */
const introduces = /^\s?(?:[:–—?!…]|\.\.\.|-\s|,\s(?:which|who|whose|die|der|das|qui|que)(?!\p{L}))/u

/** Number of characters around a name that are checked. */
const nearby = 120

const uses =
  '(?:uses?|used|runs|ran|trusts?|trusted|chose|chooses|picked|adopted|adopts|relies|rely|relied|switched|moved|loves?|recommends?|praises?|nutz(?:t|en)|setzt|vertraut|empfiehlt|utilise(?:nt)?|recommande|usan?|utilizan?|recomienda|confía)'
/** A statement that a company uses the brand: "NASA runs Acme". */
export const usesBrand = new RegExp(
  String.raw`^(?:\s(?:and|und|et|y)\s\p{Lu}[\p{L}\p{N}]*)?\s(?:(?:already|also|now|\p{Ll}+ly)\s)?${uses}\s(?:(?:on|to|auf|en|a|au|the)\s)?\s?${brandSign}`,
  'u',
)

const people = String.raw`(?:customers?|users?|clients?|employees?|engineers?|staff|founders?|teams?|people|developers?|maintainers?|subscribers?|companies|those|ex-\p{L}+|former \p{L}+|kunden|nutzern?|mitarbeitern?|entwicklern?|gründern?|ehemaligen?|leuten?|utilisateurs|employés|anciens|clientes|usuarios|empleados|gente)`
const relations = [
  // Companies that people leave, work for or buy from.
  new RegExp(String.raw`(?:^|[^\p{L}-])${people}\s(?:from|of|at|by|bei|von|chez|de|en)\s$`, 'iu'),
  /(?<!\p{L})(?:\p{Ll}+ed|fled|came|went|ran|stolen|taken|away|left)\sfrom\s$/u,
  /(?<!\p{L})(?:\p{Ll}+ed|built|run|chosen|bought|sold|made|written|stolen|known)\sby\s$/u,
  /^\P{L}*(?:at|bei|chez)\s$/iu,
  /(?<!\p{L})(?:trust|trusts|avoid|beware of|stay away from|steer clear of|ditch(?:ed)?|fears?|hate[sd]?)\s$/iu,
  /(?<!\p{L})(?:works?|worked|happened|happens|arbeitet|travaille)\s(?:at|bei|chez)\s$/u,
]
/** Whether a name is a company that people belong to, come from or buy from. */
function isRelatedAt(sentence: string, start: number, end: number): boolean {
  const from = Math.max(0, start - nearby)
  const before = sentence.slice(from, start)
  if (from > 0) return relations.slice(0, 3).some((pattern) => pattern.test(before))
  if (/^['’]s?\s\p{Ll}/u.test(sentence.slice(end, end + 4)) && /^\P{L}*$/u.test(before)) return true
  return relations.some((pattern) => pattern.test(before))
}

/** A capitalized phrase without the ordinary words around it; null if nothing remains. */
function nameOf(
  written: string,
  isFirst: boolean,
  mayBeShort: boolean,
  isActing: boolean,
  { language, isOrdinary }: Setting,
): string | null {
  const words = written.split(' ')
  const isPlain = (each: string, first: boolean) => {
    const bare = each.replace(/['’]s$/, '')
    const lower = bare.toLowerCase()
    if (
      /^(?:[\p{N}.,]+|X-.+)$/u.test(bare) ||
      bare.length < 2 ||
      noCompanies.has(lower) ||
      determiner.test(lower)
    )
      return true
    if (innerCapital.test(bare) || platforms.has(lower)) return false
    if (isAlwaysCapital(bare) || isOrdinary(lower)) return true
    if (
      languagesOfWord(bare).length > 0 ||
      languagesOfWord(lower.replace(/(?:ies|es|s|ing|ed|d)$/, '')).length > 0
    )
      return true
    // Abbreviations are not companies, unless the sentence says that they use something or have staff.
    if (/^\p{Lu}{2,5}s?$/u.test(bare)) return !mayBeShort
    if (language === 'German' && germanNoun.test(lower)) return true
    if (first && beginsSentence(language, lower)) return true
    return first && nounEnding.test(lower) && !(isActing && mayEndName.test(lower) && !isDerived(lower))
  }
  const kept = words.filter((each, index) => !isPlain(each, isFirst && index === 0))
  if (kept.length === 0) return null
  if (legalForm.test(written)) return written
  const start = words.findIndex((each) => kept.includes(each))
  return words
    .slice(start)
    .join(' ')
    .replace(/['’]s$/, '')
}

const nounEnding =
  /(?:tion|sion|ment|ness|ity|ance|ence|ing|ship|ism|ists?|ers|ors|ly|ung|heit|keit|schaft|ät|té|ción|dad|able|ible|less|ful|ic|al|ive|ous)s?$/

/** Endings that both invented names and ordinary words have. */
const mayEndName = /(?:ly|ity|ism|able)$/
const derivations: [ending: RegExp, origins: string[]][] = [
  [/ily$/, ['y']],
  [/ically$/, ['ic', 'ical']],
  [/ibility$/, ['ible', '']],
  [/ability$/, ['able', '', 'e']],
  [/(?:al)?ity$/, ['', 'e', 'al', 'ous']],
  [/i[sc]ism$|ism$/, ['', 'ic', 'ist', 'e', 'y', 'ize']],
  [/able$/, ['', 'e']],
]
const adjective =
  /(?:ent|ant|ate|al|ful|less|ous|ive|ic|ing|ed|ar|ish|ern|ete|ure|ile|ine|able|ible|ense|ect|ict)$/
const shortAdjectives = new Set(
  `safe quick quiet bad sad mad glad mild wild bold cold warm slow light bright tight right loud proud clear near rare
  sure full cool cheap deep swift short smart soft firm calm kind blind brief rough tough thick thin main plain high large
  fair poor rich loose close late wise nice free rude weak strong sharp harsh fresh great sweet abrupt covert most part
  like week day month year hour over friend whole order time actual final`.split(/\s+/),
)
const isAdverb = (lower: string) => {
  const root = lower.replace(/ly$/, '')
  const origins = [root, `${root}le`, `${root}l`, `${root}e`]
  return origins.some((word) => shortAdjectives.has(word) || (adjective.test(word) && isWord(word)))
}
const underived = new Set(
  'anomaly monopoly italy sicily july assembly scarcity velocity felicity vicinity trinity timetable vegetable constable'.split(
    ' ',
  ),
)
/** Whether a word is derived from an ordinary one: "scalability" from "scale". */
const isDerived = (lower: string) =>
  underived.has(lower) ||
  (lower.endsWith('ly') && isAdverb(lower)) ||
  derivations.some(
    ([ending, origins]) =>
      ending.test(lower) &&
      origins.some((origin) => {
        const root = lower.replace(ending, origin)
        return root.length > 2 && [root, root.replace(/(\p{L})\1$/u, '$1')].some(isWord)
      }),
  )
const isWord = (word: string) => languagesOfWord(word).length > 0

/** German nouns after "bei", which capitals do not distinguish from names. */
const germanNoun = anyOf('', [
  /(?:ungen|heiten|keiten|schaften|ionen|ern|eln|en|innen)$/,
  /^(?:bedarf|zweifel|gebrauch|interesse|gelegenheit|erfolg|verdacht|verlust|ausfall|abschluss|absprache|beginn|start|ende|kauf|umzug|release|update|import|export|push|merge|dritten|tag|nacht)s?$/,
])
const isCertain = (name: string) => innerCapital.test(name) || legalForm.test(name) || name.includes('.')

/** Whether a predicate follows the name that ends at a position. */
export const isSubjectAt = (sentence: string, end: number) =>
  predicate.test(sentence.slice(end, end + nearby))

const determiner = wholly('', [
  /der|die|das|den|dem|des|(?:k|m|d|s)?ein(?:e[nmrs]?)?|(?:ihr|unser|euer)(?:e[nmrs]?)?/,
  /jede[mnrs]?|diese[mnrs]?|alle|viele|wer|was|wenn|wie|wo|als|auch|nur|mit|ohne|bei|für|von/,
  /chez|dans|avec|sans|selon|depuis|en|con|sin|según|desde|les?|la|une?|des|chaque|ces?|cette/,
  /nos|vos|leurs?|el|los|las|unos?|unas?|cada|est[eao]s?|su|sus|quien|si|se|il|elle|on|nous/,
  /vous/,
])

/** German nouns after an article or an adjective are not names. */
const hasDeterminer = (before: string) => {
  const last = before.trim().split(/\s+/).at(-1) ?? ''
  return determiner.test(last.toLowerCase()) || /^\p{Ll}+(?:e|en|er|es|em)$/u.test(last)
}
