import { expect, test } from 'bun:test'
import type { Release } from '../../src/changelog/activity.ts'
import { cleanNote } from '../../src/changelog/notes/clean.ts'
import { commit, entryFor, ledgerOf, line, written } from './activities.ts'

const history = line('feat: add dark mode')
const release = (tagName: string, name: string | null = null): Release => ({
  tagName,
  name,
  body: null,
  prerelease: false,
  publishedAt: null,
  url: null,
})
const titleFor = (to: string, releases: Release[] = [], options = {}) =>
  written(history, { to, releases }, options).title

test.each([
  ['v1.2.0', 'App 1.2.0'],
  ['release-2.0', 'App 2.0'],
  ['3.2a', 'App 3.2a'],
  ['@acme/app@1.2.0-rc.1', 'App 1.2.0-rc.1'],
  ['HEAD', 'App changelog, November 2, 2026'],
  ['nightly', 'App changelog, November 2, 2026'],
  ['0123456789abcdef0123456789abcdef01234567', 'App changelog, November 2, 2026'],
])('a changelog up to %s is called %s', (to, title) => {
  expect(titleFor(to)).toBe(title)
})

test('a named release has its name in the title', () => {
  expect(titleFor('v1.2.0', [release('v1.2.0', 'Winter edition')])).toBe('App 1.2.0: Winter edition')
  expect(titleFor('v1.2.0', [release('v1.2.0', 'v1.2.0')])).toBe('App 1.2.0')
})

test('a number at the end of the name that the version repeats is left out', () => {
  expect(written(history, { to: 'v2.0.5' }, { name: 'Grid 2' }).title).toBe('Grid 2.0.5')
  expect(written(history, { to: 'v3.0.5' }, { name: 'Grid 2' }).title).toBe('Grid 2 3.0.5')
})

test.each([
  'Constructor keeps the rows',
  'constructor: keep the rows',
  'constructor(rows): keep them',
  'toString keeps the rows',
])('words that every object has as a property are plain words: %s', (message) =>
  expect(entryFor(message)).toMatchObject({ placement: expect.stringMatching(/highlight|listed/) }),
)

test('a given title is used, on one line and with limited length', () => {
  expect(titleFor('v1.2.0', [], { title: 'Week\n45' })).toBe('Week 45')
  expect(titleFor('v1.2.0', [], { title: 'long '.repeat(100) }).length).toBeLessThanOrEqual(120)
})

test('the title has the product as it is spelled, also without a repository', () => {
  expect(written(history, { repository: null }, { name: 'jq' }).title).toBe('jq changelog, November 2, 2026')
  expect(written(history, { repository: null, to: 'v1.0.0' }).title).toBe('Version 1.0.0')
})

test('a title that begins with a long code span keeps its words', () => {
  const { markdown } = written(line(`feat: \`${'word '.repeat(60)}\` is accepted`))
  expect(markdown).toMatch(/^### 'word word word /m)
})

test('a single backtick of one title does not pair with that of the next', () => {
  const { markdown } = written([...line('fix: `unclosed <details>'), ...line('fix: `unclosed <summary>')])
  expect(markdown).not.toContain('`unclosed')
})

test.each([
  ['fix: `parse()` should accept tabs', 'Make `parse()` accept tabs'],
  ['fix: rows should be sorted', 'Rows should be sorted'],
  ['fix: escape links in comments, thanks ana.example', 'Escape links in comments'],
  ['feat: add squeezing (based on #562) (#2665)', 'Add squeezing'],
  ['feat: add tabs [ci skip] (#12)', 'Add tabs'],
  ['[skip ci] feat: add rows', 'Add rows'],
  [
    'Changes (#12)\n\n* feat: add tabs\n* test: cover tabs\n* fix: keep the cursor',
    'Add tabs; keep the cursor',
  ],
  ['feat: add tabs, smooth other things on #77', 'Add tabs, smooth other things'],
  ['feat: add tabs, closes [#77]', 'Add tabs'],
  ['fix: compare names in constant time [security] (#12)', 'Compare names in constant time'],
  ['[codex] Guard the deletion of tabs', 'Guard the deletion of tabs'],
  ['Possible fix for a leak of tiles', 'Fix a leak of tiles'],
  ['This closes #20, add a function for rows', 'Add a function for rows'],
  ['Ref #20, fix a crash of rows (#21)', 'Fix a crash of rows'],
  ['Ref #20 and #21 crash of rows', 'Fix crash of rows'],
  ['Fixes #20 and #21 add a function for rows', 'Add a function for rows'],
  ['Fix #20 crash in parser', 'Fix #20 crash in parser'],
  ['fixes #12 when the list is empty', 'Fix #12 when the list is empty'],
  ['!1279 修复邮件的图片', '修复邮件的图片'],
  ['增加识别（issue#IB3SJF@Gitee）', '增加识别'],
  ['feat: define how links are read, tests', 'Define how links are read'],
  ['feat: add tabs to rows and add missing type tests', 'Add tabs to rows'],
  ['docs: add examples and tests', 'Add examples and tests'],
  ['[ISSUE #20] Add a cache of rows', 'Add a cache of rows'],
  ['feat: [ISSUE #20] add a cache of rows', 'Add a cache of rows'],
  ['feature：add a cache of rows', 'Add a cache of rows'],
  ['2783 setting terminal title (#2807)', 'Setting terminal title'],
  ['Revert "feat(ui): add tabs"', 'Revert "Add tabs"'],
])('"%s" is titled "%s"', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test('a mark of a coding agent, a space before a colon and a file without a name make no area', () => {
  expect(entryFor('[codex] Guard the deletion of tabs').area).toBeNull()
  expect(entryFor('Map View : allow darker tiles')).toMatchObject({
    area: 'Map View',
    title: 'Allow darker tiles',
  })
  expect(entryFor('tiles/.h: include the header').area).toBeNull()
})

test('links to several pull requests at the end of a note are removed', () => {
  const links = [5, 6, 7].map((number) => `https://github.com/acme/app/pull/${number}`).join(' and ')
  expect(cleanNote(`Add tabs (${links})`).text).toBe('Add tabs')
})

test.each(['(#1) ', '[#1] ', 'fix #1 and ', 'acme/app#1, '])(
  'a title with %p many times is read in linear time',
  (reference) => {
    const title = `fix: backport ${reference.repeat(40)}to v2`
    expect(entryFor(title).title).toStartWith('Backport')
  },
)

test('references at the end of a title are removed, however many there are', () => {
  expect(entryFor('feat: add dark mode (#1) (#2) [#3]').title).toBe('Add dark mode')
  expect(entryFor('feat: add dark mode (fixes #1, #2 and #3)').title).toBe('Add dark mode')
})

test.each([
  ['fix(map/legend) allow dots in names', 'Allow dots in names', 'map/legend'],
  ['feat(map: draw legends', 'Draw legends', 'map'],
])('a declared type with a missing sign is still a type: "%s"', (message, title, area) => {
  const entry = entryFor(message, { paths: ['src/map.ts'] })
  expect([entry.title, entry.area]).toEqual([title, area])
})

test('of two declared types the first one counts', () => {
  const entry = entryFor('Perf/fix: stop reading all tiles for one map', { paths: ['src/map.ts'] })
  expect([entry.title, entry.area, entry.category]).toEqual([
    'Stop reading all tiles for one map',
    null,
    'Performance Improvements',
  ])
})

test('a pull request whose title is only its branch gets the title of its first commit for users', () => {
  const paths = ['src/map.ts']
  const commits = [
    commit('base', 'Start', { paths }),
    commit('first', 'fix: prevent forged map requests', { parents: ['base'], paths }),
    commit('second', 'fix: read the tokens once', { parents: ['first'], paths }),
    commit('merge', 'Merge pull request #7 from acme/map-tokens\n\nMap tokens', {
      parents: ['base', 'second'],
    }),
  ]
  expect(ledgerOf(commits).find(({ number }) => number === 7)?.title).toBe('Prevent forged map requests')
})

test.each([
  ['#12 #13 Map headers to errors', 'Map headers to errors'],
  ['[develop] Support batches', 'Support batches'],
])('numbers and branches before a title are no part of it: "%s"', (message, title) => {
  const entry = entryFor(message, { paths: ['src/map.ts'] })
  expect([entry.title, entry.area]).toEqual([title, null])
})

test.each([
  ['Ana fix/missing map records', 'Fix missing map records'],
  ['fix: #12 - .draw type regression for tiles', 'Fix .draw type regression for tiles'],
  ['fix: #12, support tokens of maps', 'Support tokens of maps'],
  ['fix: #12 unhandled error on timeouts', 'Fix unhandled error on timeouts'],
  [
    '`Map.open()` of an empty name now returns a\nvalue and throws nothing',
    '`Map.open()` of an empty name now returns a value and throws nothing',
  ],
  ['feat: add support for virtual … (#5)\n\n…maps of cities', 'Add support for virtual maps of cities'],
  ['fix: turn to the\n\nSigned-off-by: Ana', 'Turn to the'],
])('a title is read as its author meant it: "%s"', (message, title) => {
  expect(entryFor(message, { paths: ['src/map.ts'] }).title).toBe(title)
})

test('a scope in brackets after the type is the scope', () => {
  const entry = entryFor('fix: [FTP] close the connection')
  expect([entry.title, entry.area]).toEqual(['Close the connection', 'FTP'])
})

test('the first letter of a dotted name stays as it is', () => {
  expect(entryFor('feat: middleware.ClientIP replaces middleware.RealIP').title).toMatch(
    /^middleware\.ClientIP/,
  )
})

test('a wrapped title is read to its end', () => {
  const subject = "fix(cli): account for versions above 5 in the parse command's pretty"
  expect(entryFor(`${subject}\ndebug output.\n\nMore.`).title).toMatch(/pretty debug output$/)
  expect(entryFor(`${subject}\n\ndebug output`).title).toMatch(/pretty$/)
})

test('a mark of the branch is no part of a title', () => {
  expect(entryFor('Expose the tokenizer again (3.x version)').title).toBe('Expose the tokenizer again')
})

test('the revert of a revert without quotation marks applies the change again', () => {
  expect(entryFor('Revert "Revert legend of maps"').title).toBe('Reapply "Legend of maps"')
})
