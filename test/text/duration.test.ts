import { expect, test } from 'bun:test'
import { readDuration, readSince } from '../../src/text/duration.ts'

test.each([
  ['24h', '2026-11-04T12:00:00.000Z'],
  ['7d', '2026-10-29T12:00:00.000Z'],
  ['2w', '2026-10-22T12:00:00.000Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
])('since %s is %s', (text, expected) => {
  expect(readSince(text, new Date('2026-11-05T12:00:00Z')).toISOString()).toBe(expected)
})

test.each(['yesterday', '7', '-7d', '', '2026-13-45'])('%j is not a time', (text) => {
  expect(() => readSince(text, new Date())).toThrow(
    'is not a time: write 24h, 7d, 2w or a date such as 2026-01-31.',
  )
})

test.each([
  ['90m', 5_400_000],
  ['12h', 43_200_000],
  [' 30d ', 2_592_000_000],
  ['8w', 4_838_400_000],
])('%j lasts %p milliseconds', (text, milliseconds) => {
  expect(readDuration(text)).toBe(milliseconds)
})

test.each(['soon', '0d', '-1d', '1.5h', '7', '', '100000d'])('%j is not a duration', (text) => {
  expect(() => readDuration(text)).toThrow(`"${text}" is not a duration: write 12h, 30d or 8w, for example.`)
})
