import type { Subject } from '../../mentions/subject.ts'
import { stemsOf } from '../../text/stems.ts'
import { loadedWordsIn } from '../loaded-words.ts'
import type { Companies } from './companies.ts'
import { besideMarks, generic, topical } from './word-patterns.ts'

export type FreeWords = ReturnType<typeof createFreeWords>

/**
 * Words that need no source: names, general words, and the words of the user's question unless they are harmful or
 * names.
 */
export function createFreeWords({ own, known, support, normalize }: Companies, topic: string) {
  const asked = normalize(topic)
  const category = stemsOf(asked)
  const isNeutralTopic =
    loadedWordsIn(asked).length === 0 && [...support.namesIn(asked)].every((key) => key === own.key)
  const names = stemsOf(known.flatMap(({ name, terms }) => [name, ...terms]).join(' '))
  const unasked = generic.union(names)
  const neutral = isNeutralTopic ? unasked.union(category) : unasked
  const ofMarks = unasked.union(besideMarks)

  /** In a table cell, the label needs a source if the cell has a check mark, but not if it has words or a price. */
  function inCell(statement: string, label: string | undefined): Set<string> {
    if (label !== undefined) return neutral.union(stemsOf(label))
    return /\d/.test(statement) ? ofMarks.union(topical) : ofMarks
  }

  const of = ({ name }: Subject) => stemsOf(name)

  return { neutral, inLine: neutral.union(topical), inCell, of, category }
}
