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

test('the log reports once that polls succeed again', async () => {
  const lines: string[] = []
  const log = {
    info: (text: string) => lines.push(text),
    error: (_: object, text: string) => lines.push(text),
  }
  const failing = [true, true, false, false]
  const look = async () => {
    if (failing.shift()) throw new Error('locked')
  }
  const poll = startPoll({ log } as never, [look])
  for (let second = 0; second < 4; second++) {
    jest.advanceTimersByTime(1000)
    await endOfTurn()
  }
  poll.stop()
  const refused = 'The database could not be read for due jobs. Trying again in 1 s.'
  expect(lines).toEqual([refused, refused, 'The database can be read again. Due jobs continue.'])
})
