import { alternatives, readSections } from '../text/word-list.ts'
import verbList from './harmful-verbs.txt' with { type: 'text' }
import { deniesHarm, isAdjective, judges } from './judgments.ts'
import { type KnownCompany, knownCompaniesIn } from './known-companies.ts'
import { loadedWordsIn } from './loaded-words.ts'

/**
 * The well-known companies that a sentence harms. Their names may be ordinary words, so a name counts only with a capital
 * and beside what harms it: "Buffer loses your data", not "Buffer the input".
 */
export function harmedCompaniesIn(sentence: string): string[] {
  return [
    ...new Set(
      knownCompaniesIn(sentence)
        .filter(isHarmed)
        .map(({ name }) => name),
    ),
  ]
}

/** The well-known companies that a sentence only says not to harm anybody, or whose names are other words in it. */
export function harmlessCompaniesIn(sentence: string): string[] {
  const byName = Map.groupBy(knownCompaniesIn(sentence), ({ name }) => name)
  return [...byName].flatMap(([name, found]) =>
    found.every((each) => isAdjective(each) || deniesHarm(each)) ? [name] : [],
  )
}

/** Whether what follows a name harms its bearer: "lost customer data". */
export const harmsSubject = (after: string): boolean =>
  patterns().subject.test(after) || (described.test(after) && loadedWordsIn(after).length > 0)

let made: ReturnType<typeof makePatterns> | undefined
const patterns = () => {
  made ??= makePatterns()
  return made
}

function isHarmed(company: KnownCompany): boolean {
  return !isAdjective(company) && (patterns().says(company) || judges(company))
}

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
  const adverb = String.raw`(?:(?:will|may|can|would|could|has|have|had|is|was|were|been|being|got|ha|hat|a|still|also|now|often|always|even|again|once|then|just|\p{Ll}+ly)\s){0,3}`
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
