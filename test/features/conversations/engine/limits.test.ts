import { expect, test } from 'bun:test'
import { checkLimits, ReachedLimit } from '../../../../src/features/conversations/engine/limits.ts'

const minutes = (count: number) => count * 60_000

test.each([
  ['50 steps', { finishedSteps: 49 }, { finishedSteps: 50 }],
  ['200,000 tokens', { outputTokens: 199_999 }, { outputTokens: 200_000 }],
  ['15 minutes', { milliseconds: minutes(15) - 1 }, { milliseconds: minutes(15) }],
])('a turn ends after %s, with a sentence that says so', (limit, before, after) => {
  const used = { finishedSteps: 1, outputTokens: 1, milliseconds: 1 }
  expect(() => checkLimits({ ...used, ...before })).not.toThrow()
  const reached = new ReachedLimit(`The turn took ${limit} without coming to an end.`)
  expect(() => checkLimits({ ...used, ...after })).toThrow(reached)
})
