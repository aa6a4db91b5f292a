import { languagesOfWord } from '../mentions/ordinary.ts'
import verbList from './harmful-verbs.txt' with { type: 'text' }
import names from './known-companies.txt' with { type: 'text' }
import { loadedWordsIn } from './loaded-words.ts'
import { withLatinLetters } from './look-alikes.ts'
import { createNameNormalizer } from './name-variants.ts'
import { remember } from './remember.ts'
import { alternatives, readLines, readSections } from './word-list.ts'

/** Characters before and after a name that are searched for harm. */
const nearby = 120

/** A well-known company in a sentence, and what stands around its name. */
export type KnownCompany = { name: string; isOrdinary: boolean; before: string; after: string }

/** The well-known companies that a sentence names, also in capitals or disguised by look-alike letters. */
export function knownCompaniesIn(sentence: string): KnownCompany[] {
  const { byFirstWord, readable } = lists()
  const text = readable(sentence)
  const found: KnownCompany[] = []
  for (const { 0: first, index } of text.matchAll(firstWord))
    for (const { name, capitals, isOrdinary } of byFirstWord.get(first.toLowerCase()) ?? []) {
      const end = index + name.length
      const written = text.slice(index, end)
      const isNamed =
        written === name ||
        written === capitals ||
        (!isOrdinary && name.length >= shortestPlain && written.toLowerCase() === name.toLowerCase())
      if (!isNamed || wordGoesOn.test(text.slice(end, end + 2))) continue
      const before = text.slice(Math.max(0, index - nearby), index)
      found.push({ name, isOrdinary, before, after: text.slice(end, end + nearby) })
    }
  return found
}

/**
 * The well-known companies that a sentence harms. Their names may be ordinary words, so a name counts only with a capital
 * and beside what harms it: "Buffer loses your data", not "Buffer the input".
 */
export function harmedCompaniesIn(sentence: string): string[] {
  const { says } = lists()
  return [
    ...new Set(
      knownCompaniesIn(sentence)
        .filter(says)
        .map(({ name }) => name),
    ),
  ]
}

/** Whether what follows a name harms its bearer: "lost customer data". */
export const harmsSubject = (after: string): boolean =>
  lists().subject.test(after) || (described.test(after) && loadedWordsIn(after).length > 0)

const firstWord = /(?<![\p{L}\p{N}@/._-])[\p{L}\p{N}]+(?:\.io)?/gu
const wordGoesOn = /^[\p{L}\p{N}]|^[-_@/]\p{L}/u
/** Shorter names count only as they are written by their bearers. */
const shortestPlain = 5

let made: ReturnType<typeof makeLists> | undefined
const lists = () => {
  made ??= makeLists()
  return made
}

function makeLists() {
  const known = readLines(names).map((name) => ({
    ...{ name, capitals: name.toUpperCase(), isOrdinary: languagesOfWord(name).length > 0 },
  }))
  const byFirstWord = Map.groupBy(known, ({ name }) => (name.split(' ')[0] ?? name).toLowerCase())
  const namesOf = (isOrdinary: boolean) =>
    createNameNormalizer(known.filter((each) => each.isOrdinary === isOrdinary).map(({ name }) => name))
  const distinct = namesOf(false)
  const ordinary = namesOf(true)
  /** Ordinary words are names in disguise only with a sign inside: "N0tion", "Not-ion". */
  const readable = remember((text) => distinct(withPlainLetters(text).replace(disguised, ordinary)))
  return { byFirstWord, readable, ...makePatterns() }
}

const disguised = /(?<![\p{L}\p{N}-])\p{Lu}(?=[\p{L}-]*[\d@$|-])[\p{L}\d@$|-]{4,30}/gu

/** A text without invisible characters; words that only look Latin are written in Latin letters. */
const withPlainLetters = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[‘’ʼ′＇`´]/gu, "'")
    .replace(/(?=\p{L}*(?:(?!\p{Script=Latin})\p{L}))[\p{L}\p{M}]+/gu, (word) => {
      const latin = withLatinLetters(word)
      return /^[a-z]+$/i.test(latin) ? latin : word
    })

function makePatterns() {
  const sections = readSections(verbList)
  const wordsOf = (section: string) => sections.get(section) ?? []
  const of = (section: string) => alternatives(wordsOf(section))
  const objects = (section: string) => String.raw`\s(?:[\p{L}'’-]+\s){0,4}?(?:${of(section)})`
  const harmOf = (isMeant: (verb: string) => boolean) => {
    const some = (section: string) => alternatives(wordsOf(section).filter(isMeant))
    return `(?:${some('alone')}|(?:${some('with object')})${objects('objects')}|(?:${some('with private object')})${objects('private objects')})`
  }
  const all = new Set([...wordsOf('alone'), ...wordsOf('with object'), ...wordsOf('with private object')])
  const isRequest = (verb: string) =>
    all.has(`${verb}s`) || all.has(`${verb}es`) || (verb.endsWith('y') && all.has(verb.replace(/y$/, 'ies')))
  const isPast = (verb: string) => /ed$|^(?:lost|sold|stole|hid|lied|spied|froze|forgot|misled)$/.test(verb)
  const harm = `(?:${harmOf(() => true)}|${happenings}|${possessions})`
  const adverb = String.raw`(?:(?:will|may|can|would|could|has|have|had|is|was|were|been|being|got|ha|hat|a|still|also|now|often|always|never|even|again|once|then|just|\p{Ll}+ly)\s){0,3}`
  const possessive = String.raw`(?:['’]s?\s(?:\p{Ll}+\s){0,2}?|\s(?:(?:servers?|staff|engineers|founders|support|ceo)\s)?)`
  const bearer = String.raw`^(?:,?\s(?:Inc|Ltd|LLC|GmbH|AG|Corp|PLC|SAS|SARL)\b\.?,?)?(?:\s\([^)]*\))?`
  // "Notion, which leaks", "Notion: it leaks".
  const clause = String.raw`(?:,\s(?:which|who|whose|die|das|der|qui|que)|(?:\s?[:–—]|\s-)\s(?:it|they|which|who|sie|es|ils?|elle))?`
  // "Notion: leaks data", where a verb without an ending would ask the reader to do something.
  const label = String.raw`(?:\s?[:–—]|\s[-=])\s(?:${adverb}${harmOf((verb) => !isRequest(verb) && !isPast(verb))}(?!\p{L}|\s(?:of|in|from|is|are|was|were)\s)|(?=\p{L}+\s(?:your|our|their|its|the|all|every)\s)${harmOf(isPast)}(?!\p{L}))`
  const failure = String.raw`(?:(?:\s?[:–—]|\s[-=])\s(?:(?:is|was|just|only|nothing but)\s){0,2}(?:(?:a|an|the|another)\s)?|\s(?:is|was|are|were|remains|ist|est|es)\s(?:(?:just|only|still|simply|nothing but)\s){0,2}(?:a|an|the|another|ein|eine|une?|una)\s)(?:[\p{L}-]+\s){0,2}?(?:${of('names of failures')})(?!\p{L}|\s(?:detect|protect|filter|prevent|report))`
  const subject = new RegExp(
    `${bearer}(?:${clause}${possessive}${adverb}${harm}(?!\\p{L})|${label}|${failure})`,
    'iu',
  )
  const consequence = new RegExp(
    String.raw`^[^.!?:]{0,60}?(?:,|\s(?:and|or|then))\s(?:(?:you|they|your (?:team|customers|users))\s)?(?:will\s)?(?:${of('consequences')})\s(?:your|their|the|everything|all)(?!\p{L})`,
    'iu',
  )
  const badActor = new RegExp(String.raw`(?<!\p{L})(?:${of('bad actors')})(?!\p{L})`, 'iu')

  function says({ isOrdinary, before, after }: KnownCompany): boolean {
    if (subject.test(after)) return !(condition.test(before) && happens.test(after))
    if (warning.test(before) && ends.test(after)) return true
    const isUsed = used.test(before)
    if (isUsed && (consequence.test(after) || badActor.test(after))) return true
    return !isOrdinary && described.test(after) && loadedWordsIn(after).length > 0
  }
  return { says, subject }
}

/** Failures that a sentence reports unless it begins with a condition: "when AWS goes down". */
const happenings = `(?:keeps? )?(?:go(?:es|ing)?|went) (?:down|offline|dark)|(?:was|were|got|been) caught`
const possessions = String.raw`(?:has|have|had|charges?|adds?) (?:[\p{L}-]+ ){0,2}?hidden (?:fees?|costs?|charges?)`
const happens = new RegExp(String.raw`^\s(?:${happenings})(?!\p{L})`, 'iu')
const condition =
  /(?<!\p{L})(?:when|whenever|if|while|once|until|unless|after|before|wenn|falls|sobald|si|quand|lorsque|cuando)\s$/iu

/** Words that warn readers, before the name of a company. */
const warning =
  /(?<!\p{L})(?:(?:(?:do|can|could|should|would)(?:n['’]t| not)|never(?: ever)?|stop|nobody(?: should)?|no one(?: should)?|cannot) (?:trusts|trust(?:ing)?|us(?:e|ing)|rely(?:ing)? on|buy(?:ing)?(?: from)?|choos(?:e|ing)|pick)|avoid|beware of|stay away from|steer clear of|ditch|vorsicht vor|finger weg von|évitez|méfiez-vous de|evite|cuidado con)\s$/iu
const ends = /^\s*(?:$|[.!:;,–—]|-\s|\s?(?:because|again|ever|anymore|at all|with your)(?!\p{L}))/iu

/** Words before the name of a tool that somebody uses. */
const used =
  /(?<!\p{L})(?:use|using|try|trust|choose|pick|buy|with|on|in|to|via|through|into|over|from|nutze|mit|avec|con)\s$/iu
const described = /^\s(?:is|are|was|were|has been|ist|war|est|était|es|era)\s/iu
