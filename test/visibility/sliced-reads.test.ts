import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { packTallies, readTallies } from '../../src/features/geo/scans/answer-counts.ts'
import { findTallies } from '../../src/features/geo/scans/find-answer-counts.ts'
import { tallies } from '../../src/features/geo/scans/table.ts'
import { createAnswerBrandReader } from '../../src/features/geo/visibility/answer-brands.ts'
import { answerGrid } from '../../src/features/geo/visibility/answer-grid.ts'
import {
  countBrands,
  countShareOfVoice,
  countShares,
  ownNumber,
} from '../../src/features/geo/visibility/brand-counts.ts'
import { createBrands } from '../../src/features/geo/visibility/brands.ts'
import { runAtOnce } from '../../src/slices.ts'
import { testApp } from '../support/app.ts'
import { addProject } from '../support/tracking.ts'
import { addScan } from '../support/visibility.ts'

const scanCount = 120
const all = { from: null, to: null }

async function scanned() {
  const app = await testApp()
  const team = await app.team('acme')
  const project = await addProject(app.ctx, team)
  for (let scan = 0; scan < scanCount; scan++)
    await addScan(app.ctx, project, new Date(Date.UTC(2026, 0, 1) + scan * 3_600_000).toISOString(), [
      { engine: 'alpha', promptId: 'custom-1', mentioned: true, position: 1 },
    ])
  return { ctx: app.ctx, projectId: project.id }
}

/** Calls `act` before each read of tallies. */
function beforeReads(ctx: Awaited<ReturnType<typeof scanned>>['ctx'], act: (read: number) => Promise<void>) {
  const client = ctx.db.$client
  const { read } = client
  let reads = 0
  client.read = async (sql, args) => {
    if (sql.includes('"cells"')) await act(++reads)
    return read.call(client, sql, args)
  }
}

test('the answers of many scans are read a few at a time, with a turn of the event loop in between', async () => {
  const { ctx, projectId } = await scanned()
  let turn = 0
  const turns: number[] = []
  const count = () => {
    turn++
    if (turn < 10_000) setImmediate(count)
  }
  beforeReads(ctx, async () => void turns.push(turn))
  setImmediate(count)
  const found = await findTallies(ctx, projectId, all)
  turn = 10_000
  expect(found.length).toBe(scanCount)
  expect(found.map(({ capturedAt }) => capturedAt)).toEqual(
    found.map(({ capturedAt }) => capturedAt).toSorted((a, b) => a - b),
  )
  expect(turns.length).toBeGreaterThan(1)
  expect(new Set(turns).size).toBe(turns.length)
})

test('a scan that gets more answers while they are read counts once, at its new time', async () => {
  const { ctx, projectId } = await scanned()
  const [first] = await findTallies(ctx, projectId, all)
  const later = Date.UTC(2026, 0, 5) + 1
  beforeReads(ctx, async (read) => {
    if (read !== 2) return
    const scanId = first?.scanId ?? ''
    await ctx.db
      .update(tallies)
      .set({ capturedAt: new Date(later) })
      .where(eq(tallies.scanId, scanId))
  })
  const found = await findTallies(ctx, projectId, all)
  expect(found.map(({ scanId }) => scanId).filter((id) => id === first?.scanId)).toHaveLength(1)
  expect(found.find(({ scanId }) => scanId === first?.scanId)?.capturedAt).toBe(later)
  expect(found).toHaveLength(scanCount)
})

test('shares of brands are the same however many are counted in one pass', () => {
  const id = fc.constantFrom('one', 'two', 'three')
  const answer = fc.record({
    engine: fc.constantFrom('alpha', 'beta'),
    promptId: fc.constantFrom('custom-1', 'custom-2', 'custom-3'),
    mentioned: fc.boolean(),
    competitorIds: fc.array(id, { maxLength: 3 }),
    discovered: fc.array(fc.constantFrom('Two', 'Other', 'other'), { maxLength: 2 }),
  })
  const brands = createBrands(['one', 'two', 'three'].map((name) => ({ id: name, name, synonyms: [] })))
  const standing = { scanId: 'scan', projectId: 'project', instructionsVersion: 1, matcherVersion: 1 }
  const rest = {
    shown: true,
    turn: 0,
    language: 'en',
    isTwin: false,
    capturedAt: new Date(0),
    ownedSourceCited: false,
  }
  const unknown = { position: null, sentiment: null, modelReported: null, page: null, searched: null }
  fc.assert(
    fc.property(
      fc.uniqueArray(answer, { minLength: 1, selector: ({ engine, promptId }) => `${engine} ${promptId}` }),
      (answers) => {
        const checks = answers.map((each, index) => ({
          ...each,
          ...standing,
          ...rest,
          ...unknown,
          id: `${index}`,
        }))
        const rows = packTallies(checks).map((row) => ({
          ...row,
          names: JSON.stringify(row.names),
          capturedAt: row.capturedAt.getTime(),
          isTwin: Number(row.isTwin),
          searched: null,
        }))
        const grid = runAtOnce(answerGrid(readTallies(rows)))
        const reader = createAnswerBrandReader(brands)
        const counted = runAtOnce(countBrands(grid.rows, brands, reader))
        const tracked = counted.brands.filter(({ competitorId }) => competitorId !== null)
        const subjects = [ownNumber, ...tracked.map(({ number }) => number)]
        const atOnce = runAtOnce(countShares(grid, grid.rows, reader, subjects))
        expect(runAtOnce(countShares(grid, grid.rows, reader, subjects, 1))).toEqual(atOnce)
        const shares = atOnce.map(({ rate }) => rate ?? 0)
        const named = shares.reduce((sum, share) => sum + share, 0)
        expect(named).toBeCloseTo(atOnce[0]?.n ? 1 : 0)
        // The comparison of shares counts the same mentions.
        const { names, othersIn } = countShareOfVoice(reader)
        const bases = grid.rows.flatMap(({ tally }) => {
          const others = othersIn?.(tally) ?? []
          return Array.from(others, (count, answer) => count + (names(tally, answer) ? 1 : 0))
        })
        expect(bases.reduce((sum, base) => sum + base, 0)).toBe(atOnce[0]?.n ?? 0)
        for (const { brand, mentions } of counted.brands)
          expect(mentions).toBe(
            answers.filter(({ competitorIds, discovered }) =>
              [...competitorIds, ...discovered].some((name) => name.toLowerCase() === brand.toLowerCase()),
            ).length,
          )
      },
    ),
  )
})
