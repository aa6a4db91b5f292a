import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { integer } from '../../../http/fields.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import type { Tally } from '../scans/answer-counts.ts'
import { countCells, countPositions, type Row, sumUp } from './answer-grid.ts'
import { createCompare, toComparison, type Windows } from './comparison.ts'
import { certainty, comparison, toAverage } from './model.ts'
import { cached } from './result-cache.ts'
import { findTracked, readAnswers, toWindows } from './service.ts'
import { dayOf, type WindowQuery, windowOf } from './window.ts'

const dayRates = {
  day: t.String(),
  checks: integer,
  mentions: integer,
  avgPosition: t.Nullable(t.Number()),
  ...certainty,
}

/** The answers of an engine on a day, including conversations (contract geo 8). */
const EngineDay = t.Object({ engine: t.String(), ...dayRates })

/** The answers of all engines on a day. */
const BrandDay = t.Object(dayRates)

/** A day on which an engine began to report another model. */
const ModelChange = t.Object({
  day: t.String(),
  engine: t.String(),
  from: t.String(),
  to: t.String(),
})

export const Timeseries = t.Object({
  configured: t.Boolean(),
  points: t.Array(EngineDay),
  brand: t.Array(BrandDay),
  modelChanges: t.Array(ModelChange),
  comparison,
  organization: Organization,
})

/** Returns a point per day and engine with answers, sorted by both, and one per day over all engines. */
function toDays({ grid, after }: Windows) {
  const days = [...Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))].map(([day, rows]) => {
    const counts = countCells(grid, rows)
    const toPoint = (rows: Row[], strata?: number[]) => {
      const { checks, mentions, n, interval } = sumUp(grid, counts, strata)
      const { avgPosition } = toAverage(countPositions(rows))
      return { day, checks, mentions, avgPosition, n, interval }
    }
    const points = [...Map.groupBy(rows, ({ stratum }) => stratum)]
      .map(([stratum, rows]) => ({
        engine: grid.strata[stratum]?.engine ?? '',
        ...toPoint(rows, [stratum]),
      }))
      .sort((a, b) => (a.engine < b.engine ? -1 : 1))
    return { points, brand: toPoint(rows) }
  })
  return { points: days.flatMap(({ points }) => points), brand: days.map(({ brand }) => brand) }
}

/** Returns the days on which an engine's model changed. Days without a reported model are ignored. */
function toModelChanges({ after }: Windows) {
  const last = new Map<string, string>()
  return after
    .map(({ tally }) => tally)
    .toSorted((a, b) => a.capturedAt - b.capturedAt)
    .flatMap(({ engine, modelReported: to, capturedAt }: Tally) => {
      const from = last.get(engine)
      if (to === null) return []
      last.set(engine, to)
      return from === undefined || from === to ? [] : [{ day: dayOf(capturedAt), engine, from, to }]
    })
}

/** Returns how often engines name the brand, per day. */
export async function readTimeseries(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked)
    return { configured: false, points: [], brand: [], modelChanges: [], comparison: null, organization }
  const window = windowOf(query, ctx.now())
  const name = `timeseries ${tracked.promptLanguage} ${JSON.stringify(query)}`
  const found = await cached(ctx, projectId, name, window, async () => {
    const answers = await readAnswers(ctx, projectId, window)
    const windows = toWindows(answers, { language: tracked.promptLanguage, turns: 'all' })
    return {
      ...toDays(windows),
      modelChanges: toModelChanges(windows),
      comparison: window.before && toComparison(createCompare(windows)()),
    }
  })
  return { configured: true, ...found, organization }
}
