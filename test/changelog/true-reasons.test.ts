import { expect, test } from 'bun:test'
import { commit, entryFor, ledgerOf } from './activities.ts'

const shipped = ['src/rows.ts', 'test/rows.test.ts']

test.each([
  ['Format layer progress in the terminal', 'src/progress.ts'],
  ['Add a filter that trims trailing whitespace', 'src/filter.ts'],
  ['Fix comments being removed before a directive', 'src/comments.ts'],
  ['Prevent the parser from hiding lint violations', 'src/parser.ts'],
  ['Handle scores in the search, fix typo', 'src/search.ts'],
  ['Handle scores in the search + fix a typo', 'src/search.ts'],
  ['Consider all tables in checks of glyph coverage', 'src/glyphs.ts'],
  ['Add official support for glasses, include Demo/Tests/CI', 'src/glasses.ts'],
])('%s changes more than words or formatting', (title, path) => {
  expect(entryFor(title, { paths: [path, 'test/a.test.ts'] }).placement).not.toBe('omitted')
})

test.each([
  ['Fix comments in the installer', 'It only changes wording.'],
  ['Fix some comments to help readers', 'It only changes wording.'],
  ['Remove trailing whitespace', 'It only changes formatting.'],
  ['Fix flaky tests', 'It is an internal change.'],
  ['Fix compiler warnings', 'It is an internal change.'],
  ['[code-infra] Use the native compiler', 'It is an internal change.'],
  ['Bump left-pad from 1.0.0 to 1.1.0', 'It updates dependencies and adapts the code to them.'],
])('%s is left out of changes of source for a true reason', (title, reason) => {
  expect(entryFor(title, { paths: shipped })).toMatchObject({ placement: 'omitted', reason })
})

test.each([
  ['fix: bump left-pad pinned versions', 'Cargo.lock'],
  ['Bump left-pad to ^1.2.0', 'packages/rows/package.json'],
  ['Bump left-pad to >= 1.2', 'rows.gemspec'],
  ['Bump the grid', 'package.json'],
])('%s only updates dependencies', (title, path) => {
  expect(entryFor(title, { paths: [path] }).reason).toBe('It only updates dependencies.')
})

test('a chore whose scope is documentation is documentation, also in the comments of shipped source', () => {
  expect(entryFor('chore(docs): fix irrelevant links', { paths: ['pool.go', 'pool_test.go'] }).reason).toBe(
    'It only changes documentation.',
  )
})

test('a change that a coding assistant signs is not the routine of a bot', () => {
  const more = { authorName: 'Copilot', authorLogin: null, paths: ['install'] }
  expect(entryFor('Prevent an empty path in the install loop', more).placement).toBe('listed')
  const bot = { authorName: 'acme-bot', authorLogin: null, paths: ['install'] }
  expect(entryFor('Prevent an empty path in the install loop', bot).reason).toBe(
    'It is routine work of a bot.',
  )
})

test('a title that names a file in a folder of internal code is about the code', () => {
  const paths = ['lib/src/main/kotlin/internal/rows/RowReader.kt', 'lib/src/test/kotlin/RowTest.kt']
  expect(entryFor('Flatten RowReader', { paths }).reason).toBe('It is an internal change.')
  expect(entryFor('Fix a crash in RowReader', { paths }).placement).not.toBe('omitted')
  expect(entryFor('Support tabs in RowReader', { paths: paths.slice(0, 1) }).placement).not.toBe('omitted')
  expect(entryFor('Limit the size of rows in RowReader', { paths }).placement).not.toBe('omitted')
  expect(entryFor('Flatten RowReader', { paths: ['lib/src/main/kotlin/RowReader.kt'] }).placement).toBe(
    'listed',
  )
})

test.each(['Avoid cloning the list of rows', "rows: don't clone checked paths", 'Stop copying rows'])(
  '%s is about speed',
  (title) => expect(entryFor(title, { paths: ['src/rows.rs'] }).category).toBe('Performance Improvements'),
)

test.each([
  'Updated example.org/sqlite to 1.51.0',
  'Update ui/dist and changelog',
  'Dev version bump [skip ci]',
  'Revert back to developing 4.3.x',
  'Publish release post for v4.3.4',
  'Followup to the last change',
  'Year 2026',
])('the bookkeeping of %s is not reported', (title) => {
  expect(entryFor(title, { paths: ['lib/a.rb'] }).placement).toBe('omitted')
})

test('a guide about releases is documentation, not a list of release notes', () => {
  expect(entryFor('Explain images', { paths: ['guides/releases.md'] }).reason).toBe(
    'It only changes documentation.',
  )
})

test('where most changes are declared as perf without being faster, their words decide', () => {
  const titles = ['let users rename folders', 'add a menu of languages', 'translate hints of forms']
  const loose = [...titles, 'show the owner of a row', 'allow spaces in names', 'support a second address']
  const entries = ledgerOf(loose.map((title, at) => commit(`c${at}`, `perf: ${title}`)))
  expect(entries.map(({ category }) => category)).not.toContain('Performance Improvements')
  expect(entryFor('perf: show the owner of a row').category).toBe('Performance Improvements')
  const usual = ['feat', 'fix'].flatMap((type) => loose.map((title) => `${type}: ${title} by ${type}`))
  const declared = [
    ...usual,
    ...usual.map((message) => `${message} again`),
    ...loose.map((title) => `perf: ${title}`),
  ]
  const others = ledgerOf(declared.map((message, at) => commit(`d${at}`, message)))
  expect(others.filter(({ category }) => category === 'Performance Improvements').length).toBe(loose.length)
})

test.each([
  ['fix: keep order Signed-off-by: Ana <ana@example.org>', 'Keep order'],
  ['Rebind the last key (#12))', 'Rebind the last key'],
  ['Improve the reader (update to #12)', 'Improve the reader'],
  ['Add a list (with a menu)', 'Add a list (with a menu)'],
  ['[IMPROVED] Read a larger list', 'Read a larger list'],
  ['Update rows to v1.4 [security] (release-1.2)', 'Update rows to v1.4'],
  ['Add a key for menus, GitHub issue 2658.', 'Add a key for menus'],
  ['Fix the size of menus, reported by Ana Gray in GitHub issue 12', 'Fix the size of menus'],
  ['Read menus, from Main Menu', 'Read menus, from Main Menu'],
  ['Export rows of tables and update related tests', 'Export rows of tables'],
  ['feat: assemble rows from parts', 'Assemble rows from parts'],
  ['FIx the order of rows', 'Fix the order of rows'],
  ['SQL rows are sorted', 'SQL rows are sorted'],
  ['Add colors from PR #12 to the menu', 'Add colors to the menu'],
  [
    'Remove keys added with https://example.org/a/b/pull/1, to fix https://example.org/a/b/issues/2',
    'Remove keys',
  ],
  ['Add support for https://example.org/ links', 'Add support for https://example.org/ links'],
  ['Replace http://localhost with https://localhost', 'Replace http://localhost with https://localhost'],
  ['Show lines from #3 to the end', 'Show lines from #3 to the end'],
  ['Scan all files, including tests', 'Scan all files, including tests'],
  ['Fix #12 (approach A): accept a wider type', 'Accept a wider type'],
  ['Race condition fix: Take the lock first', 'Take the lock first'],
  ['RowUtil修复错误（issue#3787@Github）', 'RowUtil修复错误'],
  ['Enhancement/custom handling of options', 'Add custom handling of options'],
  ['Registered missing fields of forms', 'Register missing fields of forms'],
])('%s has no remains of a form in its title', (message, title) => {
  expect(entryFor(message).title).toBe(title)
})

test.each([
  ['pkg/rows: keep order', 'rows'],
  ['fix(@acme/vite): keep order', 'vite'],
  ['fix(rows/unknown/): keep order', 'rows'],
  ['go.mod: keep order', null],
  ['[RFC-0012] Keep order', null],
])('%s has an area that readers know', (message, area) => {
  expect(entryFor(message).area).toBe(area)
})

test('a fix that names snapshots is not only a change of tests', () => {
  const title = 'Sort sequences in `sort_maps` to fix non-deterministic `HashSet` snapshots'
  expect(entryFor(title, { paths: ['src/content.rs', 'tests/maps.rs'] }).category).toBe('Bug Fixes')
})
