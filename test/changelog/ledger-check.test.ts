import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { writeChangelog } from '../../src/changelog/changelog.ts'
import { countMatched, findLedgerFaults } from '../../src/changelog/entry-matching/ledger-check.ts'
import { entry } from '../dashboard/support/ledger.ts'
import { histories } from './histories.ts'

// Compares an edited text with the ledger that it was written from.

const order = entry({ number: 409, title: 'Keep the order of columns', url: 'https://x.dev/o/r/pull/409' })
const dots = entry({ title: 'Read dates with dots', commits: ['c0ffee12'.padEnd(40, '0')] })
const linear = entry({
  title: 'Count a visitor once',
  commits: [],
  issues: [{ identifier: 'APP-12', url: null }],
})
const hero = entry({ number: 400, title: 'Faster exports', placement: 'highlight' })
const bump = entry({ number: 390, title: 'Bump vite', placement: 'omitted', reason: 'Dependencies only.' })
const ledger = [hero, order, dots, linear, bump]

const stored = `Exports are faster.

## Highlights

### Faster exports ([#400](https://x.dev/o/r/pull/400))
They take a third of the time.

## More Updates

### Bug Fixes

- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))
- Read dates with dots
- Count a visitor once (APP-12)
`
const faultsOf = (proposed: string, written = stored) =>
  findLedgerFaults(ledger, { written, stored, proposed })
const edit = (from: string, to: string) => {
  expect(stored).toContain(from)
  return stored.replace(from, to)
}

test('the changes listed in the text are counted', () => {
  expect(countMatched(ledger, { written: stored, stored })).toBe(4)
})

describe('a ledger matches', () => {
  test.each([
    ['where nothing changes', stored],
    ['where other words tell of the same change', edit('Keep the order of columns', 'Columns stay put')],
    [
      'where words change of what is known by nothing but its words',
      edit('- Read dates with dots', '- Dates may now be read with dots between the numbers'),
    ],
    ['where a paragraph changes', edit('Exports are faster.', 'Three things got better, 40 % on average.')],
    [
      'where lines change places',
      edit(
        '- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))\n- Read dates with dots',
        '- Read dates with dots\n- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))',
      ),
    ],
    ['where a highlight becomes a line', edit('### Faster exports ([#400]', '- Faster exports ([#400]')],
    ['where what was left out is told after all', `${stored}- Bump vite (#390)\n`],
    [
      'where something else has a name like an issue or a colour',
      edit('They take', 'In UTF-8 and #fff they take'),
    ],
    ['where a link leads elsewhere', edit('They take', '[They](https://x.dev/docs) take')],
  ])('%s', (_, proposed) => {
    expect(faultsOf(proposed)).toEqual([])
  })
})

describe('a ledger does not match', () => {
  const lost = (name: string) => `The text would no longer mention ${name}.`
  const named = (name: string) => `The text would mention ${name}, which is not in the ledger.`
  const listed = (line: string) => `The text would list “${line}”, which is not in the ledger.`
  test.each([
    [
      'where a line goes',
      edit('- Keep the order of columns ([#409](https://x.dev/o/r/pull/409))\n', ''),
      [lost('“Keep the order of columns” (#409)')],
    ],
    [
      'where a line goes that nothing names',
      edit('- Read dates with dots\n', ''),
      [lost('“Read dates with dots” (c0ffee1)')],
    ],
    [
      'where all goes',
      'Better.\n',
      [
        lost('“Faster exports” (#400)'),
        lost('“Keep the order of columns” (#409)'),
        lost('“Read dates with dots” (c0ffee1)'),
        lost('“Count a visitor once” (APP-12)'),
      ],
    ],
    [
      'where a change comes by its number',
      `${stored}- Add teleportation (#999)\n`,
      [named('#999'), listed('- Add teleportation (#999)')],
    ],
    ['where a change comes in a sentence', edit('They take', 'Since #998 they take'), [named('#998')]],
    [
      'where a change comes by its address',
      edit('They take', '[They](https://x.dev/o/r/pull/77) take'),
      [named('https://x.dev/o/r/pull/77')],
    ],
    ['where an issue of the same team comes', edit('(APP-12)', '(APP-12, APP-13)'), [named('APP-13')]],
    ['where a commit comes', edit('with dots', 'with dots, as of deadbe3f'), [named('deadbe3f')]],
    [
      'where a line comes that names nothing',
      `${stored}- Add teleportation\n`,
      [listed('- Add teleportation')],
    ],
    [
      'where a highlight comes that names nothing',
      edit('## More Updates', '### Teleportation\nIt works.\n\n## More Updates'),
      [listed('### Teleportation')],
    ],
    [
      'where one change takes the place of another',
      edit('- Count a visitor once (APP-12)', '- Add teleportation'),
      [lost('“Count a visitor once” (APP-12)'), listed('- Add teleportation')],
    ],
  ])('%s', (_, proposed, faults) => {
    expect(faultsOf(proposed)).toEqual(faults)
  })
})

test('entries that a user added or removed are kept', () => {
  const written = `${stored}- Add a dark theme (#500)\n`
  const entries = [...ledger, entry({ number: 500, title: 'Add a dark theme' })]
  const by = (was: string, proposed: string) => findLedgerFaults(entries, { written, stored: was, proposed })
  expect(by(stored, stored.replace('a third', 'half'))).toEqual([])
  const withOwn = `${stored}- Thanks to all who sent ideas\n`
  expect(by(withOwn, withOwn.replace('a third', 'half'))).toEqual([])
  expect(by(withOwn, withOwn.replace('Thanks to all', 'Our thanks to everybody'))).toEqual([])
})

test('every generated changelog matches its own ledger, and an empty text misses all entries', () => {
  fc.assert(
    fc.property(histories, (activity) => {
      const changelog = writeChangelog(activity)
      if (changelog.skipped !== null) return
      const { markdown, ledger: entries } = changelog
      const edit = { written: markdown, stored: markdown }
      expect(findLedgerFaults(entries, { ...edit, proposed: markdown })).toEqual([])
      expect(findLedgerFaults(entries, { ...edit, proposed: 'Nothing.' })).toHaveLength(
        countMatched(entries, edit),
      )
    }),
    { numRuns: 50 },
  )
})
