import { describe, expect, test } from 'bun:test'
import type { Note } from '../../src/changelog/note.ts'
import { readChangelogFile, readChangelogInSlices } from '../../src/changelog/notes/changelog-file.ts'
import { readChangeset } from '../../src/changelog/notes/changeset.ts'
import { cleanNote } from '../../src/changelog/notes/clean.ts'
import { readFragment } from '../../src/changelog/notes/fragment.ts'
import { commit, ledgerOf, line, sha, written } from './activities.ts'

// With two ways to read a space, each further name doubles the work, until the search is given up.
test('a name at the end of a note is left out after many others and other text', () =>
  expect(cleanNote(`Add an export ${'@ana '.repeat(40)}as text @bo`).text).toEndWith(' as text'))

test('accounts of authors at the end of a note are left out, and other links keep their text', () => {
  const ana = '[ana](https://github.com/ana)'
  expect(cleanNote(`Cache the rows #12 ${ana}, [bo-b](https://github.com/bo-b)`).text).toBe('Cache the rows')
  expect(cleanNote('Cache the [rows](https://example.org/guide)').text).toBe('Cache the rows')
})

test('a note that names nothing does not replace a title', () => {
  const notes = [note('Bug fixes and improvements', { numbers: [7] })]
  const [entry] = ledgerOf(line('fix(shell): keep links in paths (#7)'), { notes })
  expect(entry?.title).toBe('Keep links in paths')
})

test('reading a file of notes yields after each line', () => {
  const steps = readChangelogInSlices('- Something new\n'.repeat(500))
  let yields = 0
  while (!steps.next().done) yields++
  expect(yields).toBeGreaterThanOrEqual(500)
})

const brief = (text: string) =>
  readChangelogFile(text).map(({ version, section, text, isBreaking }) => [
    version,
    section,
    text,
    isBreaking,
  ])

describe('a CHANGELOG is read', () => {
  test('in the Keep a Changelog format', () => {
    const text = `# Changelog

## [Unreleased]

### Added

- Exports of
  several tables (#12)

### Removed

- The \`--old\` flag

## [1.2.0] - 2026-01-02

### Fixed

- A crash`
    expect(brief(text)).toEqual([
      [null, 'Added', 'Exports of several tables', false],
      [null, 'Removed', 'The `--old` flag', true],
      ['1.2.0', 'Fixed', 'A crash', false],
    ])
  })

  test('with underlined headings and roles', () => {
    const text = `2.1.0
=====

Bugfixes
~~~~~~~~

- Keep :class:\`~acme.Table\` sorted. :pr:\`7\`

  It was not.
`
    expect(brief(text)).toEqual([['2.1.0', 'Bugfixes', 'Keep `acme.Table` sorted.', false]])
    expect(readChangelogFile(text)[0]?.detail).toBe('It was not.')
    expect(readChangelogFile(text)[0]?.numbers).toEqual([7])
  })

  test('with the kind before each line', () => {
    const text = '### 3.0.0\n\n  * BC Break: Options are an object (#8)\n  * Security: Paths are checked'
    expect(brief(text)).toEqual([
      ['3.0.0', null, 'Options are an object', true],
      ['3.0.0', 'Security', 'Paths are checked', false],
    ])
  })
})

test.each([
  ['Add themes, see #12 (@ana). Closes #7', 'Add themes', [12, 7]],
  [
    '[#9](https://github.com/a/b/pull/9) [`0123abc`](https://github.com/a/b/commit/0123abc) Thanks [@ana](https://github.com/ana)! - Adds themes',
    'Adds themes',
    [9],
  ],
  ['Read `.toml` files ([#3](https://x.org/3)) by @ana', 'Read `.toml` files', [3]],
  ['Fix `add <name>` if <b>empty</b>', 'Fix `add <name>` if empty', []],
  ['Sort lists ([#5](https://x.org/5) by [ana b](https://x.org/ana))', 'Sort lists', [5]],
  ['Sort lists https://x.org/a/b/pull/6, https://x.org/a/b/pull/7', 'Sort lists', [6, 7]],
  ['**Tables:** keep [columns](https://x.org) sorted', 'Tables: keep columns sorted', []],
])('of %j the words remain, without the numbers', (raw, text, numbers) => {
  expect(cleanNote(raw)).toMatchObject({ text, numbers })
})

test('a changeset has packages, step and text', () => {
  const text =
    '---\n"@acme/core": major\n\'acme\': patch\n---\n\nRemoves the old client.\n\nUse `create()`.\n'
  expect(readChangeset(text)).toEqual({
    text: 'Removes the old client.',
    detail: 'Use `create()`.',
    section: 'changeset major',
    isBreaking: true,
    packages: ['@acme/core', 'acme'],
    numbers: [],
    shas: [],
  })
  expect(readChangeset('# Changesets\n\nRead more here.')).toBeNull()
})

test.each([
  ['newsfragments/12.bugfix.rst', 'Keep tabs.', 'bugfix', [12]],
  ['changelog/15.breaking.md', 'Tabs are gone.', 'breaking', [15]],
  ['.changes/unreleased/a.yaml', 'kind: Added\nbody: Tabs in lists\n', 'Added', []],
])('the fragment %s', (path, text, section, numbers) => {
  expect(readFragment(path, text)).toMatchObject({ section, numbers, isBreaking: section === 'breaking' })
})

const note = (text: string, more: Partial<Note> = {}): Note => ({
  text,
  detail: null,
  section: null,
  isBreaking: false,
  packages: [],
  numbers: [],
  shas: [],
  writtenBy: null,
  ...more,
})

test.each([
  '- **Breaking:** Options are an object',
  '- [**breaking**] Options are an object',
  '- BREAKING: Options are an object',
  '- 💥 Options are an object',
])('%s is marked as breaking', (line) => {
  expect(readChangelogFile(`## 2.0.0\n\n${line}\n`)).toMatchObject([
    { text: 'Options are an object', isBreaking: true },
  ])
})

describe('a note replaces the title', () => {
  test('with its text, its section and its mark', () => {
    const notes = [
      note('Sort tables by several columns', { section: 'Added', isBreaking: true, numbers: [4] }),
    ]
    const [entry] = ledgerOf(line('refactor: columns (#4)'), { notes })
    expect(entry).toMatchObject({
      title: 'Sort tables by several columns',
      category: 'Features & Enhancements',
      breaking: true,
      placement: 'highlight',
    })
  })

  test('of the change whose commit wrote it', () => {
    const notes = [note('Tables keep their order.', { section: 'Fixed', writtenBy: sha('c1') })]
    expect(ledgerOf(line('columns'), { notes })[0]).toMatchObject({
      title: 'Tables keep their order',
      category: 'Bug Fixes',
    })
  })

  test('of the change with similar words', () => {
    const notes = [note('Exports hold every column of a table', { section: 'Fixed' })]
    const entries = ledgerOf(line('export every column of tables', 'feat: add themes'), { notes })
    expect(entries.map(({ title }) => title)).toContain('Exports hold every column of a table')
    expect(entries.map(({ title }) => title)).toContain('Add themes')
  })

  test('only if it names something in the range', () => {
    const notes = [note('Sort tables', { numbers: [99] })]
    expect(ledgerOf(line('feat: add themes (#4)'), { notes })[0]?.title).toBe('Add themes')
  })

  test('not of the commit that updates the notes', () => {
    const notes = [note('Add themes', { writtenBy: sha('c2') })]
    const entries = ledgerOf(
      [
        commit('c1', 'feat: themes', { paths: ['src/theme.ts'] }),
        commit('c2', 'Write the notes', { paths: ['CHANGELOG.md'], parents: ['c1'] }),
      ],
      { notes },
    )
    expect(entries.map(({ title, placement }) => [title, placement])).toEqual([
      ['Themes', 'highlight'],
      ['Write the notes', 'omitted'],
    ])
  })

  test('and one note about two changes lists them once', () => {
    const notes = [note('Sort tables by column', { numbers: [1, 2] })]
    const entries = ledgerOf(line('one (#1)', 'two (#2)'), { notes })
    expect(entries).toHaveLength(1)
    expect(entries[0]?.commits).toEqual([sha('c2'), sha('c1')])
    expect(written(line('one (#1)', 'two (#2)'), { notes }).markdown).toContain(
      '[#2](https://github.com/acme/app/pull/2), [#1](https://github.com/acme/app/pull/1)',
    )
  })
})

test('if nearly all important changes have notes, changes without a note or declaration are omitted', () => {
  const messages = ['Tables', 'Lists', 'Trees', 'Charts', 'Forms', 'Nicer inner workings']
  const commits = line(...messages).map((each) => ({ ...each, paths: ['src/a.ts'] }))
  const notes = messages
    .slice(0, 5)
    .map((text, index) => note(`Add ${text}`, { writtenBy: sha(`c${index + 1}`) }))
  expect(ledgerOf(commits, { notes }).filter(({ placement }) => placement === 'omitted')).toMatchObject([
    {
      title: 'Nicer inner workings',
      reason: 'It has no note, although the other important changes have one.',
    },
  ])
})

test('a copied title of an internal commit in release notes gives it no importance', () => {
  const body = '### Other\n\n- chore: sort the imports (#2)\n- feat: add tabs (#1)'
  const release = { tagName: 'v1.1.0', name: null, body, prerelease: false, publishedAt: null, url: null }
  const entries = ledgerOf(line('feat: add tabs (#1)', 'chore: sort the imports (#2)'), {
    to: 'v1.1.0',
    releases: [release],
  })
  expect(entries.find(({ number }) => number === 2)?.placement).toBe('omitted')
})
