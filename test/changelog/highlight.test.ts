import { describe, expect, test } from 'bun:test'
import { draftChangelog } from '../../src/changelog/draft.ts'
import { activity, commit, entryFor, ledgerOf, line } from './activities.ts'

const highlights = (...messages: string[]) =>
  ledgerOf(line(...messages))
    .filter(({ placement }) => placement === 'highlight')
    .map(({ title }) => title)

test('highlights go by priority: security, breaking, features, reliability, performance', () => {
  const told = highlights(
    'fix: stop a crash at start',
    'fix: reject forged webhooks',
    'feat!: page with cursors',
    'perf: cache the list',
    'feat: add dark mode',
  )
  expect(told).toEqual([
    'Reject forged webhooks',
    'Page with cursors',
    'Add dark mode',
    'Stop a crash at start',
    'Cache the list',
  ])
})

test('there are at most five, and the sixth is listed', () => {
  const entries = ledgerOf(line(...Array.from({ length: 6 }, (_, index) => `feat: add mode ${index}`)))
  expect(entries.map(({ placement }) => placement)).toEqual([...Array(5).fill('highlight'), 'listed'])
})

test('highlights are never padded with unimportant changes', () => {
  expect(
    highlights('fix: align the button', 'docs: add a guide', 'Improve the label', 'build: publish images'),
  ).toEqual([])
})

describe('is not a highlight:', () => {
  test.each([
    'feat: add a tooltip',
    'feat: print examples in the help of every command',
    'feat: improve the onboarding',
    'feat: depend on a maintained allocator',
    'fix: show the right date',
    'docs: add a self-hosting guide',
    'refactor: replace the storage layer',
  ])('%s', (title) => {
    expect(entryFor(title).placement).toBe('listed')
  })
})

test('a dependency update comes after other security work', () => {
  const updates = Array.from(
    { length: 5 },
    (_, index) => `chore(deps): bump lib${index} from 1.0.0 to 1.0.1 [SECURITY]`,
  )
  expect(highlights('fix: reject forged webhooks', ...updates)[0]).toBe('Reject forged webhooks')
})

test('an update of a dependency that only says that it fixes a vulnerability is no highlight', () => {
  expect(entryFor('Update tiles-proto to fix vulnerability')).toMatchObject({
    category: 'Security',
    placement: 'listed',
  })
})

test('of equal changes, a single-line one comes before a two-line one, unless a colon ends its heading', () => {
  const long = 'add a table of all that callers may do and what each of the calls says about itself'
  const first = (title: string) => highlights('feat: add dark mode', `feat: ${title}`)[0]
  expect(first(long)).toBe('Add dark mode')
  expect(first(`add a table of calls: ${long.slice(4)}`)).toStartWith('Add a table of calls: ')
  expect(first('add a table of calls')).toBe('Add a table of calls')
})

test('work that has only begun is listed, and no highlight', () => {
  expect(highlights('perf: initial work on tracking memory usage', 'feat: add tabs')).toEqual(['Add tabs'])
})

test('a vulnerability that does not affect the product is listed, and no highlight', () => {
  expect(entryFor('Bump puma for CVE-2026-12345 that does not affect us')).toMatchObject({
    placement: 'listed',
    category: 'Security',
  })
})

test('the feature that adds most files comes first, and refinements within the range add to it', () => {
  const files = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `src/${name}/${at}.ts`)
  const many = files(12, 'traffic')
  const entries = ledgerOf([
    commit('c1', 'feat: add traffic', { paths: many, added: many }),
    commit('c2', 'feat: add dark mode', { paths: files(12, 'theme') }),
    commit('c3', 'fix: count visits', { paths: many.slice(0, 2) }),
  ])
  expect(entries.filter(({ placement }) => placement === 'highlight')[0]?.title).toBe('Add traffic')
})

test('an update of a dependency with an advisory comes after all other highlights', () => {
  const told = highlights(
    'Update to go 1.25.5 (CVE-2026-11111)',
    'fix: stop a crash at start',
    'feat: add map legends',
  )
  expect(told).toEqual(['Add map legends', 'Stop a crash at start', 'Update to go 1.25.5 (CVE-2026-11111)'])
})

test('a documented feature comes before an undocumented one of the same size', () => {
  const entries = ledgerOf(
    line(
      commit('c1', 'feat: add map legends', { paths: ['src/legend.ts', 'docs/legend.md'] }),
      commit('c2', 'feat: add map borders', { paths: ['src/border.ts', 'src/edge.ts'] }),
    ),
  )
  const told = entries.filter(({ placement }) => placement === 'highlight').map(({ title }) => title)
  expect(told).toEqual(['Add map legends', 'Add map borders'])
})

test('tests and generated files do not make a feature greater', () => {
  const tests = Array.from({ length: 12 }, (_, index) => `test/border${index}.test.ts`)
  const entries = ledgerOf(
    line(
      commit('c1', 'feat: add map legends', { paths: ['src/legend.ts', 'src/view.ts'] }),
      commit('c2', 'feat: add map borders', { paths: ['src/border.ts', ...tests] }),
    ),
  )
  const told = entries.filter(({ placement }) => placement === 'highlight').map(({ title }) => title)
  expect(told).toEqual(['Add map legends', 'Add map borders'])
})

test('an import of the product is no import of its code', () => {
  expect(entryFor('feat: import maps from photos', { paths: ['src/photos.ts'] }).placement).toBe('highlight')
})

test('text that overflows is no fault of reliability', () => {
  const entry = entryFor('fix: fold overflowing names of maps', { paths: ['src/names.ts'] })
  expect(entry.placement).toBe('listed')
})

test('a first draft of a feature is no highlight', () => {
  expect(entryFor('Initial draft to export maps', { paths: ['src/map.ts'] }).placement).toBe('listed')
})

test('a fix of words or of order weighs less than another, whatever it mentions', () => {
  const titles = ['Judge maps by whole tiles', 'Prefer fixes of lost tiles', 'Accept maps of whole tiles']
  const { placed } = draftChangelog([activity(line(...titles.map((title) => `fix: ${title}`)))])
  const weights = titles.map(
    (title) => [...placed.highlights, ...placed.listed].find(({ change }) => change.title === title)?.weight,
  )
  const [judge = 0, prefer = 0, accept = 0] = weights
  expect(Math.max(judge, prefer)).toBeLessThan(accept - 1)
})

test('a change that only its files and similar titles elsewhere make a feature is no highlight', () => {
  const paths = ['src/rows.ts']
  expect(entryFor('Complete the filtered reader of rows', { paths }).placement).toBe('listed')
  expect(entryFor('Support filtered rows', { paths }).placement).toBe('highlight')
})
