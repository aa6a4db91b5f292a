import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { type Block, readBlocks } from '../../src/changelog/entry-matching/blocks.ts'
import { type Entry, readLedger } from '../../src/changelog/entry-matching/entries.ts'
import { locate, readOriginal } from '../../src/changelog/entry-matching/locate.ts'
import { indexEntries, matchEntries } from '../../src/changelog/entry-matching/match.ts'
import { compareTexts } from '../../src/dashboard/content/post/write/compare.ts'
import { histories } from '../changelog/histories.ts'
import { entry } from './support/ledger.ts'

// How lines of a post are matched to entries of its ledger.

/** The lines that list each entry; null without one. */
function linesFor(entries: Entry[], text: string) {
  return firstLines(matchEntries(readBlocks(text), indexEntries(entries)))
}

const firstLines = (found: (Block | null)[]) => found.map((block) => block?.text.split('\n', 1)[0] ?? null)

const order = entry({ number: 409, title: 'Keep the order of columns', url: 'https://x.dev/pull/409' })
const clocks = entry({ number: 415, title: 'Send reports once when the clocks change' })
const commit = entry({ title: 'Read dates with dots', commits: ['c0ffee12'.padEnd(40, '0')] })
const linear = entry({
  title: 'Count a visitor once',
  issues: [{ identifier: 'APP-12', url: 'https://linear.app/x/APP-12' }],
})
const bump = entry({
  number: 390,
  title: 'Bump vite',
  placement: 'omitted',
  reason: 'It only updates dependencies.',
})

describe('a bullet lists an entry', () => {
  test.each([
    ['by its number in a link', order, '- Columns stay ([#409](https://elsewhere.dev))'],
    ['by its address, whatever the link is called', order, '- Columns stay ([here](https://x.dev/pull/409))'],
    ['by its address alone', order, '- Columns stay: https://x.dev/pull/409.'],
    ['by its number alone', order, '- Columns stay (#409)'],
    ['by its number among others', order, '- Two things stay (#12, #409)'],
    ['by the beginning of its commit', commit, '- Dots are read ([c0ffee1](https://x.dev/c))'],
    ['by its commit written out', commit, `- Dots are read (${'c0ffee12'.padEnd(40, '0')})`],
    ['by its issue', linear, '- Visitors are counted once (APP-12)'],
    ["by its issue's address", linear, '- Visitors are counted once ([see](https://linear.app/x/APP-12))'],
    ['by its title', clocks, '- Send reports once when the clocks change'],
    [
      'by its title, whatever Markdown makes of it',
      clocks,
      '* Send **reports** once, when the `clocks` change',
    ],
    [
      'by its title behind its area',
      clocks,
      '- **Reports:** Send reports once when the clocks change (Author: Ada)',
    ],
    ['as a numbered one', order, '12. Columns stay (#409)'],
    ['within another list', order, '  - Columns stay (#409)'],
  ])('%s', (_, told, line) => {
    expect(linesFor([told], `Words.\n\n- Another\n${line}\n`)).toEqual([line])
  })

  test.each([
    ['has another number', order, '- Columns stay (#4090)'],
    ['names it in an escaped title only', order, '- Revert of \\#409'],
    ['has its number in the address of something else', order, '- Columns ([see](https://x.dev/?a=#409))'],
    ['shares only words with it', clocks, '- Send reports once'],
    ['holds the title of what is left out in other words', bump, '- We bump vite and more'],
  ])('and none where it %s', (_, told, line) => {
    expect(linesFor([told], line)).toEqual([null])
  })
})

describe('the best of several candidates', () => {
  test('the one whose title it is comes before one that only mentions it', () => {
    const text = '- After #409 it is calm (#415)\n- Keep the order of columns (#409)'
    expect(linesFor([order, clocks], text)).toEqual([
      '- Keep the order of columns (#409)',
      '- After #409 it is calm (#415)',
    ])
  })

  test('one bullet lists two entries that it names', () => {
    const line = '- Columns stay, reports come once (#409, #415)'
    expect(linesFor([order, clocks], line)).toEqual([line, line])
  })

  test('two entries with one title have a bullet each', () => {
    const twins = [entry({ title: 'Fix a typo' }), entry({ title: 'Fix a typo' })]
    const found = matchEntries(readBlocks('- Fix a typo\n- Fix a typo'), indexEntries(twins))
    expect(found.map((block) => block?.from)).toEqual([0, 13])
  })

  test('the same number in two repositories is distinguished by the URL', () => {
    const one = entry({ number: 7, title: 'One', url: 'https://x.dev/one/pull/7' })
    const other = entry({ number: 7, title: 'Other', url: 'https://x.dev/other/pull/7' })
    const text = '- B [#7](https://x.dev/other/pull/7)\n- A [#7](https://x.dev/one/pull/7)\n- C (#7)'
    expect(linesFor([one, other], text)).toEqual([
      '- A [#7](https://x.dev/one/pull/7)',
      '- B [#7](https://x.dev/other/pull/7)',
    ])
  })

  test('a heading with the text below it lists a highlight, and a category does not', () => {
    const pdf = entry({ number: 412, title: 'Bug Fixes', placement: 'highlight', category: null })
    const text =
      '## Highlights\n\n### Paper\n\nOne click. (#412)\n\nAnd more.\n\n## More\n\n### Bug Fixes\n\n- One\n'
    const [block] = matchEntries(readBlocks(text), indexEntries([pdf]))
    expect(block?.text).toBe('### Paper\n\nOne click. (#412)\n\nAnd more.')
  })

  test('a paragraph lists it if no other line does, and text above all headings comes last', () => {
    expect(linesFor([order], 'Since #409 all is well.\n\n## More\n\nColumns stay (#409).')).toEqual([
      'Columns stay (#409).',
    ])
  })

  test('text in a fenced block is not a bullet', () => {
    expect(readBlocks('- One\n\n```\n- Keep the order (#409)\n```\n').map(({ kind }) => kind)).toEqual([
      'bullet',
      'paragraph',
    ])
  })
})

describe('the generated text', () => {
  const text = '## More Updates\n\n### Bug Fixes\n\n- Columns no longer jump\n- Reports come once\n'
  const entries = [order, clocks].map((each) => ({
    ...each,
    number: null,
    url: null,
    category: 'Bug Fixes' as const,
  }))
  const index = indexEntries(entries)
  const original = readOriginal(text, index)

  test('bullets in other words and without references belong to entries by their place', () => {
    expect(firstLines(original.found)).toEqual(['- Columns no longer jump', '- Reports come once'])
  })

  test('positions are not used if there are more bullets than entries', () => {
    expect(firstLines(readOriginal(`${text}- A third\n`, index).found)).toEqual([null, null])
  })

  test('and they are tracked when they are edited', () => {
    const now = text
      .replace('Columns no longer jump', 'Columns never jump again')
      .replace('Reports', 'All reports')
    const found = locate(now, index, original, compareTexts(text, now))
    expect(firstLines(found)).toEqual(['- Columns never jump again', '- All reports come once'])
  })

  test('removed text has no position', () => {
    const now = text.replace('- Columns no longer jump\n', '')
    const found = locate(now, index, original, compareTexts(text, now))
    expect(firstLines(found)).toEqual([null, '- Reports come once'])
  })
})

test.each(['developers', 'others'] as const)(
  'whatever was generated for %s: each entry has the line that was written for it, and what is left out has none',
  (audience) => {
    fc.assert(
      fc.property(histories, (activity) => {
        const { ledger, ...written } = writeChangelog(activity, { audience })
        if (written.skipped !== null) return
        const entries = readLedger({ ledger }) ?? []
        const { found } = readOriginal(written.markdown, indexEntries(entries))
        const lines = readBlocks(written.markdown).filter(({ kind }) => kind !== 'paragraph')
        const told = entries.flatMap(({ placement }, place) => (placement === 'omitted' ? [] : [place]))
        // A document is laid out in the order of its ledger.
        expect(told.map((place) => found[place]?.text)).toEqual(lines.map((block) => block.text))
        for (const [place, { placement }] of entries.entries())
          if (placement === 'omitted') expect(found[place]).toBeNull()
      }),
      { numRuns: 200 },
    )
  },
  60_000,
)
