import { expect, test } from 'bun:test'
import { escapeJson, toText } from '../src/log-text.ts'

const line = (fields: object) =>
  JSON.stringify({ level: 'warn', time: '2026-03-04T15:30:02.123Z', msg: 'Jobs wait.', ...fields })

test('a text line is time, level, message and fields', () => {
  expect(toText(line({ job: 'feeds.poll', error: 'The disk is full.', n: 2 }), false)).toBe(
    '15:30:02 WARN  Jobs wait. job=feeds.poll error="The disk is full." n=2\n',
  )
})

test('a text line has colors only where asked for', () => {
  expect(toText(line({}), true)).toBe('15:30:02 \u001b[33mWARN \u001b[39m Jobs wait.\n')
})

test('foreign text in a text line cannot control the terminal', () => {
  expect(toText(line({ msg: 'a\u001b[2J\nb' }), false)).toBe('15:30:02 WARN  a [2J b\n')
})

test('foreign text in a JSON line cannot control the terminal, and is preserved', () => {
  const msg = 'a\u001b[2J\u007f\u009b2J\u202eb\u2028\u{e0041}\n'
  const escaped = escapeJson(`${line({ msg })}\n`)
  expect(escaped).toMatch(/^[ -~]+\n$/)
  expect(JSON.parse(escaped).msg).toBe(msg)
})
