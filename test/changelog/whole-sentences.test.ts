import { describe, expect, test } from 'bun:test'
import type { Note } from '../../src/changelog/note.ts'
import { entryFor, ledgerOf, line, written } from './activities.ts'

const noted = (text: string) => {
  const note: Note = {
    ...{ text, detail: null, section: 'Fixed', isBreaking: false, packages: [] },
    ...{ numbers: [4], shas: [], writtenBy: null },
  }
  return ledgerOf(line('fix: it (#4)'), { notes: [note] })[0]?.title
}

describe('a title keeps the whole sentence of a note', () => {
  test.each([
    'Fix potential data loss on restart of the database with a large write-ahead log when out-of-order ingestion is enabled',
    'Prevent `@tailwindcss/vite` from triggering full page reloads if a file that is not part of the module graph was changed',
    'Return an error from the configuration reader where two receivers have the same name, the same address and the same route',
    'Fix sorting of columns whose values are numbers, dates, durations, currencies or percentages of a total, even when they are empty',
  ])('%s', (text) => expect(noted(`${text}.`)).toBe(text))

  test('and the whole sentence of a commit without a note', () => {
    const text = `Fix sorting of columns with many different values ${'and other values '.repeat(8)}when nothing is selected`
    expect(text.length).toBeGreaterThan(180)
    expect(entryFor(`fix: ${text}`).title).toBe(text)
  })

  test('and keeps code spans', () => {
    const text = 'Support `<length>`, `:has()` and `--spacing(0)` in arbitrary values'
    expect(noted(`${text}.`)).toBe(text)
  })
})

test('a title has no dash where a reference was removed', () => {
  expect(entryFor('march: fix deadlock when using --no-traverse - fixes #8656').title).toBe(
    'Fix deadlock when using --no-traverse',
  )
})

test.each(['Add it to the list of tokens.', 'Fixes the problem by reading less.'])(
  'a sentence that needs the one before it is not below a heading: %s',
  (body) => {
    const { markdown } = written(
      line(`feat: stream exports\n\n${body} Exports are streamed to the disk as they grow.`),
    )
    expect(markdown).not.toContain(body)
  },
)

test('a sentence that lost its tags is not below a heading', () => {
  const body = 'Renders the language on the title (<h1> in lists) and on the content <article>.'
  const { markdown } = written(line(`feat: emit languages on articles\n\n${body}`))
  expect(markdown).toContain('### Emit languages on articles')
  expect(markdown).not.toContain('Renders')
})

test('a sentence that is too long is cut before a clause that only adds detail', () => {
  const main = `Fix sorting of columns ${'with many values '.repeat(8)}when nothing is selected`
  expect(noted(`${main}, which made exports of large tables slow for everybody who uses them.`)).toBe(main)
})

test('a title is never cut inside code', () => {
  const start = `Fix sorting of columns ${'with many values '.repeat(10)}`
  const { title } = entryFor(`fix: ${start}\`select a from b where c is null and d is null\` is set`)
  expect(title).toBe(`${start.trim()}…`)
})
