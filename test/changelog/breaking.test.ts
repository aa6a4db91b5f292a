import { describe, expect, test } from 'bun:test'
import { commit, entryFor, ledgerOf, line, pullRequest, sha, written } from './activities.ts'

const step = { from: 'v1.1.0', to: 'v1.2.0' }
const isBreaking = (message: string, more = step) => ledgerOf(line(message), more)[0]?.breaking

describe('breaking changes', () => {
  test.each([
    'feat!: page with cursors',
    'feat: page\n\nBREAKING CHANGE: there are no offsets.',
    'Drop support for Node 18',
    'Require Python 3.10',
    'Remove deprecated callbacks',
    'Remove the `legacy` option',
    'Rename `--out` to `--output`',
    'Stop exporting `createStore`',
    'Change the default port',
    'Upgrade `console` to 0.16, bump MSRV to 1.66',
    'Bump minimum Go version from 1.24 to 1.25',
    '[breaking] Page with cursors',
    'Breaking: page with cursors',
    'Breaking change in how lists are paged',
    'Page with cursors (breaking change)',
    'Page with cursors - BC break',
    'Page with cursors. This is a breaking change.',
  ])('%s', (message) => {
    expect(isBreaking(message)).toBe(true)
  })

  test('a label marks a breaking change', () => {
    const pullRequests = [pullRequest(1, 'Tables', { labels: ['breaking'], mergeCommitSha: sha('c1') })]
    expect(ledgerOf(line('x'), { pullRequests })[0]?.breaking).toBe(true)
  })
})

describe('changes that are not breaking', () => {
  test.each([
    'Remove unused imports',
    'Update Rust version to 1.94.1 in Cargo.toml and rust-toolchain.toml',
    'Default the list of rows to the first tab',
    'Remove `!include` error',
    'Remove a workaround for `fetch`',
    'Remove the duplicate `id` in comments',
    'Rename a helper',
    'Rename `s` to `content`',
    'refactor: remove `Cache` from internals',
    'docs: require `setup`',
    'test: remove the `old` fixture',
    'Give notes, breaking changes and advisories tests of their own',
    'docs: list the breaking changes of version 2',
    'fix: report breaking changes before the upgrade begins',
    'fix(lint): call no comment about breaking changes breaking',
    'Ignore breaking changes that a title only mentions',
    'feat: print mentions of breaking changes',
    'feat: show breaking changes first',
    'fix: fold breaking changes',
    'Add a notice for the breaking change of the sort order',
    'Warn when an update is a breaking change',
    'Do not fail on BC break failure',
    'fix: keep words from breaking in lists',
    'fix: require a token only once',
    'Remove the `__Hidden` variant\n\nIt was not part of the API, so it is not a semver incompatible change.',
    'Remove deprecated ROW_HEIGHT from shell script headers',
  ])('%s', (message) => {
    expect(isBreaking(message)).toBe(false)
  })

  test('a shape alone, in a patch version', () => {
    expect(isBreaking('Rename `--out` to `--output`', { from: 'v1.1.0', to: 'v1.1.1' })).toBe(false)
  })

  test('text quoted by a dependency update', () => {
    expect(isBreaking('chore(deps): bump vite from 5.0.0 to 6.0.0\n\nBREAKING CHANGE: drops Node 16')).toBe(
      false,
    )
  })
})

test('a note that something breaks only under a condition denies nothing', () => {
  expect(isBreaking('Remove the `legacy` option\n\nThis is not a breaking change unless you set it.')).toBe(
    true,
  )
})

test('a breaking change is never omitted as internal, and comes after security', () => {
  expect(entryFor('refactor!: rename the option')).toMatchObject({
    placement: 'highlight',
    category: 'Features & Enhancements',
  })
  expect(
    ledgerOf(line('feat!: page', 'fix: reject forged webhooks', 'feat: add themes')).map(
      ({ title }) => title,
    ),
  ).toEqual(['Reject forged webhooks', 'Page', 'Add themes'])
})

test('a highlight has the migration step in its own entry', () => {
  const body = 'Lists are paged with cursors.\n\n## Migration\n\nPass `cursor` in place of `offset`.'
  const { markdown } = written(line(`feat(api)!: page with cursors\n\n${body}`))
  expect(markdown).toContain('### api: Page with cursors\n\n**Breaking change.** ')
  expect(markdown).toContain('**Upgrade notes:** Pass `cursor` in place of `offset`.')
})

test('beyond the highlights it is marked in its line', () => {
  const messages = Array.from({ length: 6 }, (_, index) => `feat(p${index})!: rename option ${index}`)
  expect(written(line(...messages)).markdown).toMatch(/^- \*\*p\d \(breaking\):\*\* Rename option \d/m)
})

test.each([
  'feat: add a compatibility layer to avoid breaking changes',
  'fix: keep the old name so that this is not a breaking change',
  'refactor: split the reader without breaking changes',
])('words about changes that do not break anything are not breaking changes: %s', (message) => {
  expect(entryFor(message, { paths: ['src/a.ts'] }).breaking).toBe(false)
})

test.each([
  'Remove deprecated draw_map() calls',
  'Default line number to 1 for links',
  'Replace `<br/>` with `<br>`',
  'Replace deprecated clock.utc() with clock.now(utc)',
  'Remove unwanted `as_map`',
  'Rename argument',
])('what only the code itself uses breaks nobody, even in a major version: "%s"', (message) => {
  expect(isBreaking(message, { from: 'v0.1.0', to: 'v0.2.0' })).toBe(false)
})

test.each(['Update go 1.24.6', 'Bump Node 22.1.0', 'Update Ruby to 3.4.1'])(
  '"%s" updates what the project is built with, and breaks nobody',
  (title) => {
    expect(entryFor(title, { paths: ['go.mod', 'src/main.go'] }).breaking).toBe(false)
  },
)

test.each([
  ['dep: add native Ruby 4 support, drop Ruby 3.1 support', true],
  ['dep: require JRuby >= 10.0', true],
  ['dep: add native Ruby 4 support', false],
  ['Remove `static` from some `MapReader` methods', false],
])('the end of support for a platform breaks, wherever it is named: "%s" is %s', (title, isBreaking) => {
  const [entry] = ledgerOf([commit('c1', title, { paths: ['src/map.ts'] })], { from: 'v1.0.0', to: 'v2.0.0' })
  expect(entry?.breaking).toBe(isBreaking)
})
