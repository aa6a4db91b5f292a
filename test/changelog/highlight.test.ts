import { describe, expect, test } from 'bun:test'
import { entryFor, ledgerOf, line } from './activities.ts'

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

test('of equal changes, a single-line one comes before a two-line one, unless a colon ends its heading', () => {
  const long = 'add a table of all that callers may do and what each of the calls says about itself'
  const first = (title: string) => highlights('feat: add dark mode', `feat: ${title}`)[0]
  expect(first(long)).toBe('Add dark mode')
  expect(first(`add a table of calls: ${long.slice(4)}`)).toStartWith('Add a table of calls: ')
  expect(first('add a table of calls')).toBe('Add a table of calls')
})
