import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { startPoll } from '../../src/jobs/poll.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('every tenth poll only renews the registration of the process, so that each second has one request', () => {
  const done: string[] = []
  const record = (name: string) => async () => {
    done.push(name)
  }
  const poll = startPoll({} as never, [record('poll')], record('renewal'))
  jest.advanceTimersByTime(20_000)
  poll.stop()
  jest.advanceTimersByTime(10_000)
  const nine = Array(9).fill('poll')
  expect(done).toEqual([...nine, 'renewal', ...nine, 'renewal'])
})
