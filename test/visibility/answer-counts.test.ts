import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  answersOf,
  type CountedCheck,
  packTallies,
  readTallies,
  type TallyRow,
} from '../../src/features/geo/scans/answer-counts.ts'

const standing = {
  scanId: 'scan',
  projectId: 'project',
  instructionsVersion: 1,
  matcherVersion: 1,
}
const word = fc.constantFrom('a', 'b', 'c', 'custom-1', 'Ünï "quoted"', '')
const check = fc.record({
  engine: fc.constantFrom('openai/gpt', 'google/gemini'),
  promptId: fc.constantFrom('custom-1', 'custom-2', 'best-tools', 'sequence-1'),
  turn: fc.integer({ min: 0, max: 5 }),
  language: fc.constantFrom('en', 'de'),
  isTwin: fc.boolean(),
  capturedAt: fc.integer({ min: 0, max: 3 }).map((second) => new Date(second * 1000)),
  shown: fc.boolean(),
  mentioned: fc.boolean(),
  ownedSourceCited: fc.boolean(),
  position: fc.option(fc.integer({ min: 1, max: 65_535 })),
  sentiment: fc.constantFrom('positive', 'neutral', 'negative', null),
  competitorIds: fc.array(word, { maxLength: 4 }),
  discovered: fc.array(word, { maxLength: 4 }),
  modelReported: fc.option(word),
  page: fc.option(word),
  searched: fc.option(fc.boolean()),
})
/** Checks of one scan: each prompt, turn, engine and language once, as in the table. */
const scan: fc.Arbitrary<CountedCheck[]> = fc
  .uniqueArray(check, {
    maxLength: 60,
    selector: (each) => JSON.stringify([each.engine, each.promptId, each.turn, each.language, each.isTwin]),
  })
  .map((checks) => checks.map((each, index) => ({ ...each, ...standing, id: `check-${index}` })))

test('packed counts are read back, answer by answer', () => {
  fc.assert(
    fc.property(scan, (checks) => {
      const read = readTallies(stored(packTallies(checks))).flatMap((tally) =>
        answersOf(tally).map((answer) => ({
          engine: tally.engine,
          language: tally.language,
          isTwin: tally.isTwin,
          ...answer,
        })),
      )
      const ranked = checks.toSorted(
        (a, b) => a.capturedAt.getTime() - b.capturedAt.getTime() || (a.id < b.id ? -1 : 1),
      )
      const expected = ranked.map((each, rank) => ({
        engine: each.engine,
        language: each.language,
        isTwin: each.isTwin,
        promptId: each.promptId,
        turn: each.turn,
        rank,
        shown: each.shown,
        mentioned: each.mentioned,
        ownedSourceCited: each.ownedSourceCited,
        position: each.position,
        sentiment: each.sentiment,
        competitorIds: each.competitorIds,
        discovered: each.discovered,
      }))
      expect(read.toSorted((a, b) => a.rank - b.rank)).toEqual(expected)
    }),
  )
})

test('a row counts at the time of the last answer of its scan, so that no window splits a scan', () => {
  const rows = packTallies([
    example({ id: '1', engine: 'a', capturedAt: new Date(1000) }),
    example({ id: '2', engine: 'b', capturedAt: new Date(5000) }),
  ])
  const read = readTallies(stored(rows)).toReversed()
  expect(read.map(({ engine, capturedAt, answeredAt }) => [engine, capturedAt, answeredAt])).toEqual([
    ['a', 5000, 1000],
    ['b', 5000, 5000],
  ])
})

test('each engine, language and unsearched repeat has its own row, and the first has the names for all', () => {
  const rows = packTallies([
    example({ id: '1', engine: 'b', competitorIds: ['x'] }),
    example({ id: '2', engine: 'a', isTwin: true, discovered: ['Zed'] }),
    example({ id: '3', engine: 'a', promptId: 'custom-2' }),
    example({ id: '4', engine: 'a', language: 'de' }),
  ])
  expect(rows.map(({ engine, language, isTwin }) => [engine, language, isTwin])).toEqual([
    ['a', 'de', false],
    ['a', 'en', false],
    ['a', 'en', true],
    ['b', 'en', false],
  ])
  expect(rows.map(({ names }) => names.prompts)).toEqual([['custom-1', 'custom-2'], [], [], []])
  expect(rows[0]?.names).toEqual({
    prompts: ['custom-1', 'custom-2'],
    competitors: ['x'],
    discovered: ['Zed'],
  })
})

test('a row has every model that its answers report, and a search if any answer had one', () => {
  const rows = packTallies([
    example({ id: '1', promptId: 'custom-1', modelReported: 'b', searched: false }),
    example({ id: '2', promptId: 'custom-2', modelReported: 'a', searched: true, matcherVersion: 2 }),
    example({ id: '3', promptId: 'custom-3', modelReported: null, searched: null }),
    example({ id: '4', engine: 'none', modelReported: null, searched: null }),
  ])
  expect(
    rows.map(({ modelReported, searched, matcherVersion }) => [modelReported, searched, matcherVersion]),
  ).toEqual([
    ['a, b', true, 2],
    [null, null, 1],
  ])
})

test('columns are read at any memory address of the database', () => {
  const rows = stored(packTallies([example({ id: '1', position: 3, competitorIds: ['x', 'y'] })]))
  const shifted = rows.map((row) => {
    const wide = Buffer.alloc(row.cells.length + 1)
    row.cells.copy(wide, 1)
    return { ...row, cells: wide.subarray(1) }
  })
  const [tally] = readTallies(shifted)
  expect(tally && answersOf(tally)).toMatchObject([{ position: 3, competitorIds: ['x', 'y'] }])
})

test('a scan without answers has no rows', () => {
  expect(packTallies([])).toEqual([])
})

function example(given: Partial<CountedCheck>): CountedCheck {
  return {
    ...standing,
    id: '1',
    engine: 'engine',
    promptId: 'custom-1',
    turn: 0,
    language: 'en',
    isTwin: false,
    capturedAt: new Date(1000),
    shown: true,
    page: null,
    mentioned: false,
    ownedSourceCited: false,
    position: null,
    sentiment: null,
    competitorIds: [],
    discovered: [],
    modelReported: null,
    searched: null,
    ...given,
  }
}

/** As the database returns them, in another order than they were packed. */
function stored(rows: TallyRow[]) {
  return rows
    .map((row) => ({
      ...row,
      names: JSON.stringify(row.names),
      capturedAt: row.capturedAt.getTime(),
      isTwin: Number(row.isTwin),
      searched: row.searched === null ? null : Number(row.searched),
    }))
    .toReversed()
}
