import { describe, expect, test } from 'bun:test'
import type { Commit } from '../../src/changelog/activity.ts'
import { commit, ledgerOf, line, story } from './activities.ts'

const outcome = (...commits: (string | Commit)[]) =>
  ledgerOf(line(...commits)).map(({ title, placement, reason }) => [title, reason ?? placement])

describe('what a range adds and removes again is not reported:', () => {
  test('the addition and the removal name each other', () => {
    expect(outcome('feat: add the `--fast` option (#1)', 'feat!: remove `--fast` option (#2)')).toEqual([
      ['Remove `--fast` option', 'It removes #1 (Add the `--fast` option), which was added in this range.'],
      ['Add the `--fast` option', 'It was removed again by #2 (Remove `--fast` option).'],
    ])
  })

  test('a replacement of an addition is the addition', () => {
    const titles = ['Add rows by --track=N (#2)', 'Replace --track=N with --id for rows']
    expect(outcome(...titles)).toEqual([
      ['Add --id for rows', 'highlight'],
      ['Add rows by --track=N', expect.stringContaining('(Replace --track=N with --id for rows).')],
    ])
    expect(outcome('Add rows by --tracking', titles[1] ?? '')[0]?.[0]).toBe(
      'Replace --track=N with --id for rows',
    )
  })

  test.each<[string, string[], string[]]>([
    ['replaced and removed', ['add `--fast`', 'replace `--fast` with `--quick`', 'remove `--quick`'], []],
    [
      'replaced twice',
      ['add `--fast`', 'replace `--fast` with `--quick`', 'replace `--quick` with `--rapid`'],
      ['Add `--rapid`'],
    ],
    ['removed under a shorter name', ['add `--fast` flag', 'remove `--fast`'], []],
  ])('an option that is %s', (_, titles, left) => {
    const entries = ledgerOf(line(...titles.map((title) => `feat: ${title}`)))
    expect(entries.filter(({ placement }) => placement !== 'omitted').map(({ title }) => title)).toEqual(left)
  })

  test.each([
    ['only mentions it', 'feat: add a cache that `--fast` skips'],
    ['adds another one, too', 'feat: add `--fast` and `--slow`'],
  ])('an addition stays if what is replaced is an option that it %s', (_, addition) => {
    const told = outcome(addition, 'feat: replace `--fast` with `--quick`')
    expect(told.map(([title]) => title)).toContain('Replace `--fast` with `--quick`')
    expect(told.filter(([, place]) => String(place).startsWith('It was'))).toEqual([])
  })

  test('a third addition counts', () => {
    const last = outcome('feat: add retry hooks', 'feat: remove retry hooks', 'feat: add retry hooks')
    expect(last.filter(([, place]) => place === 'highlight')).toHaveLength(1)
  })

  test.each([
    ['feat: add `--fast`', 'feat!: remove `--slow`'],
    ['feat: add exports', 'fix: remove exports'],
    ['feat!: remove `--fast`', 'feat: add `--fast`'],
  ])('but not: %s, then: %s', (first, second) => {
    expect(outcome(first, second).every(([, place]) => place === 'highlight' || place === 'listed')).toBe(
      true,
    )
  })
})

describe('a fix of what the range itself adds', () => {
  const adds = commit('c1', 'feat: add exports (#1)', {
    paths: ['src/exports/write.ts', 'src/menu.ts'],
    added: ['src/exports/write.ts'],
  })
  const fixes = (path: string, message = 'fix: keep the header of exports (#2)') =>
    commit('c2', message, { paths: [path, 'test/exports.test.ts'], parents: ['c1'] })

  test('is part of the feature, if it touches only files that the feature created', () => {
    expect(outcome(adds, fixes('src/exports/write.ts'))).toEqual([
      ['Add exports', 'highlight'],
      ['Keep the header of exports', 'It refines #1 (Add exports), which is new in this range.'],
    ])
  })

  test.each([
    ['an older file', fixes('src/menu.ts')],
    ['a break', fixes('src/exports/write.ts', 'fix!: keep the header of exports (#2)')],
    ['a vulnerability', fixes('src/exports/write.ts', 'fix: stop an XSS in exports (#2)')],
    ['a feature', fixes('src/exports/write.ts', 'feat: add exports of images (#2)')],
  ])('is reported if it concerns %s', (_, change) => {
    expect(
      outcome(adds, change).filter(([, place]) => place === 'highlight' || place === 'listed'),
    ).toHaveLength(2)
  })
})

test('a change continued in a second commit is listed once, under its whole title', () => {
  const entries = ledgerOf(line('fix: show the total of rows', 'fix: show the total of rows (contd.)'))
  expect(entries.map(({ title, commits }) => [title, commits.length])).toEqual([
    ['Show the total of rows', 2],
  ])
})

test('of several minimum versions of a language, only the last is reported', () => {
  const titles = [
    'Bump minimum Go version to 1.24 (#1)',
    'Raise minimum Go version from 1.24 to 1.25 & fix tabs (#2)',
  ]
  expect(outcome(...titles)).toEqual([
    ['Raise minimum Go version from 1.24 to 1.25 & fix tabs', 'highlight'],
    ['Bump minimum Go version to 1.24', expect.stringMatching(/^It was replaced by #2 /)],
  ])
})

test('Node, Node.js and NodeJS are one language of a minimum version', () => {
  const titles = [
    'Bump minimum Node version to 20',
    'Raise minimum Node.js to 22',
    'Raise minimum NodeJS to 24',
  ]
  expect(outcome(...titles).map(([, place]) => place)).toEqual([
    'highlight',
    expect.stringMatching(/^It was replaced by /),
    expect.stringMatching(/^It was replaced by /),
  ])
})

test('changes that do the same to different things are one line, with each commit', () => {
  const names = ['lists', 'tables', 'charts and maps', 'forms', 'menus', 'tabs and icons']
  const [entry, ...others] = ledgerOf(line(...names.map((name) => `feat: add dark colors to ${name}`)))
  expect(others).toEqual([])
  expect(entry?.title).toMatch(/^Add dark colors to (?:[a-z]+, ){5}[a-z]+ and 2 more$/)
  expect(entry?.commits).toHaveLength(names.length)
  expect(ledgerOf(line('feat: add dark colors to lists', 'feat: add dark colors to tables'))).toHaveLength(2)
  const conditions = ['lists when printed', 'tables if empty', 'forms with errors']
  expect(ledgerOf(line(...conditions.map((name) => `feat: add dark colors to ${name}`)))).toHaveLength(3)
})

test('added languages are one line', () => {
  const names = ['Irish', 'Hungarian', 'Brazilian Portuguese']
  const [entry, ...others] = ledgerOf(line(...names.map((name) => `Add ${name} language`)))
  expect(others).toEqual([])
  expect(entry?.title).toBe('Add Brazilian Portuguese, Hungarian and Irish languages')
})

test('what the range adds under a longer name and removes again is left out, by the files that it created', () => {
  const added = commit('c1', 'feat(cli): add the koala reader and a switch', {
    paths: ['src/koala.ts', 'src/cli.ts'],
    added: ['src/koala.ts'],
  })
  const removed = commit('c2', 'refactor(cli): remove koala support', { paths: ['src/koala.ts'] })
  const other = commit('c3', 'feat(cli): add themes', { paths: ['src/themes.ts'] })
  expect(story(line(added, removed, other))).toEqual([
    'highlight: Add themes',
    'omitted: Remove koala support',
    'omitted: Add the koala reader and a switch',
  ])
})

test('an addition and a removal stay if the addition names what is removed only to explain itself', () => {
  const added = commit('c1', 'feat(cli): add themes that extend colors', {
    paths: ['src/themes.ts'],
    added: ['src/themes.ts'],
  })
  const removed = commit('c2', 'feat(cli): drop colors option', { paths: ['src/themes.ts'] })
  expect(story(line(added, removed)).filter((each) => each.startsWith('omitted'))).toEqual([])
})

test('the removal of something older stays if the range only adds to it', () => {
  const added = commit('c1', 'feat(cli): add a koala switch', { paths: ['src/cli.ts'] })
  const removed = commit('c2', 'feat(cli)!: remove koala support', { paths: ['src/koala.ts'] })
  expect(story(line(added, removed))).toContain('highlight: Remove koala support')
})

test('changes that differ in one word between the same others are one change', () => {
  const names = ['open_tile', 'close_tile', 'share']
  const told = ledgerOf(line(...names.map((name) => `Protect ${name} with a CSRF token`)))
  expect(told.map(({ title }) => title)).toEqual([
    'Protect share, close_tile and open_tile with a CSRF token',
  ])
  expect(ledgerOf(line('Protect open_tile with a token', 'Protect share with a token'))).toHaveLength(2)
})

test('the noun after merged names is a plural', () => {
  const names = ['Map.Tiles', 'Map.Legend', 'Map.Borders']
  const [entry] = ledgerOf(line(...names.map((name) => `Deprecate ${name} project in favor of a new one`)))
  expect(entry?.title).toBe('Deprecate Map.Borders, Map.Legend and Map.Tiles projects in favor of a new one')
})

test('a declared break stays, although an addition shares its area, a word and a file that it created', () => {
  const added = commit('c1', 'feat(cli): add themes that extend colors', {
    paths: ['src/themes.ts'],
    added: ['src/themes.ts'],
  })
  const removed = commit('c2', 'feat(cli)!: drop colors option', { paths: ['src/themes.ts'] })
  const told = story(line(added, removed))
  expect(told).toHaveLength(2)
  expect(told.filter((each) => each.startsWith('omitted'))).toEqual([])
})

describe('an option', () => {
  const at = (name: string, message: string, path: string, isNew = false) =>
    commit(name, message, { paths: [path], added: isNew ? [path] : [] })

  test('that another command adds does not make the replacement of a released one an addition', () => {
    const told = story(
      line(
        at('c1', 'feat(import): add `--fast`', 'src/import.ts'),
        at('c2', 'feat(export): replace `--fast` with `--quick`', 'src/export.ts'),
      ),
    )
    expect(told).toHaveLength(2)
    expect(told.join('\n')).toContain('Replace `--fast` with `--quick`')
    expect(told.filter((each) => each.startsWith('omitted'))).toEqual([])
  })

  test('that is replaced twice is replaced once, by the last name', () => {
    const told = ledgerOf(
      line('feat: replace `--fast` with `--quick`', 'feat: replace `--quick` with `--rapid`'),
    )
    expect(told.map(({ title, placement, breaking }) => [title, placement, breaking])).toEqual([
      ['Replace `--fast` with `--rapid`', 'highlight', true],
      ['Replace `--fast` with `--quick`', 'omitted', false],
    ])
  })

  test('of a feature that no release has yet breaks nobody under another name, but is listed', () => {
    const told = ledgerOf(
      line(
        at('c1', 'feat: add exports', 'src/exports.ts', true),
        at('c2', 'feat: rename `--out` to `--output`', 'src/exports.ts'),
      ),
    )
    const renamed = told.find(({ title }) => title === 'Rename `--out` to `--output`')
    expect([renamed?.placement, renamed?.breaking]).toEqual(['listed', false])
  })
})

test('an undeclared removal stays if it touches a file that no addition of the range created', () => {
  const added = commit('c1', 'feat(cli): add an importer for legacy files', {
    paths: ['src/import.ts'],
    added: ['src/import.ts'],
  })
  const removed = commit('c2', 'feat(cli): remove legacy option', { paths: ['src/import.ts', 'src/cli.ts'] })
  expect(story(line(added, removed)).filter((each) => each.startsWith('omitted'))).toEqual([])
})

test.each([
  ['fix: keep the legend of a map', 'fix: keep legends of maps'],
  ['fix: keep the legend of a map', 'Keep the legend of the map.'],
])('titles that differ only in articles and plural forms are one change: "%s" and "%s"', (one, other) => {
  expect(ledgerOf(line(one, other)).map(({ commits }) => commits.length)).toEqual([2])
})

test.each([
  ['feat: add `map.file`', 'feat: add `map.files`'],
  ['fix: move maps to lists', 'fix: move lists to maps'],
])('titles with other names or another order are two changes: "%s" and "%s"', (one, other) => {
  expect(ledgerOf(line(one, other))).toHaveLength(2)
})

test('additions of support for things of different kinds stay separate', () => {
  const names = ['tile-based printing', 'Map Tracing', 'LEGEND COUNT']
  expect(ledgerOf(line(...names.map((name) => `feat: add support for ${name}`)))).toHaveLength(3)
  const commands = ['MAP COUNT', 'LEGEND COUNT', 'TILE COUNT']
  expect(ledgerOf(line(...commands.map((name) => `feat: add support for ${name}`)))).toHaveLength(1)
})
