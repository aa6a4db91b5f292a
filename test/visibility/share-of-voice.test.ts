import { expect, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { tallyScan } from '../../src/features/geo/scans/count-answers.ts'
import { checks } from '../../src/features/geo/scans/table.ts'
import { toNameKey } from '../../src/mentions/name-key.ts'
import { testApp } from '../support/app.ts'
import { addCompetitor, addProject, addPrompt } from '../support/tracking.ts'
import { addScan, planAsking } from '../support/visibility.ts'

const promptIds = ['custom-1', 'custom-2', 'custom-3']
const engines = ['alpha', 'beta']
const [scanCount, editCount] = [6, 5]
const names = ['One', 'Two', 'Three', 'uno', 'Other']

const answer = fc.record({
  mentioned: fc.boolean(),
  competitorIds: fc.subarray(['c-one', 'c-two', 'c-three', 'c-gone']),
  discovered: fc.subarray(['Two', 'uno', 'UNO', 'Other', 'other']),
})
/** The answers of a scan, by engine and prompt; null for one that failed, which the retry asks again. */
const scan = fc.array(fc.option(answer, { freq: 5 }), { minLength: 6, maxLength: 6 })
const edit = fc.record({
  id: fc.constantFrom('c-one', 'c-two', 'c-three'),
  name: fc.constantFrom(...names),
  synonyms: fc.subarray(names),
  isDeleted: fc.boolean(),
  /** The answer that is judged again, and the result. */
  at: fc.nat(),
  judged: answer,
})

test('the share of voice equals a plain count of stored answers after any edits of competitors and answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(scan, { minLength: scanCount, maxLength: scanCount }),
      fc.array(edit, { minLength: editCount, maxLength: editCount }),
      async (scans, edits) => {
        const { ctx, team } = await testApp()
        const acme = await team('acme')
        const project = await addProject(ctx, acme)
        for (const id of ['1', '2', '3']) await addPrompt(ctx, project, id)
        for (const [id, name] of [
          ['c-one', 'One'],
          ['c-two', 'Two'],
        ] as const)
          await addCompetitor(ctx, project, id, name)
        const cells = engines.flatMap((engine) => promptIds.map((promptId) => ({ engine, promptId })))
        for (const [day, given] of scans.entries()) {
          const at = `2026-02-${10 + day}T10:00:00.000Z`
          const answered = cells.flatMap((cell, index) =>
            given[index] ? [{ ...cell, ...given[index] }] : [],
          )
          await addScan(ctx, project, at, answered, { plan: planAsking(promptIds, engines) })
          // A retry asks everything again. Only what was missing counts.
          const again = cells.map((cell) => ({ ...cell, mentioned: true, competitorIds: ['c-two'] }))
          await addScan(ctx, project, at.replace('T10', 'T11'), again, { cause: 'retry' })
        }
        for (const { id, name, synonyms, isDeleted, at, judged } of edits) {
          const isOwn = and(eq(competitors.projectId, project.id), eq(competitors.id, id))
          await ctx.db.delete(competitors).where(isOwn)
          const taken = (await ctx.db.select().from(competitors)).map((each) => toNameKey(each.name))
          if (!isDeleted && !taken.includes(toNameKey(name)))
            await addCompetitor(ctx, project, id, name, { synonyms, createdAt: new Date(at % 1000) })
          const stored = await ctx.db.select().from(checks).orderBy(asc(checks.id))
          const chosen = stored[at % stored.length]
          if (chosen) {
            await ctx.db.update(checks).set(judged).where(eq(checks.id, chosen.id))
            await ctx.db.batch((await tallyScan(ctx, chosen.scanId)) as never)
          }
          const { body } = await acme.call(
            'GET',
            '/v1/projects/project/geo/visibility/competitor-share?from=2026-02-13&to=2026-02-15',
          )
          const expected = await countPlainly(ctx, ['2026-02-13', '2026-02-14', '2026-02-15'])
          expect({
            own: [body.own.mentions, body.own.n, body.own.share],
            points: body.points.map((point: Record<string, unknown>) => [
              ...[point.brand, point.competitorId, point.mentions, point.share],
              (point.trend as { day: string }[]).length,
            ]),
            timeseries: body.timeseries.toSorted(inOrder),
          }).toEqual(expected)
        }
      },
    ),
    { numRuns: 6 },
  )
})

/** Counts without any of the structures of the product: one object per answer, the first of each cell and day. */
async function countPlainly({ db }: Awaited<ReturnType<typeof testApp>>['ctx'], days: string[]) {
  const tracked = await db.select().from(competitors).orderBy(asc(competitors.createdAt), asc(competitors.id))
  const ofName = (name: string) =>
    tracked.find((each) => toNameKey(each.name) === toNameKey(name)) ??
    tracked.find(({ synonyms }) => synonyms.some((each) => toNameKey(each) === toNameKey(name)))
  const cells = new Map<string, { day: string; mentioned: boolean; brands: Map<string, string> }>()
  for (const check of await db.select().from(checks).orderBy(asc(checks.capturedAt), asc(checks.id))) {
    const day = check.capturedAt.toISOString().slice(0, 10)
    const cell = `${day} ${check.engine} ${check.promptId}`
    if (!days.includes(day) || cells.has(cell)) continue
    const brands = new Map<string, string>()
    for (const id of check.competitorIds)
      if (tracked.some((each) => each.id === id)) brands.set(`id ${id}`, '')
    for (const name of check.discovered) {
      const brand = ofName(name)
      const key = brand ? `id ${brand.id}` : `name ${toNameKey(name)}`
      if (!brands.has(key)) brands.set(key, name)
    }
    cells.set(cell, { day, mentioned: check.mentioned, brands })
  }
  const answers = [...cells.values()]
  const own = answers.filter(({ mentioned }) => mentioned).length
  const keys = [...new Set(answers.flatMap(({ brands }) => [...brands.keys()]))]
  const mentionsOf = (key: string) => answers.filter(({ brands }) => brands.has(key))
  const all =
    own + keys.filter((key) => key.startsWith('id')).reduce((sum, key) => sum + mentionsOf(key).length, 0)
  const points = keys.map((key) => {
    const named = mentionsOf(key)
    const competitor = tracked.find(({ id }) => key === `id ${id}`)
    const spellings = Map.groupBy(named, ({ brands }) => brands.get(key) ?? '')
    const [[spelling] = ['']] = [...spellings].sort(
      ([a, one], [b, other]) => other.length - one.length || (a < b ? 1 : -1),
    )
    return {
      brand: competitor?.name ?? spelling,
      competitorId: competitor?.id ?? null,
      share: competitor ? named.length / all : null,
      named,
    }
  })
  points.sort((a, b) => b.named.length - a.named.length || (a.brand < b.brand ? -1 : 1))
  return {
    own: [own, all, all === 0 ? null : expect.closeTo(own / all, 3)],
    points: points.map(({ brand, competitorId, named, share }) => [
      ...[brand, competitorId, named.length, share === null ? null : expect.closeTo(share, 3)],
      days.length,
    ]),
    timeseries: points
      .flatMap(({ brand, named }) =>
        [...Map.groupBy(named, ({ day }) => day)].map(([day, { length }]) => ({
          brand,
          day,
          mentions: length,
        })),
      )
      .sort(inOrder),
  }
}

type Daily = { brand: string; day: string }
const inOrder = (a: Daily, b: Daily) => (`${a.brand} ${a.day}` < `${b.brand} ${b.day}` ? -1 : 1)
