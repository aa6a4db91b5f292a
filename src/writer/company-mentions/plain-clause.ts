import { brandSign } from '../brand-sign.ts'
import { type Clause, companySign } from './clauses-of-sentence.ts'
import { auxiliary, createPlaces, determiner, positionsOf } from './company-positions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Context of a clause. */
export type Setting = {
  /** Whether the clause continues about a company: after "which", a pronoun or a label. */
  isAbout: boolean
  /** Whether it is a condition, or the reason for the brand's next action, so that it may report a failure. */
  mayFail: boolean
  /** The seam after it. */
  next: string
}

/** Maximum number of words between "your" and its noun. */
const reach = 3

/** Finds clauses that only use the vocabulary of integrations, with neutral predicates. */
export function createPlainClauses(vocabulary: Vocabulary) {
  const { adverbs, againstOwners, careful, ended, failures, harmless, openers, qualities, reached } =
    vocabulary
  const { states, things, uninvolved, verbs } = vocabulary
  const { isBeside } = createPlaces(vocabulary)

  function isPlain({ words }: Clause, setting: Setting): boolean {
    const about = positionsOf(words).filter((place) => !isBeside(place))
    const isSubject = setting.isAbout || about.length > 0
    return (
      words.every((_, at) => isPlainWord(words, at, isSubject, setting.mayFail)) &&
      about.every(
        ({ before, after }) =>
          // The object of another verb: "users are leaving Slack".
          (after.length > 0 || before.length === 0) && isPlainPredicate(after, setting),
      ) &&
      (!setting.isAbout || words.includes(companySign) || isPlainPredicate(withoutPronoun(words), setting))
    )
  }

  function isPlainWord(words: string[], at: number, isSubject: boolean, mayFail: boolean): boolean {
    const word = words[at] ?? ''
    if (word === companySign || word === brandSign || vocabulary.isPlain(word)) return true
    if (mayFail && (failures.has(word) || word === 'not')) return true
    if (word === 'not') return uninvolved.has(words[at + 1] ?? '')
    return !isSubject && ended.has(word) && /^(?:longer|mehr)$/.test(words[at + 1] ?? '')
  }

  /** Whether the predicate of a company is neutral: "sends a webhook", "is connected". */
  function isPlainPredicate(after: string[], { mayFail, next }: Setting): boolean {
    if (after.length === 0) return true
    if (determiner.test(after[0] ?? '')) return false
    const at = after.findIndex(
      (word) => !isSkipped(word) && !adverbs.has(word) && !openers.has(word) && word !== 'not',
    )
    const before = after.slice(0, at < 0 ? after.length : at).join(' ')
    const verb = after[at] ?? ''
    if (at < 0) return !auxiliary.test(after.at(-1) ?? '') || (being.test(before) && next === 'where')
    if (being.test(before)) return isPlainState(after.slice(at), mayFail)
    if (having.test(before) || determiner.test(after[at - 1] ?? ''))
      return after.slice(at).some((word) => things.has(word))
    const objects = after.slice(at + 1)
    if (touchesPeople(objects)) return false
    if (againstOwners.has(verb) && objects.some((word) => mine.test(word))) return false
    if (careful.has(verb))
      return objects.some((word) => harmless.has(word)) && !objects.some((word) => mine.test(word))
    return verbs.has(verb)
  }

  function isPlainState(words: string[], mayFail: boolean): boolean {
    const state = words.find((word) => !qualities.has(word) && !determiner.test(word) && word !== 'of') ?? ''
    return (
      [states, uninvolved, things].some((plain) => plain.has(state)) ||
      (verbs.has(state) && /ed$/.test(state) && !failures.has(state)) ||
      words.some((word) => states.has(word) && qualities.has(word)) ||
      (mayFail && failures.has(state))
    )
  }

  /** Whether an object belongs to a person and is not a usual object of integrations: "your messages". */
  const touchesPeople = (words: string[]): boolean =>
    words.some(
      (word, at) =>
        mine.test(word) &&
        !words.slice(at + 1, at + 1 + reach).some((each) => reached.has(each) || each === companySign),
    )

  return { isPlain, isPlainState }
}

/** Auxiliary verbs and articles: "is one of the". */
const isSkipped = (word: string) =>
  auxiliary.test(word) || /^(?:an?|the|of|one|your|its|une?|una)$/.test(word)

const withoutPronoun = (words: string[]) => (pronoun.test(words[0] ?? '') ? words.slice(1) : words)
export const pronoun = /^(?:it|they|es|sie|er|il|elle|ils|elles|ella)$/

const mine =
  /^(?:your|our|my|their|its|dein(?:e[nmr]?)?|ihre[nmr]?|unsere?[nmr]?|votre|vos|notre|nos|ton|ta|tes|leurs?|tus?|sus?|nuestr[oa]s?)$/
const being =
  /(?:^|\s)(?:is|are|was|were|been?|being|ist|sind|war|wird|werden|est|sont|es|son|está|están)(?:\s|$)/
const having = /(?:^|\s)(?:has|have|had|hat|haben|a|ont|tiene|tienen)(?:\s|$)/
