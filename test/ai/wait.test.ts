import { expect, test } from 'bun:test'
import { waitUntil } from '../../src/ai/wait.ts'

const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)

test.each([
  ['at the time that was asked for', 20, 0, 5, 20],
  ['within an hour of the beginning', 60, 0, 59, 60],
  ['not at all, after an hour of waiting', 61, 0, 5, null],
  ['not at all, when the shortest wait ends after that hour', 0, 0, 60, null],
  ['not at all, when the waiting began by a clock that was a day ahead', 20, 24 * 60, 5, null],
  ['not at once, though it was asked to', 5, 5, 5, 5 + 1 / 6],
  ['not at once, when the time has passed', 1, 0, 5, 5 + 1 / 6],
])('a job is retried %s', (_, asked, began, now, at) => {
  expect(waitUntil(minute(asked), minute(began), minute(now))).toEqual(at === null ? null : minute(at))
})
