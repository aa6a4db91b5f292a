import { alternatives, readSections } from '../text/word-list.ts'
import verbList from './harmful-verbs.txt' with { type: 'text' }
import { loadedWordsIn } from './loaded-words.ts'

/** Whether the words after a possible company name harm that company: "lost customer data". */
export const harmsSubject = (after: string): boolean => {
  subject ??= makePattern()
  return subject.test(after) || (described.test(after) && loadedWordsIn(after).length > 0)
}
let subject: RegExp | undefined
const described = /^\s(?:is|are|was|were|has been|ist|war|est|était|es|era)\s/iu

function makePattern(): RegExp {
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
  // "Snaply, which leaks", "Snaply: it leaks".
  const clause = String.raw`(?:,\s(?:which|who|whose|die|das|der|qui|que)|(?:\s?[:–—]|\s-)\s(?:it|they|which|who|sie|es|ils?|elle))?`
  // "Snaply: leaks data", where a verb without an ending would be an instruction to the reader.
  const label = String.raw`(?:\s?[:–—]|\s[-=])\s(?:${adverb}${harmOf((verb) => !isRequest(verb) && !isPast(verb))}(?!\p{L}|\s(?:of|in|from|is|are|was|were)\s)|(?=\p{L}+\s(?:your|our|their|its|the|all|every)\s)${harmOf(isPast)}(?!\p{L}))`
  const failure = String.raw`(?:(?:\s?[:–—]|\s[-=])\s(?:(?:is|was|just|only|nothing but)\s){0,2}(?:(?:a|an|the|another)\s)?|\s(?:is|was|are|were|remains|ist|est|es)\s(?:(?:just|only|still|simply|nothing but)\s){0,2}(?:a|an|the|another|ein|eine|une?|una)\s)(?:[\p{L}-]+\s){0,2}?(?:${of('names of failures')})(?!\p{L}|\s(?:detect|protect|filter|prevent|report))`
  return new RegExp(`${bearer}(?:${clause}${possessive}${adverb}${harm}(?!\\p{L})|${label}|${failure})`, 'iu')
}

const happenings = `(?:keeps? )?(?:go(?:es|ing)?|went) (?:down|offline|dark)|(?:was|were|got|been) caught`
const possessions = String.raw`(?:has|have|had|charges?|adds?) (?:[\p{L}-]+ ){0,2}?hidden (?:fees?|costs?|charges?)`
