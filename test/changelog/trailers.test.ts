import { expect, test } from 'bun:test'
import { commit, entryFor, ledgerOf, line, sha, story } from './activities.ts'

test('a Changelog trailer replaces the title, and reports an internal change', () => {
  const message = 'refactor: split the queue\n\nChangelog: Run two jobs at once'
  expect(entryFor(message)).toMatchObject({ title: 'Run two jobs at once', placement: 'listed' })
})

test.each(['none', 'Skip', 'no'])('a Changelog trailer %s leaves the change out', (word) => {
  expect(entryFor(`feat: add dark mode\n\nChangelog: ${word}`)).toMatchObject({
    placement: 'omitted',
    reason: 'Its Changelog trailer says that it is not reported.',
  })
})

test.each([
  ['fixed', 'Bug Fixes'],
  ['security', 'Security'],
  ['performance', 'Performance Improvements'],
] as const)('a Changelog trailer may only name the kind: %s', (kind, category) => {
  expect(entryFor(`Rework the reader of rows\n\nChangelog: ${kind}`)).toMatchObject({
    category,
    title: 'Rework the reader of rows',
  })
})

test.each([
  ['#7', 'feat: add exports (#7)', 'It is a part of #7 (Add exports).'],
  [sha('c1'), 'feat: add exports', `It is a part of ${sha('c1').slice(0, 7)} (Add exports).`],
])('a Part-of trailer %s belongs to another change', (named, whole, reason) => {
  const entries = ledgerOf(line(whole, `feat: add a button for it\n\nPart-of: ${named}`))
  expect(entries.map((entry) => [entry.title, entry.reason])).toEqual([
    ['Add exports', null],
    ['Add a button for it', reason],
  ])
})

test('a Part-of trailer that names nothing of the range changes nothing', () => {
  expect(story([commit('c1', 'feat: add exports\n\nPart-of: #99')])).toEqual(['highlight: Add exports'])
})
