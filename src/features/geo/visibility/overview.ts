import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { integer } from '../../../http/fields.ts'
import { mapSliced, runInSlices } from '../../../slices.ts'
import { rateOf } from '../../../statistics/rate.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import {
  type AnswerGrid,
  type CellCounts,
  countPositions,
  isAnswered,
  type Row,
  strataByEngine,
  sumUp,
} from './answer-grid.ts'
import { evidence, measureEvidence } from './basket/evidence.ts'
import { type Basket, basket } from './basket/figures.ts'
import { withNextStep } from './basket/next-step.ts'
import { toBasket } from './basket/read-basket.ts'
import { readFigures } from './basket/read-figures.ts'
import { findBasketCells, isUnbranded } from './basket/tracked-cells.ts'
import { createCompare, toComparison, toComparisons, type Windows } from './comparison.ts'
import { findConfirmed } from './confirmed-changes.ts'
import { averages, type Comparison, certainty, comparison, toAverage, toRate } from './model.ts'
import { findScope, scopeKey } from './read-scope.ts'
import { cached } from './result-cache.ts'
import { apiSurface, surfaceOfTally, windowsOfSurface } from './surface.ts'
import type { FilteredQuery } from './window.ts'

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

/** How many pages showed an answer of an AI, and the interval of their share. */
const ShownPages = t.Object({ asked: integer, shown: integer, rate: t.Number(), ...certainty })

export const EngineRates = t.Object({
  engine: t.String(),
  /** What it answers for: `api`, or its own id if it reads a page. Figures never mix surfaces. */
  surface: t.String(),
  ...rates,
  /** Null for an API, which always answers. */
  pages: t.Nullable(ShownPages),
  lastCheckedAt: t.String(),
})

/** Rates over all engines; null without answers. */
export const BrandRates = t.Object({
  ...rates,
  mentionRate: t.Nullable(t.Number()),
  lastCheckedAt: t.Nullable(t.String()),
})

export const Overview = t.Object({
  configured: t.Boolean(),
  /** What `brand` and `evidence` are about: `api`, or the id of an engine that reads a page. */
  surface: t.String(),
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

type Overviewed = {
  /** The answers of all engines. */
  windows: Windows
  counts: CellCounts
  surface: string
  isCompared: boolean
  basketOf(engine?: string): Basket | null
  isAsked(promptId: string): boolean
}

/** Computes the brand's rates over the engines of a surface, and per engine, highest first (contract geo 8). */
function* toOverview({ windows, counts, surface, isCompared, basketOf, isAsked }: Overviewed) {
  const { grid } = windows
  const rows = windows.after.filter(isAnswered)
  const compare = isCompared ? yield* createCompare(windows) : null
  const own = windowsOfSurface(windows, surface)
  const ownRows = own.after.filter(isAnswered)
  const isAll = own.after.length + own.before.length === windows.after.length + windows.before.length
  const compareOwn = compare && !isAll ? yield* createCompare(own) : compare
  const all = compareOwn && toComparison(compareOwn({ isAsked }))

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
      surface: surfaceOfTally((rows[0] as Row).tally),
      ...(yield* toRates(sums, rows, comparisons?.[index] ?? null)),
      basket: basketOf(engine),
      pages: countPages(grid, counts, rows),
    })

  const ownStrata = new Set(ownRows.map(({ stratum }) => stratum))
  return {
    brand:
      ownRows.length > 0
        ? { ...(yield* toRates(sumUp(grid, counts, ownStrata), ownRows, all)), basket: basketOf() }
        : { ...noAnswers, comparison: all },
    engines,
  }
}

/** Counts the pages of an engine with and without an answer of an AI; null for an API. */
function countPages({ questions }: AnswerGrid, { answers }: CellCounts, rows: Row[]) {
  const [first] = rows
  if (!first || first.tally.page === null) return null
  const hidden = new Map<number, number>()
  for (const row of rows) for (const { cell } of row.hidden) hidden.set(cell, (hidden.get(cell) ?? 0) + 1)
  const from = first.stratum * questions
  const cells = Array.from({ length: questions }, (_, question) => {
    const shown = answers[from + question] as number
    return { answers: shown + (hidden.get(from + question) ?? 0), mentions: shown }
  })
  const { rate, n, interval } = rateOf(cells)
  const shown = cells.reduce((sum, { mentions }) => sum + mentions, 0)
  return { asked: n, shown, rate: rate ?? 0, n, interval }
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
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope)
    return {
      ...{ configured: false, surface: apiSurface, brand: noAnswers, evidence: null, engines: [] },
      organization,
    }
  const figures = onReplica(ctx)
  const { window, surface } = scope
  const { cells, name } = await findBasketCells(ctx, scope)
  const key = scopeKey('overview', scope, name)
  const { measured, ...overview } = await cached(figures, projectId, key, window, async () => {
    const { windows, counts, basket, own } = await readFigures(figures, scope, cells)
    const found = toOverview({
      ...{ windows, counts, surface, isCompared: window.before !== null, isAsked: isUnbranded(cells) },
      basketOf: (engine) =>
        engine === undefined ? own && toBasket(own) : basket && toBasket(basket, engine),
    })
    const isPage = surface !== apiSurface
    const ofSurface = windowsOfSurface(windows, surface)
    return {
      ...(await runInSlices(found)),
      measured: own && cells && (await runInSlices(measureEvidence(own, ofSurface, cells.texts, isPage))),
    }
  })
  const confirm = await findConfirmed(ctx, scope)
  const { brand, engines } = overview
  return {
    ...{ configured: true, surface },
    brand: { ...brand, comparison: confirm(brand.comparison, 'brand', '') },
    engines: engines.map((each) => ({
      ...each,
      comparison: confirm(each.comparison, 'engine', each.engine),
    })),
    evidence: await withNextStep(ctx, caller, projectId, window, measured),
    organization,
  }
}
