import { describe, expect, test } from 'bun:test'
import type { Commit } from '../../src/changelog/activity.ts'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { activity, commit, entryFor, ledgerOf, line, sha, written } from './activities.ts'

test.each([
  ['fix(etag): compare weakly', [], 'etag'],
  ['tls: reload certificates', [], 'tls'],
  ['go/types: add Walk', [], 'go/types'],
  ['[Table] Support sticky headers', [], 'Table'],
  ['feat: add themes', ['packages/editor/src/theme.ts'], 'editor'],
  ['feat: add themes', ['packages/editor/src/theme.ts', 'packages/menu/src/theme.ts'], null],
  ['feat(app): add themes', [], null],
  ['bug/refactor: draw rows last', [], null],
  ['fix(ci): install git', [], null],
  ['Note: this takes a while', [], null],
  ['Start sooner: read settings late', [], null],
  ['Build server: read settings late', [], 'Build server'],
  ['feat: add themes', ['src/theme.ts'], null],
  ['serve s3: fix listings', [], 'serve s3'],
  ['`--sort`: add `--sort` for lists', [], null],
  ['fix(module: select): keep order', [], 'select'],
  ['fix(table:row): keep order', [], 'table:row'],
  ['fix(cache): cache-disk: keep order', [], 'cache-disk'],
  ['Keep order of rows', ['crates/app-export/src/rows.rs'], 'export'],
  ['Keep order of rows', ['crates/app-core/src/rows.rs'], null],
  ['app.getPager: add `app.getPager`', [], null],
])('of %j the area is %j', (message, paths, area) => {
  expect(entryFor(message, { paths }).area).toBe(area)
})

test('the area stays visible in lists and highlights', () => {
  const { markdown } = written(line('feat(editor): add themes', 'fix(etag): compare weakly'))
  expect(markdown).toContain('### editor: Add themes')
  expect(markdown).toContain('- **etag:** Compare weakly')
})

test('an area of nearly all changes is not shown, unless the project names it', () => {
  const of = (area: string, count: number) =>
    ['zoom', 'rows', 'maps', 'tabs', 'keys', 'pans'].slice(0, count).map((name, at) =>
      commit(`${area}${at}`, `fix: keep order of ${name} in the ${area}`, {
        paths: [`apps/${area}/src/${name}.ts`],
      }),
    )
  const areasOf = (commits: Commit[]) => [...new Set(ledgerOf(commits).map(({ area }) => area))]
  expect(areasOf(of('studio', 6))).toEqual([null])
  expect(areasOf(of('studio', 4))).toEqual(['studio'])
  expect(areasOf([...of('studio', 5), ...of('viewer', 2)])).toEqual(['viewer', 'studio'])
  const rules = { areas: { studio: 'Studio' } }
  expect(new Set(ledgerOf(of('studio', 6), { rules }).map(({ area }) => area))).toEqual(new Set(['Studio']))
})

test('an area is not shown before a title that begins with it', () => {
  const { markdown } = written(line('feat(editor): editor themes for pages', 'fix(import): import all lists'))
  expect(markdown).toContain('\n### Add editor themes for pages\n')
  expect(markdown).not.toMatch(/editor: Editor|import:/)
})

test('the same change in several areas is listed once', () => {
  const entries = ledgerOf(line('fix(a): keep order', 'fix(b): keep order', 'fix(a): keep order'))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ area: 'a, b', commits: [sha('c3'), sha('c2'), sha('c1')] })
})

test('at most two highlights come from one area, and none from a side area', () => {
  const messages = ['a', 'b', 'c'].map((name) => `feat(editor): add ${name} mode`)
  const entries = ledgerOf(
    line(...messages, 'feat(playground): add a share button', 'feat(menu): add folders'),
  )
  const highlights = entries.filter(({ placement }) => placement === 'highlight').map(({ area }) => area)
  expect(highlights).toEqual(['menu', 'editor', 'editor'])
})

describe('a project file can set', () => {
  const tell = (message: string, rules: object) =>
    writeChangelog(activity(line(message), { rules })).ledger[0]

  test('the displayed name of an area', () => {
    expect(tell('fix(ui): keep order', { areas: { ui: 'Dashboard' } })?.area).toBe('Dashboard')
  })

  test('a scope that is an ordinary word of the language is ignored', () => {
    expect(tell('fix(constructor): keep order', { areas: {} })?.area).toBe('constructor')
  })

  test('that authors are named at each change, or not at all', () => {
    const markdownOf = (rules: object) => {
      const changelog = writeChangelog(activity(line('feat: add exports'), { rules, newcomers: ['Ana'] }))
      return changelog.skipped === null ? changelog.markdown : ''
    }
    const thanks = '\n\nThanks to [@ana](https://github.com/ana/) (first contribution).\n'
    expect(markdownOf({})).toEndWith(thanks)
    expect(markdownOf({})).not.toContain('Author')
    const inline = markdownOf({ credits: 'inline' })
    expect(inline).toContain('(Author: [@ana](https://github.com/ana/))')
    expect(inline).toEndWith('\n\nFirst contributions: [@ana](https://github.com/ana/).\n')
    expect(markdownOf({ credits: false })).not.toContain('ana')
  })

  test('whose commits are omitted', () => {
    expect(tell('fix: keep order', { ignoredAuthors: ['ana'] })).toMatchObject({
      placement: 'omitted',
      reason: 'Its author is on the list of ignored authors.',
    })
  })

  test('which paths are omitted', () => {
    const commits = line('fix: keep order').map((each) => ({ ...each, paths: ['legacy/a.ts'] }))
    const { ledger } = writeChangelog(activity(commits, { rules: { ignoredPaths: ['legacy/**'] } }))
    expect(ledger[0]?.placement).toBe('omitted')
  })
})
