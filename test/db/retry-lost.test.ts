import { afterEach, beforeEach, expect, mock, spyOn, test } from 'bun:test'
import { LibsqlError } from '@libsql/client/web'
import { limitWait, retryLost } from '../../src/db/retry-lost.ts'

let now = 0
let clock: ReturnType<typeof spyOn>
beforeEach(() => {
  now = 1000
  clock = spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => void clock.mockRestore())

const never = () => new Promise<never>(() => {})
const takes = (milliseconds: number) => async () => {
  now += milliseconds
}
const silent = 'The database server did not answer in time.'

test('the stages of a request share one time for the database, without the time between them', async () => {
  const wait = limitWait(8000)
  await wait.run(takes(3000))
  now += 60_000
  await wait.run(takes(4999))
  await expect(wait.run(never)).rejects.toThrow(silent)
  await wait.run(takes(1))
  const begun = mock(never)
  await expect(wait.run(begun)).rejects.toThrow(silent)
  expect(begun).not.toHaveBeenCalled()
})

test('a lost call is repeated only while its stage has time for another attempt', async () => {
  const wait = limitWait(8000)
  await wait.run(takes(6000))
  const lose = mock(() => Promise.reject(new LibsqlError('Lost.', 'SERVER_LOST')))
  await expect(wait.run(() => retryLost(wait.retryUntil, lose))).rejects.toThrow('Lost.')
  expect(lose).toHaveBeenCalledTimes(1)
})
