import { expect, test } from 'bun:test'
import { ReachedLimit } from '../../../../src/features/conversations/engine/limits.ts'
import { findRepeated } from '../../../../src/features/conversations/engine/repeats.ts'

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
