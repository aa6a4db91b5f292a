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

test.each([
  ['a line of the text', 'feat: add dark mode\n\nChangelog: none\n\nThe colors follow the system.'],
  ['the first line', 'Changelog: none'],
  ['a link', 'feat: add dark mode\n\nChangelog: https://acme.example/changes'],
])('%s is no Changelog trailer', (_, message) => {
  const { reason, title } = entryFor(message)
  expect(reason).not.toBe('Its Changelog trailer says that it is not reported.')
  expect(title).not.toContain('https:')
})

test('a Changelog trailer may be followed by the authors of a squash merge', () => {
  const message =
    'feat: add a queue\n\nChangelog: Run two jobs at once\n\nCo-authored-by: Bo <bo@acme.example>'
  expect(entryFor(message).title).toBe('Run two jobs at once')
})

test('a part of a change that is left out is listed', () => {
  expect(
    story(line('feat: add exports\n\nChangelog: none', `feat: add a button for it\n\nPart-of: ${sha('c1')}`)),
  ).toEqual(['highlight: Add a button for it', 'omitted: Add exports'])
})

test.each(['feat!: drop the old button', 'fix: prevent SQL injection in the button'])(
  '"%s" is listed, also as a part of another change',
  (title) => {
    const entries = ledgerOf(line('feat: add exports', `${title}\n\nPart-of: ${sha('c1')}`))
    expect(entries.map(({ reason }) => reason)).toEqual([null, null])
  },
)

test('a part of a part is left out as well', () => {
  const messages = [
    'feat: add exports',
    `feat: add a button for it\n\nPart-of: ${sha('c1')}`,
    `feat: add a tooltip\n\nPart-of: ${sha('c2')}`,
  ]
  const listed = ledgerOf(line(...messages)).filter((entry) => entry.reason === null)
  expect(listed.map(({ title }) => title)).toEqual(['Add exports'])
})

test('of two changes that name each other as their whole, one is listed', () => {
  const messages = [`feat: add exports (#7)\n\nPart-of: #8`, `feat: add a button for it (#8)\n\nPart-of: #7`]
  expect(ledgerOf(line(...messages)).filter((entry) => entry.reason === null)).toHaveLength(1)
})

test('a Part-of trailer that names nothing of the range changes nothing', () => {
  expect(story([commit('c1', 'feat: add exports\n\nPart-of: #99')])).toEqual(['highlight: Add exports'])
})
