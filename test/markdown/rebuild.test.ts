import { expect, test } from 'bun:test'
import { rebuildMarkdown } from '../../src/markdown/rebuild.ts'

const joiner = '\u2060'
const rebuilt = (markdown: string) => rebuildMarkdown(markdown, { resolve: () => null }).trim()

test.each([
  ['a plain mention', 'Thanks @everyone', `Thanks @${joiner}everyone`],
  ['an escaped mention', 'Thanks \\@everyone', `Thanks @${joiner}everyone`],
  ['a mention by entity', 'Thanks &#64;everyone', `Thanks @${joiner}everyone`],
  ['code stays code', 'Use `@scope/name`', 'Use `@scope/name`'],
  ['an escaped mark shows the mark', 'Two \\* two', 'Two \\* two'],
])('%s mentions no user', (_, markdown, expected) => {
  expect(rebuilt(markdown)).toBe(expected)
})

test('a list stays tight or loose as it was', () => {
  const close = '- one\n  - two\n- three'
  expect(rebuilt(close)).toBe(close)
  const wide = '- one\n\n  two\n- three'
  expect(rebuilt(wide)).toBe(wide)
})
