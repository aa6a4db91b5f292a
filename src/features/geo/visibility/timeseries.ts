import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { integer } from '../../../http/fields.ts'
import { runInSlices } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import type { Tally } from '../scans/answer-counts.ts'
import { countCells, countPositions, isAnswered, type Row, sumUp } from './answer-grid.ts'
import { dayBasket } from './basket/figures.ts'
import { type BasketAnswers, createDayFigures, withMentionsOf } from './basket/read-basket.ts'
import { readFigures } from './basket/read-figures.ts'
import { findBasketCells, isUnbranded } from './basket/tracked-cells.ts'
import { countBrands } from './brand-counts.ts'
import { type Brands, findBrands } from './brands.ts'
import { createCompare, toComparison, type Windows } from './comparison.ts'
import { createNaming } from './competitors.ts'
import { certainty, comparison, toAverage } from './model.ts'
import { findScope, scopeKey } from './read-scope.ts'
import { cached } from './result-cache.ts'
import { surfaceOfTally, windowsOfSurface } from './surface.ts'
import { dayOf, type FilteredQuery } from './window.ts'

const dayRates = {
  day: t.String(),
  checks: integer,
  mentions: integer,
  avgPosition: t.Nullable(t.Number()),
  ...certainty,
  basket: dayBasket,
}

/** The answers of an engine on a day, including conversations (contract geo 8). */
const EngineDay = t.Object({ engine: t.String(), ...dayRates })

/** The answers of all engines on a day. */
const BrandDay = t.Object(dayRates)

const CompetitorDays = t.Object({
  competitorId: t.String(),
  brand: t.String(),
  points: t.Array(t.Object({ day: t.String(), rate: t.Number() })),
})

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
  /** The most mentioned competitors over the same prompts and engines as the basket. */
  competitors: t.Array(CompetitorDays),
  comparison,
  organization: Organization,
})

/** Returns a point per day and engine with answers, sorted by both, and one per day over the engines of a surface. */
function* toDays({ grid, after }: Windows, figureOf: FigureOfDay | null, own: SurfaceFigures) {
  const points: (typeof EngineDay.static)[] = []
  const brand: (typeof BrandDay.static)[] = []
  for (const [day, ofDay] of Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))) {
    const counts = yield* countCells(grid, ofDay)
    const toPoint = function* (
      rows: Row[],
      figureOf: FigureOfDay | null,
      engine?: string,
      strata?: Iterable<number>,
    ) {
      const { checks, mentions, n, interval } = sumUp(grid, counts, strata)
      const { avgPosition } = toAverage(yield* countPositions(rows))
      const basket = figureOf && (yield* figureOf(rows, engine))
      return { day, checks, mentions, avgPosition, n, interval, basket }
    }
    const byEngine: (typeof EngineDay.static)[] = []
    for (const [stratum, rows] of Map.groupBy(ofDay, ({ stratum }) => stratum)) {
      const engine = grid.strata[stratum]?.engine ?? ''
      byEngine.push({ engine, ...(yield* toPoint(rows, figureOf, engine, [stratum])) })
    }
    points.push(...byEngine.sort((a, b) => (a.engine < b.engine ? -1 : 1)))
    const ofSurface = ofDay.filter(({ tally }) => surfaceOfTally(tally) === own.surface)
    if (ofSurface.some(isAnswered))
      brand.push(yield* toPoint(ofSurface, own.figureOf, undefined, strataOf(ofSurface)))
  }
  return { points, brand }
}

const strataOf = (rows: Row[]) => new Set(rows.map(({ stratum }) => stratum))

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

/** As many competitors as a chart shows. */
const maxCompetitors = 5

/** Returns how often answers name the most mentioned competitors, per day. */
function* toCompetitors({ grid, after }: Windows, basket: BasketAnswers, brands: Brands) {
  const { brands: counted } = yield* countBrands(after, brands)
  const competitors: (typeof CompetitorDays.static)[] = []
  for (const { brand, competitorId } of counted) {
    if (competitorId === null) continue
    const naming = createNaming(brands, brand)
    const own = withMentionsOf(basket, yield* countCells(grid, after, naming))
    const figureOf = createDayFigures(own, grid, naming)
    const points: { day: string; rate: number }[] = []
    for (const [day, rows] of Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))) {
      const figure = yield* figureOf(rows)
      if (figure) points.push({ day, rate: figure.rate })
    }
    competitors.push({ competitorId, brand, points })
    if (competitors.length === maxCompetitors) break
  }
  return competitors
}

/** The figure over the tracked cells on a day, of all engines or of one. */
type FigureOfDay = ReturnType<typeof createDayFigures>
/** The figure over the engines of a surface. */
type SurfaceFigures = { surface: string; figureOf: FigureOfDay | null }

type Read = {
  /** The answers of all engines. */
  windows: Windows
  /** All tracked cells, and those of the surface. */
  basket: BasketAnswers | null
  own: BasketAnswers | null
  surface: string
  brands: Brands
  isCompared: boolean
  isAsked: (promptId: string) => boolean
}

function* readIn({ windows, basket, own, surface, brands, isCompared, isAsked }: Read) {
  const { grid } = windows
  const figureOf = basket && createDayFigures(basket, grid)
  const scope = windowsOfSurface(windows, surface)
  return {
    competitors: own ? yield* toCompetitors(scope, own, brands) : [],
    ...(yield* toDays(windows, figureOf, { surface, figureOf: own && createDayFigures(own, grid) })),
    modelChanges: toModelChanges(windows),
    comparison: isCompared ? toComparison((yield* createCompare(scope))({ isAsked })) : null,
  }
}

const nothing = { points: [], brand: [], modelChanges: [], competitors: [], comparison: null }

/** Returns how often engines name the brand, per day. */
export async function readTimeseries(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: FilteredQuery,
) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope) return { configured: false, ...nothing, organization }
  const figures = onReplica(ctx)
  const [{ cells, name }, brands] = await Promise.all([
    findBasketCells(ctx, scope),
    findBrands(ctx, projectId),
  ])
  const named = Bun.hash(JSON.stringify([...brands.byId.values()])).toString(36)
  const { window, surface } = scope
  const key = scopeKey('timeseries', scope, name, named)
  const found = await cached(figures, projectId, key, window, async () => {
    const { windows, basket, own } = await readFigures(figures, scope, cells, 'all')
    const isAsked = isUnbranded(cells)
    const isCompared = window.before !== null
    return runInSlices(readIn({ windows, basket, own, surface, brands, isCompared, isAsked }))
  })
  return { configured: true, ...found, organization }
}
