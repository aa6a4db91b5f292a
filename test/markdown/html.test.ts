import { expect, test } from 'bun:test'
import { firstHeading, renderMarkdown } from '../../src/markdown/html.ts'

// A parser that is not linear needed minutes for each of these: the test ends, or the runner stops it.
test.each([
  ['lists between paragraphs', 'a\n-\n'.repeat(25_000)],
  ['emphasis that never closes', '*a **b '.repeat(14_000)],
  ['nested lists', `${'* '.repeat(49_990)}a`],
  ['underscores', '___a'.repeat(25_000)],
  ['nested quotes', '>'.repeat(50_000)],
  ['backticks', '`a'.repeat(50_000)],
])('hostile Markdown is rendered quickly: %s', (_, markdown) => {
  expect(typeof renderMarkdown(markdown)).toBe('string')
  firstHeading(markdown)
})

test.each([
  ['# One\n\ntwo', 'One'],
  ['text\n\n## A `b` & **c**\n', 'A b & c'],
  ['no heading', null],
  ['# <script>x</script>', null],
])('the first heading of %p is %p', (markdown, heading) => {
  expect(firstHeading(markdown)).toBe(heading)
})

test.each([
  ['<script>alert(1)</script>hello', 'hello'],
  ['[x](javascript:alert(1))', '<p><a rel="nofollow noopener">x</a></p>'],
  ['<img src=x onerror=alert(1)>', '<img src="x" />'],
  ['<iframe src="https://evil.example"></iframe>', ''],
])('%p is shown as %p', (markdown, html) => {
  expect(renderMarkdown(markdown)).toBe(html)
})

test.each([
  ['quotations', '> ', /<blockquote>/g],
  ['lists', '* ', /<ul>/g],
  ['numbered lists', '1. ', /<ol>/g],
])('%s are at most a hundred deep', (_, mark, tag) => {
  const html = renderMarkdown(`${mark.repeat(30_000)}deep`)
  expect(html.match(tag)).toHaveLength(100)
  expect(html).toContain('deep')
})
