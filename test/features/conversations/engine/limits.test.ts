import { expect, test } from 'bun:test'
import {
  checkLimits,
  findRepeated,
  ReachedLimit,
} from '../../../../src/features/conversations/engine/limits.ts'

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
const call = (tool: string, input: string, index: number) => ({ id: `call_${index}`, tool, input })
const calls = (...inputs: string[]) => inputs.map((input, index) => call('list_posts', input, index))

test('the third equal call in a row is refused', () => {
  expect([...findRepeated(calls('1', '1', '1'))]).toEqual(['call_2'])
  expect([...findRepeated(calls('1', '1', '1', '2', '1'))]).toEqual(['call_2'])
})

test('equal calls are counted again after another call', () => {
  expect([...findRepeated(calls('1', '1', '2', '1', '1'))]).toEqual([])
  expect([...findRepeated([...calls('1', '1'), call('get_post', '1', 2)])]).toEqual([])
})

test('a fourth equal call in a row ends the turn', () => {
  const reached = new ReachedLimit('The agent asked for the same call of list_posts again and again.')
  expect(() => findRepeated(calls('1', '1', '1', '1'))).toThrow(reached)
})
