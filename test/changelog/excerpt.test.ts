import { expect, test } from 'bun:test'
import { excerptOf } from '../../src/changelog/excerpt.ts'
import { line, written } from './activities.ts'

test.each([
  [
    'Rows are sent as they are read. A million rows take 40 MB. Nothing else.',
    'Rows are sent as they are read. A million rows take 40 MB.',
  ],
  [
    '<!-- Describe your change -->\n\n## What\n\nRows are sent as they\nare read',
    'Rows are sent as they are read.',
  ],
  [
    '- [x] I ran the tests\n- [ ] Docs\n\nFixes #12\n\nRows are sent as they are read.',
    'Rows are sent as they are read.',
  ],
  ['This PR sends rows as they are read.', 'This change sends rows as they are read.'],
  [
    'See https://evil.example for more.\n\nRows are [sent](http://evil.example) as they are `read()`.',
    'Rows are sent as they are `read()`.',
  ],
  ['What does this do?\n\n<b>Rows</b> are sent as they are read.', 'Rows are sent as they are read.'],
  ['Rows are sent.\n\nBREAKING CHANGE: the option `old`\nis gone now.', 'The option `old` is gone now.'],
  [
    'Version 1.2 of the protocol is used, e.g. for exports.',
    'Version 1.2 of the protocol is used, e.g. for exports.',
  ],
  ['* one\n* two', null],
  ['Co-authored-by: Bo <bo@x.org>', null],
  ['Reverts acme/app#12', null],
  ['Thanks!', null],
  ['', null],
  [null, null],
])('of %j', (body, expected) => {
  expect(excerptOf(body)).toBe(expected)
})

test('is short however long the description is', () => {
  expect(excerptOf(`${'words and '.repeat(10_000)}.`)?.length).toBeLessThanOrEqual(302)
})

test('lines that tools add are skipped, however many there are', () => {
  expect(excerptOf(`${'Signed-off-by: a <a@b>\n'.repeat(500)}\nShows every deployment on one page.`)).toBe(
    'Shows every deployment on one page.',
  )
})

test('a sentence about a review is not quoted', () => {
  const body = 'Rework the new middlewares per reviewer feedback and align them with the documented patterns.'
  const { markdown } = written(line(`feat: add \`ClientIP\` to requests\n\n${body}`))
  expect(markdown).not.toContain('reviewer')
})

test('a sentence about what a function did before is not quoted', () => {
  const body =
    '`next_capture` linearly scanned all finished states to find the earliest one without an index.'
  const { markdown } = written(line(`perf: use a heap in \`next_capture\`\n\n${body}`))
  expect(markdown).not.toContain('scanned')
})
