import { describe, expect, test } from 'bun:test'
import { commit, entryFor, ledgerOf, pullRequest, sha } from './activities.ts'

const omitted: [string, string[]][] = [
  [
    'It only updates dependencies.',
    [
      'chore(deps): bump lodash from 4.17.20 to 4.17.21',
      'Bump actions/checkout from 3 to 4',
      'Bump `golang.org/x/*` deps and the minimum version of Go',
      'Update dependency react to v19.1.0',
      'fix(deps): update all non-major dependencies',
      'build(deps-dev): bump vite to 6.0.1',
      'chore: update dependencies',
      'Lock file maintenance',
    ],
  ],
  [
    'It only changes wording.',
    [
      'docs: fix typo',
      'Fix incorrect comment about routing',
      'fix: typo in the readme',
      'Fix typos',
      'Reword the empty state',
      'fix(posts): write messages of posts and runs in plain English',
      'docs: fix broken link',
    ],
  ],
  [
    'It only changes tests.',
    [
      'test: cover the empty list',
      'Fix flaky tests',
      'Basic scheduler test',
      'Add tests for the parser',
      'fix(test): wait for the server',
    ],
  ],
  [
    'It only changes formatting.',
    [
      'style: format',
      'fix: lint errors',
      'chore: run prettier',
      'Add missing frozen string literal comment',
      'Fix lint',
      'Make scripts compatible with current PHP code rules',
    ],
  ],
  [
    'It only adjusts continuous integration.',
    [
      'ci: cache dependencies',
      'fix(ci): install git',
      'Fix CI',
      'ci: migrate to self-hosted runners',
      'ci: add a release workflow',
    ],
  ],
  [
    'It is an internal change.',
    [
      'refactor: rename a variable',
      'chore: tidy',
      'Remove unused imports',
      'Purge `async_std` from the codebase',
      'Remove more stash-related stuff',
      'SortOrder field',
      'Move the server to a function to allocate it in stack',
      'Remove extra import',
      'Drop executable flag',
      '.contains(…)',
      'refactor: replace let with const',
    ],
  ],
  [
    'It only changes documentation.',
    [
      'docs: update README',
      'Update the docs',
      'docs: add a badge',
      'Document the webhook headers',
      'Improve the READMEs',
    ],
  ],
  [
    'Its title does not say what changed.',
    [
      'Fix merge conflict',
      'Resolve conflicts with main',
      'Small improvements and polishments',
      'wip',
      'fix',
      'Update',
      'fixup! feat: add dark mode',
      'Initial commit',
      'Apply suggestions from code review',
      '...',
    ],
  ],
]

describe('low-signal work is omitted:', () => {
  for (const [reason, titles] of omitted) {
    test.each(titles)(`${reason} %s`, (title) => {
      expect(entryFor(title)).toMatchObject({ placement: 'omitted', reason })
    })
  }
})

test('a bot that updates dependencies is recognized by any message', () => {
  const pulls = [
    pullRequest(1, 'Group of updates', {
      authorLogin: 'dependabot[bot]',
      labels: ['dependencies'],
      mergeCommitSha: sha('only'),
    }),
  ]
  const author = { authorName: 'dependabot[bot]', authorLogin: 'dependabot[bot]' }
  expect(ledgerOf([commit('only', 'x', author)], { pullRequests: pulls })[0]?.reason).toBe(
    'It only updates dependencies.',
  )
})

describe('low-signal work is listed when it clearly affects the audience:', () => {
  test.each([
    [
      'a dependency with a security advisory',
      'chore(deps): bump jwt from 1.0.1 to 1.0.2\n\nFixes GHSA-abcd-1234-wxyz.',
    ],
    ['a breaking dependency update', 'chore(deps)!: update the database driver'],
    ['a breaking refactoring', 'refactor!: rename the option'],
    ['a breaking footer', 'chore: tidy\n\nBREAKING CHANGE: the option `old` is gone.'],
    ['the end of a platform', 'chore: drop support for Node 18'],
  ])('%s', (_, message) => {
    expect(entryFor(message).placement).toBe('highlight')
  })

  test('a label that marks it as relevant', () => {
    const pulls = [
      pullRequest(1, 'test: cover the empty list', { labels: ['bug'], mergeCommitSha: sha('only') }),
    ]
    expect(ledgerOf([commit('only', 'x')], { pullRequests: pulls })[0]).toMatchObject({
      placement: 'listed',
      category: 'Bug Fixes',
    })
  })
})

test("breaking changes quoted from a dependency's release notes are not ours", () => {
  const message = 'chore(deps): bump vite from 5.0.0 to 6.0.0\n\nBREAKING CHANGE: drops Node 16'
  expect(entryFor(message).placement).toBe('omitted')
})

test.each(['feat: добавить тёмную тему', 'fix: 修复登录页面', '検索を追加', 'feat: إضافة الوضع الداكن'])(
  'a title in another script is not low-signal: %s',
  (title) => {
    expect(entryFor(title).placement).not.toBe('omitted')
  },
)

test.each([
  'fix: remove unused fields',
  'fix(file): remove unnecessary unsafe blocks',
  'feat: remove dependency on once_cell',
  'fix(file): unwrap -> expect on device calls',
])('"%s" is about the code, whatever its declared type', (message) => {
  expect(entryFor(message)).toMatchObject({ placement: 'omitted', reason: 'It is an internal change.' })
})

test('a feature of the website is left out even if a script is touched', () => {
  const paths = [
    ...Array.from({ length: 9 }, (_, at) => `website/src/docs/page${at}.md`),
    'cmd/release/main.go',
  ]
  const [entry] = ledgerOf([commit('c1', 'feat(website): serve versioned docs', { paths })])
  expect(entry).toMatchObject({ placement: 'omitted', category: 'Documentation' })
})

test('an icon, option or language that a chore adds is reported', () => {
  const [entry] = ledgerOf([
    commit('c1', 'chore: add swift icon for *.xcplayground', { paths: ['src/icons.rs'] }),
  ])
  expect(entry).toMatchObject({ placement: 'listed', category: 'Features & Enhancements' })
})

test('remarks are left out', () => {
  for (const message of ['Why did this have to be the one', 'This dumb bot rolled its user agent'])
    expect(entryFor(message)).toMatchObject({ placement: 'omitted' })
})

test('"perf" keeps its meaning in a short range whose titles name no speed', () => {
  const titles = [
    'walk the page once more',
    'size the map',
    'preallocate slices',
    'defer less',
    'use a slice',
  ]
  const entries = ledgerOf(titles.map((title, at) => commit(`c${at}`, `perf: ${title}`)))
  expect(new Set(entries.map(({ category }) => category))).toEqual(new Set(['Performance Improvements']))
})

test('a pull request of cherry-picks is replaced by the changes in it, with a ledger entry for each commit', () => {
  const merge = commit('m', 'Merge pull request #9 from acme/picks\n\nPatch release cherry-picks', {
    parents: ['0', 'c'],
  })
  const work = [
    commit('a', 'Fix a crash in the parser', { parents: ['0'] }),
    commit('b', 'Retry failed downloads', { parents: ['a'] }),
    commit('c', 'Support new servers', { parents: ['b'] }),
  ]
  const entries = ledgerOf([commit('0', 'Add rows'), ...work, merge])
  expect(entries.flatMap(({ commits }) => commits).length).toBe(5)
  expect(entries.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Fix a crash in the parser', 'Retry failed downloads', 'Support new servers']),
  )
})

test.each([
  ['🔒️ Update workflow security checks', ['.github/zizmor.yml'], 'It only adjusts continuous integration.'],
  ['Ping werkzeug to <2.1.0', ['setup.cfg'], 'It only updates dependencies.'],
  ['Add Acme sponsorship', ['README.md', 'contrib/acme.png'], 'It only changes documentation.'],
  ['csh -> tcsh', ['src/shell.rs'], 'Its title does not say what changed.'],
  ['Switch to github.com/acme/cache for HTTP caching', ['main.go'], 'It is an internal change.'],
  ['Use private class internals in options', ['src/options.ts'], 'It is an internal change.'],
])('"%s" is left out by what it touches', (message, paths, reason) => {
  const [entry] = ledgerOf([commit('c1', message, { paths })])
  expect(entry).toMatchObject({ placement: 'omitted', reason })
})

test.each([
  ['Enable the naming linter', ['.golangci.yml', 'map/tiles.go']],
  ['Add codespell support with configuration and fixes', ['.codespellrc', 'map/tiles.go']],
  ['Update clang format', ['src/tiles.cc']],
  ['Add more servers to the devcontainer', ['server/start.sh']],
  ['Require JDK 17 for building', ['pom.xml', 'src/Tiles.java']],
  ['Migrate to `org.acme:tiles-maven-plugin`', ['pom.xml', 'src/Tiles.java']],
  ['feat(map): split the drawing routine into separate functions', ['src/tiles.ts']],
  ['feat: use vite 8', ['package.json', 'src/tiles.ts']],
  ['Consolidate terminal functionality in ui.Terminal', ['ui/terminal.go']],
  ['Update `TilesIT` not to depend on order', ['src/test/java/TilesIT.java', 'pom.xml']],
  ['security: add zizmor and fix its findings', ['.github/workflows/check.yml', 'build/check.py']],
  ['Enable import-x/order with alphabetical order', ['eslint.config.js', 'src/tiles.js']],
  ['Explicitly silence Wnon-virtual-dtor in Tile', ['src/tiles.cpp']],
  ['Large output refactor', ['src/tiles.cpp']],
  ['Bring back v1.48.2 to main (#4)', ['src/tiles.rs']],
  ['Update flake inputs', ['flake.lock', 'src/tiles.rs']],
  ['将所有未使用的函数删除', ['src/Tiles.java']],
  ['Add Trove classifiers for 3.14', ['setup.py']],
  ['Add Acme to sponsors', ['README.md', 'setup.py']],
  ['feat: cleanup and updated', ['src/tiles.go']],
  ['fix: repair the page of the demo', ['apps/showcase/index.ts']],
  ['Re-fmt with the latest standard', ['lib/tiles.rb']],
  ['fix: make spotless happy', ['src/Tiles.java']],
  ['Minor fix before 2.4', ['src/tiles.rs']],
  ['Add developer tool for test profiles', ['tools/profiles.py', 'src/profiles.py']],
  ['fix: upgrade to `tiles: v1.2.0-dev.20`', ['pubspec.yaml', 'src/tiles.dart']],
  ['Rel v2.4.1 (#12)', ['Makefile', 'src/version.go']],
  ['Set development version for 2.4.1', ['src/version.go']],
  ['将 isAdmin 方法统一到 Users', ['src/Users.java']],
  ['升级 tiles 到最新版本 9.0.1', ['src/Users.java']],
])("work on the project's own code and tools is left out: %s", (message, paths) => {
  expect(entryFor(message, { paths }).placement).toBe('omitted')
})

test.each([
  ['Enable the naming linter', ['linters/naming.go']],
  ['internal/map: fix the order of tiles', ['internal/map/tiles.go']],
])('the same words about what a product ships are reported: %s', (message, paths) => {
  expect(entryFor(message, { paths }).placement).not.toBe('omitted')
})

test('a commit that only names the product and its version marks a release, in any script', () => {
  expect(entryFor('Atlas version 0.17.0-rc1', { paths: ['src/a.ts'] }).reason).toBe(
    'It only marks a release.',
  )
  expect(entryFor('地图 v4.8.3', { paths: ['src/a.ts'] }).reason).toBe('It only marks a release.')
})

test.each(['Add fast path for short names', 'Avoid full-size copies of tiles'])(
  'less work for the same result is about performance: %s',
  (title) => expect(entryFor(title).category).toBe('Performance Improvements'),
)

test.each([
  'clippy 1.84 fix',
  'Clippy 1.83: silence a false positive',
  'fix: lint the code with ruff',
  'Fixed flake8 errors',
])('what only satisfies a linter is left out: "%s"', (message) => {
  expect(entryFor(message, { paths: ['src/map.rs'] }).placement).toBe('omitted')
})

test.each([
  'Remove duplicate if statement',
  'Prune unreachable branches in the reader',
  'Redundant option checks',
  'chore: drop the map shims',
  'Break an import cycle of maps',
])('work on statements of the code is left out, whatever its verb: "%s"', (message) => {
  expect(entryFor(message, { paths: ['src/map.py'] }).placement).toBe('omitted')
})

test.each(['Fix build issues', 'Fix the build', 'Fix issue https://github.com/acme/app/issues/12'])(
  'a title that only names a build or an address does not say what changed: "%s"',
  (message) => {
    const { placement, reason } = entryFor(message, { paths: ['src/map.py'] })
    expect([placement, reason]).toEqual(['omitted', 'Its title does not say what changed.'])
  },
)

test('settings of a tool at the root are no product, whatever the tool', () => {
  expect(entryFor('Repair the rules of names', { paths: ['.swiftformat'] }).placement).toBe('omitted')
})

test.each(['Retry on a lock-wait-timeout', 'Tune the themes weeping-willow and night'])(
  'a word with a W in it is no flag of a compiler: "%s"',
  (message) => {
    expect(entryFor(message, { paths: ['src/map.ts'] }).placement).not.toBe('omitted')
  },
)

test('a repaired example is documentation', () => {
  const entry = entryFor('fix: ensure that the example works', { paths: ['docs/start.md'] })
  expect(entry.placement).toBe('omitted')
})

test.each(['Fix the test suite on slow machines', 'Fix dev environment if `PATH` is empty'])(
  'what only helps those who work on the code is left out: "%s"',
  (message) => {
    expect(entryFor(message, { paths: ['setup.py'] }).placement).toBe('omitted')
  },
)

test.each([
  'Bump golang version to the latest one',
  'Apply fixes from StyleCI',
  'Doc updates',
  'Release map package 2.17.3',
  'Pre-release map 2.5.0-beta.4',
  'Follow up #12: bump map-tests to 2.5.0',
])('routine work is left out in all its spellings: "%s"', (message) => {
  expect(entryFor(message, { paths: ['src/map.ts', 'docs/a.md'] }).placement).toBe('omitted')
})

test.each([
  ['Formatting tweaks', ['src/map.ts']],
  ['Reduce vertical whitespace', ['src/map.ts']],
  ['Fix rustc 1.42 warnings', ['src/map.rs']],
  ['Enable the import sorting Ruff rule', ['pyproject.toml', 'src/map.py']],
  ['Improve hygiene in the test job', ['.github/workflows/ci.yml', 'src/map.py']],
  ['Add publish workflow', ['.github/workflows/publish.yml', 'Tasks.toml']],
  ['Reproduce an overflow of tiles', ['src/map.rs', 'tests/map.rs']],
  ['Apply more rules to our code', ['src/map.ts']],
  ["Support the config cache in the build of maps: Map's build", ['src/map.ts']],
  ['Improve function name', ['src/map.ts']],
  ['Statically define project metadata', ['setup.py']],
  ['Remove deprecated config option', ['buildSrc/build.gradle.kts']],
  ['[javadoc] Improve `Map` Javadoc', ['src/Map.java']],
  ['Revert from maps-parent 91 to 90', ['pom.xml']],
  ['Next version will be 3.20.0', ['pom.xml']],
  ['Initiate release', ['src/version.ts']],
  ['Backport #15 to the 3.24 branch', ['src/map.ml']],
])('work for contributors is left out by its words and files: "%s"', (message, paths) => {
  expect(entryFor(message, { paths }).placement).toBe('omitted')
})

test('a title that is only a name and the version of the range marks its release', () => {
  const [entry] = ledgerOf([commit('c1', 'Maps for Modern Bikes 2.1.0 (#4)', { paths: ['src/map.ts'] })], {
    to: 'v2.1.0',
  })
  expect(entry?.reason).toBe('It only marks a release.')
})

test.each([
  'Backport #12 from `main`',
  'Backport #12 and #14 from main',
  'Backport of PR #12 onto 2.x',
  '2026.04.25, Version 1.51.0 (Stable)',
  'Now working on version 1.50.1',
  'Fix duplicate words',
])('%s is left out', (title) => {
  expect(entryFor(title, { paths: ['src/map.ts'] }).placement).toBe('omitted')
})

test('a corrected example is documentation, wherever it is', () => {
  expect(entryFor('Fix list comprehension example', { paths: ['src/map.py'] }).placement).toBe('omitted')
})

test('reporting the use of memory is not an improvement of performance', () => {
  expect(entryFor('Track memory usage of maps').category).toBe('Features & Enhancements')
  expect(entryFor('Reduce memory usage of maps').category).toBe('Performance Improvements')
})

test.each([
  'Release prep for 1.34.7',
  '1.34.6 release prep',
  'Add notes',
  'Issues and prs',
  'Style changes',
  'Fix types',
  'Add pragma: nocover',
  'MapReader and MapWriter simplification',
])('%s says nothing to readers', (title) => {
  expect(entryFor(title, { paths: ['src/map.ts'] }).placement).toBe('omitted')
})

test('a vague pull request is not named by commits that name nothing, or by those of work on its build', () => {
  const parts = '* fix: trying this\n\n* fix: lint\n\n* fix: go.mod'
  expect(entryFor(`fix: fixes (#1)\n\n${parts}`, { paths: ['src/map.ts'] }).title).toBe('Fixes')
  const build = '* fix: keep the legend of maps open\n\n* ci: run it'
  expect(entryFor(`ci: fix build (#1)\n\n${build}`, { paths: ['src/map.ts'] }).placement).toBe('omitted')
})

test.each([
  'App 2.14',
  'App v2.14.1',
  'Quote',
  'on_cancel',
  'Internal change',
  'Cosmetic indentation tweaks to the legend',
  'Conversion to kotlin of multiple files',
  'Remove code from MapReader that is no longer needed',
  "Don't call `Map.names` unnecessarily",
  'Use `errors.Is(err, fs.ErrNotExist)`',
  'Map.h fix comments',
  'Add map.dump() example',
  'Add example of maps in handle_events',
])('no reader needs "%s"', (title) => {
  expect(entryFor(title, { paths: ['src/map.ts'] }).placement).toBe('omitted')
})

test.each([
  'feat: conversion to pdf',
  'feat: polygon simplification',
  'feat(parser): support ifdefs',
  'feat: cosmetic filters',
  'feat(editor): add notes',
  'Page reloads unnecessarily',
])('%s is what users get, whatever its words mean in code', (title) => {
  expect(entryFor(title, { paths: ['src/map.ts'] }).placement).not.toBe('omitted')
})

test('notes for the pages of an app store are release notes', () => {
  const paths = ['fastlane/metadata/android/en-US/changelogs/1007.txt']
  expect(entryFor('Add changelogs for v0.28.2 (1007)', { paths }).reason).toBe('It only adds release notes.')
})
