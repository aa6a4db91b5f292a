import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { readBlocks } from '../../src/changelog/entry-matching/blocks.ts'
import { type Entry, readLedger } from '../../src/changelog/entry-matching/entries.ts'
import { locate, readOriginal } from '../../src/changelog/entry-matching/locate.ts'
import { indexEntries } from '../../src/changelog/entry-matching/match.ts'
import { account, entryStateOf } from '../../src/dashboard/content/post/ledger/account.ts'
import { restoreEntry } from '../../src/dashboard/content/post/ledger/restore-entry.ts'
import { compareTexts } from '../../src/dashboard/content/post/write/compare.ts'
import { histories } from '../changelog/histories.ts'
import { entry } from './support/ledger.ts'

// Entries that were removed manually are restored at their position, and omitted ones can be added.

const features = 'Features & Enhancements' as const
const entries = [
  entry({ number: 412, title: 'Export a report as PDF', placement: 'highlight', category: features }),
  entry({ number: 398, title: 'Saved views', placement: 'highlight', category: features }),
  entry({ number: 401, title: 'Sort by two columns', category: features }),
  entry({ number: 409, title: 'Keep the order of columns' }),
  entry({ number: 415, title: 'Send reports once' }),
  entry({ number: 396, title: 'Count a visitor once' }),
  entry({
    number: 390,
    title: 'Bump *vite*',
    url: 'https://github.com/acme/app/pull/390',
    placement: 'omitted',
    category: 'Infrastructure',
    reason: 'It only updates dependencies.',
  }),
]
const written = `Words.

## Highlights

### Export a report as PDF

One click. (#412)

### Saved views

Keep them. (#398)

## More Updates

### Features & Enhancements

- Sort by two columns (#401)

### Bug Fixes

- Keep the order of columns (#409)
- Send reports once (#415)
- Count a visitor once (#396)
`

/** A text with an entry restored, by its number. */
function put(text: string, number: number, original = written, ledger: Entry[] = entries) {
  const index = indexEntries(ledger)
  const first = readOriginal(original, index)
  const found = locate(text, index, first, compareTexts(original, text))
  const place = ledger.findIndex((each) => each.number === number)
  const { at, insert } = restoreEntry(text, place, ledger, first, found)
  return text.slice(0, at) + insert + text.slice(at)
}

const without = (text: string, ...parts: string[]) =>
  parts.reduce((rest, part) => rest.replace(part, ''), text)

describe('a bullet is restored', () => {
  const [keep, send, count] = [
    '- Keep the order of columns (#409)\n',
    '- Send reports once (#415)\n',
    '- Count a visitor once (#396)\n',
  ]

  test.each([
    ['between its neighbours', 415, [send]],
    ['to the head of its list', 409, [keep]],
    ['to the end of its list', 396, [count]],
    ['after the next one that is left above it', 396, [send, count]],
    ['before the next one that is left below it', 409, [keep, send]],
  ])('%s', (_, number, parts) => {
    const rest = parts.filter((part) => !part.includes(`#${number}`))
    expect(put(without(written, ...parts), number)).toBe(without(written, ...rest))
  })

  test('under its heading if the list is empty', () => {
    const text = without(written, keep, send, count)
    expect(put(text, 415)).toContain('### Bug Fixes\n\n- Send reports once (#415)')
  })

  test('at the top of a list without known entries', () => {
    const text = written.replace(keep + send + count, '- Something else\n')
    expect(put(text, 415)).toContain('### Bug Fixes\n\n- Send reports once (#415)\n- Something else\n')
  })

  test('with its heading, in the order of the categories, if that is gone too', () => {
    const fixes = `### Bug Fixes\n\n${keep}${send}${count}`
    expect(put(without(written, `\n${fixes}`), 409)).toEndWith(
      '- Sort by two columns (#401)\n\n### Bug Fixes\n\n- Keep the order of columns (#409)\n',
    )
    const other = '### Features & Enhancements\n\n- Sort by two columns (#401)\n\n'
    expect(put(without(written, other), 401)).toBe(written)
  })

  test('with the section of other updates, if nothing of that is left', () => {
    const text = written.slice(0, written.indexOf('\n## More'))
    expect(put(text, 409)).toBe(
      `${text}\n## More Updates\n\n### Bug Fixes\n\n- Keep the order of columns (#409)\n`,
    )
  })

  test('as it was generated, also if its neighbors were rewritten', () => {
    const text = without(written, send).replace('Keep the order of columns', 'Columns stay')
    expect(put(text, 415)).toBe(written.replace('Keep the order of columns', 'Columns stay'))
  })
})

describe('a highlight is restored', () => {
  const pdf = '### Export a report as PDF\n\nOne click. (#412)\n\n'
  const views = '### Saved views\n\nKeep them. (#398)\n\n'

  test.each([
    [412, pdf],
    [398, views],
  ])('#%i with its text, next to the other', (number, part) => {
    expect(put(without(written, part), number)).toBe(written)
  })

  test('under the heading of highlights, and with it', () => {
    const bare = without(written, pdf, views)
    expect(put(bare, 412)).toContain(
      '## Highlights\n\n### Export a report as PDF\n\nOne click. (#412)\n\n## More',
    )
    expect(put(without(bare, '## Highlights\n\n'), 412)).toContain(
      'Words.\n\n## Highlights\n\n### Export a report as PDF\n\nOne click. (#412)\n\n## More',
    )
  })
})

describe('an omitted entry is added', () => {
  test('under its category, with what Markdown needs', () => {
    expect(put(written, 390)).toEndWith(
      '- Count a visitor once (#396)\n\n### Infrastructure\n\n- Bump \\*vite\\*\n',
    )
  })

  test('with reference and credits if the others have them', () => {
    const like = written.replace('(#401)', '[#401](https://github.com/acme/app/pull/401) (Author: ada)')
    expect(put(like, 390, like)).toEndWith(
      '- Bump \\*vite\\* [#390](https://github.com/acme/app/pull/390) (Author: ada)\n',
    )
  })
})

test('for any generated post: after all removed entries are restored, the text is the original', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (activity, choices) => {
      const { ledger, ...changelog } = writeChangelog(activity)
      if (changelog.skipped !== null) return
      const ledgerEntries = readLedger({ ledger }) ?? []
      const index = indexEntries(ledgerEntries)
      const original = readOriginal(changelog.markdown, index)
      const removed = ledgerEntries.flatMap((_, place) =>
        original.found[place] && choose(2) === 0 ? [place] : [],
      )

      let text = changelog.markdown
      const parts = removed
        .map((place) => original.found[place])
        .sort((one, other) => Number(other?.from) - Number(one?.from))
      for (const part of parts) if (part) text = text.slice(0, part.from) + text.slice(part.to + 1)
      const find = () => locate(text, index, original, compareTexts(changelog.markdown, text))
      expect(find().map((block) => block !== null)).toEqual(
        ledgerEntries.map((_, place) => original.found[place] !== null && !removed.includes(place)),
      )

      for (const place of shuffle(removed)) {
        const { at, insert } = restoreEntry(text, place, ledgerEntries, original, find())
        text = text.slice(0, at) + insert + text.slice(at)
      }
      expect(linesOf(text)).toEqual(linesOf(changelog.markdown))
      expect(readBlocks(text).map((block) => block.text)).toEqual(original.blocks.map((block) => block.text))

      function choose(most: number): number {
        return choices.next().value % most
      }
      function shuffle(places: number[]): number[] {
        return places
          .map((place) => ({ place, turn: choose(1000) }))
          .sort((one, other) => one.turn - other.turn)
          .map(({ place }) => place)
      }
    }),
    { numRuns: 150 },
  )
}, 300_000)

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

describe('a ledger adds up', () => {
  const accountFor = (ledger: Entry[], isTold: (place: number) => boolean) =>
    account(
      ledger,
      ledger.map((each, place) => entryStateOf(each, isTold(place))),
    )

  test('if each change, commit and issue is in exactly one entry', () => {
    const gone = new Set([4])
    expect(accountFor(entries, (place) => !gone.has(place) && place !== 6)).toEqual({
      changes: 7,
      commits: 7,
      counts: { highlight: 2, listed: 3, gone: 1, out: 1 },
      faults: [],
    })
  })

  test('and an omitted entry that is added counts as listed', () => {
    expect(accountFor(entries, () => true).counts).toEqual({ highlight: 2, listed: 5, gone: 0, out: 0 })
  })

  const one = entry({ commits: ['a', 'b'], issues: [{ id: '1' }] })
  test.each([
    [
      'a change is there twice',
      [one, { ...one, commits: [], issues: [] }],
      '1 change is in more than one entry.',
    ],
    [
      'commits are in two entries',
      [one, entry({ commits: ['a', 'b'] })],
      '2 commits are in more than one entry.',
    ],
    [
      'an issue is in two entries',
      [one, entry({ issues: [{ id: '1' }] })],
      '1 issue is in more than one entry.',
    ],
    [
      'something is left out without a reason',
      [entry({ title: 'Quiet', placement: 'omitted' })],
      '“Quiet” is left out without a reason.',
    ],
  ])('not where %s', (_, ledger, fault) => {
    expect(accountFor(ledger, () => true).faults).toEqual([fault])
  })

  test('for any generated post', () => {
    fc.assert(
      fc.property(histories, (activity) => {
        const { ledger } = writeChangelog(activity)
        const { faults, counts, changes } = accountFor(readLedger({ ledger }) ?? [], () => true)
        expect([faults, counts.highlight + counts.listed]).toEqual([[], changes])
      }),
    )
  })
})
