import { between } from '../../text/pattern.ts'
import { createPlainClauses } from './plain-clause.ts'
import { vocabularyOf } from './vocabulary.ts'

let isPlainState: ((words: string[], mayFail: boolean) => boolean) | undefined

/** Whether the words after a name describe its quality: "is bloated", but not "is connected" or "is a tool". */
export function isDescribed(after: string, mayFail = false): boolean {
  const [, said = ''] = description.exec(after) ?? []
  if (said === '') return false
  const vocabulary = vocabularyOf('English')
  isPlainState ??= vocabulary === null ? () => false : createPlainClauses(vocabulary).isPlainState
  return !isPlainState(said.toLowerCase().match(/\p{L}+/gu) ?? [], mayFail)
}

const description = between(
  'u',
  /^(?:\s\([^)]*\))?(?:\s\p{Lu}\p{Ll}+)?(?:['’]s?\s(?:\p{Ll}+\s?){1,2}?)?\s/u,
  [/is|are|was|were|(?:has|have) been|remains?|stays?|seems?|feels?|looks?/u],
  /\s(?:(?:not|now|also|already|still|again|just|simply|only|even|so|too|very|never|always|often)\s){0,3}([^,;:.!?]{1,80})/u,
)
