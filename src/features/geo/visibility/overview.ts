import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { integer } from '../../../http/fields.ts'
import { mapSliced, runInSlices } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import {
  type CellCounts,
  countCells,
  countPositions,
  type Row,
  strataByEngine,
  sumUp,
} from './answer-grid.ts'
import { evidence, measureEvidence } from './basket/evidence.ts'
import { type Basket, basket } from './basket/figures.ts'
import { withNextStep } from './basket/next-step.ts'
import { readBasketAnswers, toBasket } from './basket/read-basket.ts'
import { findBasketCells, isUnbranded } from './basket/tracked-cells.ts'
import { createCompare, filterWindows, toComparison, toComparisons, type Windows } from './comparison.ts'
import { averages, type Comparison, certainty, comparison, toAverage, toRate } from './model.ts'
import { cached } from './result-cache.ts'
import { findTracked, readAnswers, toWindows } from './service.ts'
import { type FilteredQuery, windowOf } from './window.ts'

/** Counted over answers to prompts in their own language (contract geo 8). */
const rates = {
  checks: integer,
  mentions: integer,
  mentionRate: t.Number(),
  ...certainty,
  ...averages,
  comparison,
  basket,
}

export const EngineRates = t.Object({ engine: t.String(), ...rates, lastCheckedAt: t.String() })

/** Rates over all engines; null without answers. */
export const BrandRates = t.Object({
  ...rates,
  mentionRate: t.Nullable(t.Number()),
  lastCheckedAt: t.Nullable(t.String()),
})

export const Overview = t.Object({
  configured: t.Boolean(),
  brand: BrandRates,
  evidence,
  engines: t.Array(EngineRates),
  organization: Organization,
})

const noAnswers = {
  checks: 0,
  mentions: 0,
  mentionRate: null,
  n: 0,
  interval: null,
  avgPosition: null,
  positionInterval: null,
  comparison: null,
  basket: null,
  lastCheckedAt: null,
}

/** Computes the brand's rates over all engines and per engine, highest first (contract geo 8). */
function* toOverview(
  windows: Windows,
  counts: CellCounts,
  isCompared: boolean,
  basketOf: (engine?: string) => Basket | null,
  isAsked: (promptId: string) => boolean,
) {
  const { grid } = windows
  const rows = windows.after.filter(({ counted }) => counted > 0)
  const compare = isCompared ? yield* createCompare(windows) : null
  const all = compare && toComparison(compare({ isAsked }))

  const strata = strataByEngine(grid)
  const ranked = [...Map.groupBy(rows, ({ tally }) => tally.engine)]
    .map(([engine, rows]) => ({ engine, rows, sums: sumUp(grid, counts, strata.get(engine)) }))
    .sort((a, b) => (b.sums.rate ?? 0) - (a.sums.rate ?? 0) || (a.engine < b.engine ? -1 : 1))
  const comparisons =
    compare && toComparisons(yield* mapSliced(ranked, ({ engine }) => compare({ engine, isAsked })))
  const engines: (typeof EngineRates.static)[] = []
  for (const [index, { engine, rows, sums }] of ranked.entries())
    engines.push({
      engine,
      ...(yield* toRates(sums, rows, comparisons?.[index] ?? null)),
      basket: basketOf(engine),
    })

  return {
    brand:
      rows.length > 0
        ? { ...(yield* toRates(sumUp(grid, counts), rows, all)), basket: basketOf() }
        : { ...noAnswers, comparison: all },
    engines,
  }
}

function* toRates(
  { checks, mentions, n, interval }: ReturnType<typeof sumUp>,
  rows: Row[],
  comparison: Comparison | null,
) {
  const average = toAverage(yield* countPositions(rows))
  return {
    checks,
    mentions,
    mentionRate: toRate(mentions, checks),
    n,
    interval,
    ...average,
    comparison,
    lastCheckedAt: new Date(Math.max(...rows.map(({ tally }) => tally.answeredAt))).toISOString(),
  }
}

/**
 * Returns how often engines name the brand, in total and per engine, in answers to prompts in their own
 * language.
 */
export async function readOverview(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: FilteredQuery,
) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId, query)
  if (!tracked) return { configured: false, brand: noAnswers, evidence: null, engines: [], organization }
  const figures = onReplica(ctx)
  const window = windowOf(query, ctx.now())
  const { cells, name } = await findBasketCells(ctx, tracked, window, query)
  const key = `overview ${tracked.promptLanguage} ${name} ${JSON.stringify(query)}`
  const { measured, ...overview } = await cached(figures, projectId, key, window, async () => {
    const answers = await readAnswers(figures, projectId, window)
    const all = await runInSlices(toWindows(answers, { language: tracked.promptLanguage }))
    const windows = await runInSlices(filterWindows(all, cells))
    const counts = await runInSlices(countCells(windows.grid, windows.after))
    const basket = cells && (await readBasketAnswers(figures, tracked, window, windows, counts, cells))
    const basketOf = (engine?: string) => basket && toBasket(basket, engine)
    const isCompared = window.before !== null
    return {
      ...(await runInSlices(toOverview(windows, counts, isCompared, basketOf, isUnbranded(cells)))),
      measured: basket && (await runInSlices(measureEvidence(basket, windows, cells.texts))),
    }
  })
  return {
    ...{ configured: true, ...overview },
    evidence: await withNextStep(ctx, caller, projectId, window, measured),
    organization,
  }
}
