import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
// Not replaced by the fake timers.
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { startPoll } from '../../src/jobs/poll.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('every tenth poll only renews the registration of the process, so that each second has one request', async () => {
  const done: string[] = []
  const record = (name: string) => async () => {
    done.push(name)
  }
  const poll = startPoll({} as never, [record('poll')], record('renewal'))
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      jest.advanceTimersByTime(1000)
      await endOfTurn()
    }
  }
  await wait(20)
  poll.stop()
  await wait(10)
  const nine = Array(9).fill('poll')
  expect(done).toEqual([...nine, 'renewal', ...nine, 'renewal'])
})
