import { brandSign } from '../brand-sign.ts'
import { type Clause, companySign } from './clauses-of-sentence.ts'
import { auxiliary, maxDistance, positionsOf } from './company-positions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Finds clauses in which the brand or the reader acts. */
export function createOwnClauses(vocabulary: Vocabulary) {
  const { actions, negations, openers, places, questions, relatives, subjects, things } = vocabulary
  const isActor = (word: string) => word === brandSign || subjects.has(word)

  /** Whether the brand or the reader acts: "Connect your repository", "you can use", "Acme posts". */
  function isOwnAction({ words, seam }: Clause): boolean {
    const opened = words.slice(words.findIndex((word) => !openers.has(word)))
    const [first = '', second = '', third = ''] = withoutPlace(opened)
    if (isActor(first) || (questions.has(first) && isActor(second))) return true
    if (ours.test(first)) return things.has(second)
    if (relatives.has(seam)) return false
    if (first === 'to') return actions.has(second)
    if (negations.has(first)) return actions.has(second) || second === companySign
    if (questions.has(first) && negations.has(second))
      return actions.has(third) || actions.has(words[3] ?? '')
    return actions.has(first) && !isFollowedByPredicate(opened)
  }

  /** Whether an auxiliary verb follows the company: "support at Slack is", which is no request. */
  const isFollowedByPredicate = (words: string[]) =>
    positionsOf(words).some(
      ({ before, after: [next = ''] }) => places.has(before[0] ?? '') && auxiliary.test(next),
    )

  /** The words after a place at the start: "on GitHub you can". */
  function withoutPlace(words: string[]): string[] {
    const at = words.indexOf(companySign)
    if (!places.has(words[0] ?? '') || at < 0 || at > maxDistance) return words
    const rest = words.slice(at + 1)
    return rest.slice(rest.findIndex((word) => !things.has(word) && word !== 's'))
  }

  return { isOwnAction }
}

const ours = /^(?:our|unsere?|notre|nos|nuestr[oa]s?)$/
