import { createRepeatCount, maxRepeats } from '../../../tools/repeats.ts'
import { toCanonicalJson } from '../../approvals/rules.ts'

/** Returns a function that takes every call and returns whether it is the third equal one in a row. */
export function createRepeatWatch() {
  const count = createRepeatCount()
  return (toolName: string, input: unknown): boolean =>
    count(`${toolName} ${toCanonicalJson(input)}`) >= maxRepeats
}
