import { describe, expect, test } from 'bun:test'
import { history, isolateHistory, undo } from '@codemirror/commands'
import { EditorState, type TransactionSpec } from '@codemirror/state'
import fc from 'fast-check'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { type Entry, readLedger } from '../../src/changelog/entry-matching/entries.ts'
import { readOriginal } from '../../src/changelog/entry-matching/locate.ts'
import { indexEntries } from '../../src/changelog/entry-matching/match.ts'
import { trackEntries } from '../../src/dashboard/content/post/write/entry-positions.ts'
import { histories } from '../changelog/histories.ts'
import { entry } from './support/ledger.ts'

// How entries stay with their lines while the text is edited.

/** A text that is edited, and the lines that its entries have. */
function edit(text: string, entries: Entry[]) {
  const index = indexEntries(entries)
  const tracked = trackEntries(index, readOriginal(text, index).found)
  let state = EditorState.create({
    doc: text,
    extensions: [tracked, history(), EditorState.lineSeparator.of('\n')],
  })
  const change = (spec: TransactionSpec) => {
    state = state.update({ annotations: isolateHistory.of('full'), ...spec }).state
  }
  return {
    /** Replaces the first occurrence of some words. */
    replace(words: string, insert: string) {
      const from = state.doc.toString().indexOf(words)
      expect(from).toBeGreaterThanOrEqual(0)
      change({ changes: { from, to: from + words.length, insert } })
    },
    change,
    undo: () => undo({ state, dispatch: (transaction) => (state = transaction.state) }),
    text: () => state.doc.toString(),
    places: () => state.field(tracked).places,
    /** The line of each entry; null where it has none. */
    lines: () => state.field(tracked).places.map((place) => place && state.doc.lineAt(place.from).text),
  }
}

const one = entry({ title: 'Keep the order' })
const other = entry({ title: 'Send reports once' })
const text = '### Bug Fixes\n\n- Keep the order\n- Send reports once\n'

describe('an entry keeps its line', () => {
  test.each([
    ['when its words change', 'Keep', 'Never lose', '- Never lose the order'],
    ['when its end goes', ' the order', '', '- Keep'],
    ['when words come after it', 'order', 'order of all columns', '- Keep the order of all columns'],
    ['when all of its words are put into others at once', 'Keep the order', 'Columns stay', '- Columns stay'],
    ['when it is no bullet any more', '- Keep', 'Keep', 'Keep the order'],
    ['when it is cut in two', 'the order', '\n- the order', '- Keep '],
    ['when it is joined with what is above', '\n\n- Keep', ' Keep', '### Bug Fixes Keep the order'],
  ])('%s', (_, words, insert, line) => {
    const { replace, lines } = edit(text, [one, other])
    replace(words, insert)
    expect(lines()).toEqual([line, '- Send reports once'])
  })

  test('when a line comes above it', () => {
    const { change, lines } = edit(text, [one, other])
    change({ changes: { from: text.indexOf('- Keep'), insert: '- New\n' } })
    expect(lines()).toEqual(['- Keep the order', '- Send reports once'])
  })

  test('when two lines are joined and parted again', () => {
    const { replace, lines } = edit(text, [one, other])
    replace('order\n- Send', 'order Send')
    expect(lines()).toEqual(['- Keep the order Send reports once', '- Keep the order Send reports once'])
    replace('order Send', 'order\n- Send')
    expect(lines()).toEqual(['- Keep the order', '- Send reports once'])
  })

  test('when the line is moved to another place', () => {
    const { change, lines } = edit(text, [one, other])
    const from = text.indexOf('- Keep')
    change({
      changes: [
        { from, to: from + '- Keep the order\n'.length },
        { from: text.length, insert: '- Keep the order\n' },
      ],
    })
    expect(lines()).toEqual(['- Keep the order', '- Send reports once'])
  })
})

describe('an entry loses its line', () => {
  test.each([
    ['with the line', '- Keep the order\n', ''],
    ['with its last word', 'Keep the order', ''],
    ['with the end of its words', '- Keep the order', ''],
  ])('%s, and has it again when that is undone', (_, words, insert) => {
    const { replace, lines, undo } = edit(text, [one, other])
    replace(words, insert)
    expect(lines()).toEqual([null, '- Send reports once'])
    undo()
    expect(lines()).toEqual(['- Keep the order', '- Send reports once'])
  })

  test('word by word, and has it again when all of that is undone', () => {
    const { replace, lines, undo } = edit(text, [one, other])
    replace(' order', '')
    replace(' the', '')
    replace('Keep', '')
    expect(lines()[0]).toBeNull()
    for (let each = 0; each < 3; each++) undo()
    expect(lines()).toEqual(['- Keep the order', '- Send reports once'])
  })

  test('and finds it where the line is pasted, in words that no title has', () => {
    const { replace, lines } = edit(text, [one, other])
    replace('Keep', 'Columns stay in')
    replace('- Columns stay in the order\n', '')
    expect(lines()[0]).toBeNull()
    replace('once\n', 'once\n- Columns stay in the order\n')
    expect(lines()[0]).toBe('- Columns stay in the order')
  })

  test('and takes none from a twin of the same title', () => {
    const twin = entry({ title: one.title })
    const { replace, lines } = edit(text.replace('- Send', '- Keep the order\n- Send'), [one, twin, other])
    replace('- Keep the order\n', '')
    expect(lines()).toEqual([null, '- Keep the order', '- Send reports once'])
    replace('Keep the order', 'Keep the order ')
    expect(lines()).toEqual([null, '- Keep the order ', '- Send reports once'])
  })
})

test('whatever is edited in generated posts: places are those of lines, and undoing all gives all of them back', () => {
  const edits = fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.nat({ max: 80 }),
      insert: fc.constantFrom('', 'x', 'word ', '\n', '- new\n', '#7'),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(histories, edits, (activity, changes) => {
      const { ledger, ...written } = writeChangelog(activity)
      if (written.skipped !== null) return
      const entries = readLedger({ ledger }) ?? []
      const editing = edit(written.markdown, entries)
      const before = editing.lines()
      for (const { at, length, insert } of changes) {
        const now = editing.text()
        const from = Math.floor(at * now.length)
        editing.change({ changes: { from, to: Math.min(now.length, from + length), insert } })
        for (const place of editing.places()) {
          if (!place) continue
          expect(place.to).toBeGreaterThan(place.from)
          expect(place.to).toBeLessThanOrEqual(editing.text().length)
          expect(editing.text().slice(place.from, place.to)).not.toContain('\n')
        }
      }
      while (editing.undo());
      expect(editing.text()).toBe(written.markdown)
      expect(editing.lines()).toEqual(before)
    }),
    { numRuns: 200 },
  )
}, 300_000)
