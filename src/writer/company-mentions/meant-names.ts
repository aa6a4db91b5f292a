import { isAlwaysCapital, languagesOfWord } from '../../mentions/ordinary.ts'
import { readSections } from '../../text/word-list.ts'
import { isSubjectAt } from '../company-names.ts'
import type { KnownCompany } from '../known-companies.ts'
import nameList from './everyday-names.txt' with { type: 'text' }
import { hasHarm } from './harm.ts'

let lists: { everyday: Set<string>; adjectives: Set<string> } | undefined
function readNames() {
  const sections = readSections(nameList)
  lists ??= { everyday: new Set(sections.get('everyday')), adjectives: new Set(sections.get('adjectives')) }
  return lists
}

/** Whether a name that may be an ordinary word means a company: "Buffer loses posts", not "Buffer the input". */
export function isMeant(
  { name, isOrdinary, before, after }: KnownCompany,
  sentence: string,
  language: string,
): boolean {
  const { everyday, adjectives } = readNames()
  const word = name.toLowerCase()
  if (!isOrdinary && !everyday.has(word)) return true
  if (isAlwaysCapital(word)) return /^\s\p{Ll}{3}/u.test(after) && isSaid(after)
  const isEveryday = everyday.has(word) || (language === 'German' && languagesOfWord(word).includes('de'))
  const isFirst = !/\p{L}/u.test(before)
  if (!isFirst) return !isEveryday || !isTitle(sentence) || hasHarm(after)
  if (particle.test(after)) return false
  if (endsOrIntroduces.test(after)) return !isEveryday || !/\p{L}/u.test(after) || hasHarm(after)
  if (adjectives.has(word)) return !found.test(after) && (isSaid(after) || hasHarm(after))
  return !isEveryday || isSaid(after) || (language === 'German' && germanVerb.test(after))
}

/** Whether the predicate that follows is more than "is", or is harmful. */
const isSaid = (after: string): boolean =>
  copula.test(after) ? hasHarm(after) : isSubjectAt(after, 0) || verb.test(after)

/** "Slack off", "Notion of time", "Excel at planning". */
const particle = /^\s(?:of|off|at)\s/u
const endsOrIntroduces = /^(?:['’]s?\s|\s?[^\p{L}\p{N}\s'’(]|\s[–—-]\s|$)/u
const copula =
  /^\s(?:is|are|was|were|has|have|had|gets?|(?:can|could|will|would|may|might|should|must) be)\s/u
/** "Stripe stores card numbers". */
const verb = /^\s\p{Ll}+[^s\s]s\s(?:your|our|their|its|the|every|all|support|what|customers?|users?)\s/u
/** "Zoom hört". */
const germanVerb = /^\s\p{Ll}{3,}t\s/u
/** "Linear leaks are found". */
const found = /^\s\p{Ll}+\s(?:is|are)\s(?:now\s)?(?:found|shown|listed|detected|reported)(?!\p{L})/u
/** Most words of a title have capitals. */
const isTitle = (sentence: string): boolean => {
  const words = sentence.match(/\p{L}{4,}/gu) ?? []
  return words.filter((each) => /^\p{Lu}/u.test(each)).length > words.length / 2
}
