import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { onReplica } from '../../../db/on-replica.ts'
import { integer } from '../../../http/fields.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { runInSlices } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { findEchoTest } from '../prompts/echoes.ts'
import { type Names, namesIn, type Tally } from '../scans/answer-counts.ts'
import { type AnswerBrandReader, createAnswerBrandReader } from './answer-brands.ts'
import { countCells, filterRows, type NamesSubject, sumUp } from './answer-grid.ts'
import { basket } from './basket/figures.ts'
import { toBasket, withMentionsOf } from './basket/read-basket.ts'
import { type Figures, readFigures } from './basket/read-figures.ts'
import { findBasketCells, type TrackedCells } from './basket/tracked-cells.ts'
import { countBrands, countShareOfVoice, countShares, ownNumber } from './brand-counts.ts'
import { type Brands, findBrands } from './brands.ts'
import { countNaming, createCompare, filterWindows, toComparison, type Windows } from './comparison.ts'
import { findLatest } from './latest-answers.ts'
import { certainty, comparison, toRate } from './model.ts'
import { type Answers, readAnswers, toWindows } from './read-answers.ts'
import { findScope, scopeKey } from './read-scope.ts'
import { cached } from './result-cache.ts'
import { findChecks } from './results.ts'
import { ofSurface } from './surface.ts'
import { dayOf, type FilteredQuery, isFiltered, type WindowQuery } from './window.ts'

const Day = t.Object({ day: t.String(), value: t.Number() })

/** The number of answers that name a brand; each answer counts once (contract geo 8). */
const BrandShare = t.Object({
  brand: t.String(),
  /** Null for a name that is not tracked. */
  competitorId: t.Nullable(t.String()),
  mentions: integer,
  trend: t.Array(Day),
  /** The share of all mentions of the project's own brand and tracked competitors; null for other brands. */
  share: t.Nullable(t.Number()),
  ...certainty,
})

export const CompetitorShare = t.Object({
  configured: t.Boolean(),
  points: t.Array(BrandShare),
  timeseries: t.Array(t.Object({ brand: t.String(), day: t.String(), mentions: integer })),
  /** The project's own brand, which is in none of the lists. */
  own: t.Object({ mentions: integer, share: t.Nullable(t.Number()), ...certainty, comparison }),
  organization: Organization,
})

export const CompetitorDetail = t.Object({
  configured: t.Boolean(),
  points: t.Array(t.Object({ day: t.String(), mentions: integer, checks: integer, ...certainty })),
  prompts: t.Array(
    t.Object({
      promptId: t.String(),
      prompt: t.String(),
      engine: t.String(),
      capturedAt: t.String(),
      mentioned: t.Boolean(),
      /** Whether the answer names the own brand only by repeating the question. */
      echo: t.Boolean(),
      position: t.Nullable(integer),
    }),
  ),
  comparison,
  /** The rate of this brand over the window, and that of the own brand over the same prompts and engines. */
  basket,
  own: basket,
  organization: Organization,
})

/** Maximum number of listed brands. */
const maxBrands = 50

/**
 * Counts how often answers name each brand, most frequent first, and the share of the project's own brand
 * (contract geo 8).
 */
function* toShares({ grid, after }: Windows, brands: Brands, reader: AnswerBrandReader) {
  const counted = yield* countBrands(after, brands, reader)
  const top = counted.brands.slice(0, maxBrands)
  const days = [...new Set(after.map(({ tally }) => dayOf(tally.capturedAt)))]
  const totals = new Map(days.map((day) => [day, sum(top.map(({ byDay }) => byDay.get(day) ?? 0))]))
  const tracked = top.filter(({ competitorId }) => competitorId !== null).map(({ number }) => number)
  const subjects = [ownNumber, ...tracked]
  const rates = yield* countShares(grid, after, reader, subjects)
  const shares = new Map(
    rates.map(({ rate, ...certainty }, at) => [subjects[at], { share: rate, ...certainty }]),
  )
  const shareBy = (subject: number) => shares.get(subject) ?? noShare
  return {
    points: top.map(({ brand, competitorId, mentions, byDay, number }) => ({
      brand,
      competitorId,
      mentions,
      trend: days.map((day) => ({ day, value: toRate(byDay.get(day) ?? 0, totals.get(day) ?? 0) })),
      ...shareBy(number),
    })),
    timeseries: top.flatMap(({ brand, byDay }) =>
      [...byDay].map(([day, mentions]) => ({ brand, day, mentions })),
    ),
    own: { mentions: counted.own, ...shareBy(ownNumber) },
  }
}

const noShare = { share: null, n: 0, interval: null }
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Returns a function that checks whether an answer names a brand: a tracked competitor by name or synonym, or
 * a discovered name.
 */
export function createNaming(brands: Brands, brand: string): NamesSubject {
  const id = brands.findByName(brand)?.id
  const places = new Map<Names, { competitors: number; discovered: ReadonlySet<number> }>()
  const isMeant = (name: string) =>
    id === undefined ? toNameKey(name) === toNameKey(brand) : brands.findByName(name)?.id === id
  return (tally: Tally, answer: number) => {
    const { names } = tally
    const known = places.get(names) ?? {
      competitors: names.competitors.indexOf(id ?? ''),
      discovered: new Set(names.discovered.flatMap((name, place) => (isMeant(name) ? [place] : []))),
    }
    places.set(names, known)
    if (known.competitors < 0 && known.discovered.size === 0) return false
    const named = namesIn(tally, answer)
    return (id !== undefined && named.competitorIds.includes(id)) || named.discovered.some(isMeant)
  }
}

const nothing = { ...noShare, comparison: null }

/** Returns how often answers in all languages name each competitor and the project's own brand. */
export async function readCompetitorShare(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  query: FilteredQuery,
) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query)
  if (!scope)
    return {
      configured: false,
      points: [],
      timeseries: [],
      own: { mentions: 0, ...nothing },
      organization,
    }
  const figures = onReplica(ctx)
  const [brands, { cells, name }] = await Promise.all([
    findBrands(ctx, projectId),
    isFiltered(query) ? findBasketCells(ctx, scope) : { cells: null, name: '' },
  ])
  // The names decide which answers name whom.
  const names = Bun.hash(JSON.stringify([...brands.byId.values()])).toString(36)
  const key = scopeKey('share', scope, name, names)
  const counted = await cached(figures, projectId, key, scope.window, async () => {
    const answers = ofSurface(await readAnswers(figures, scope), scope.surface)
    return runInSlices(countIn(answers, brands, cells, query))
  })
  return { configured: true, ...counted, organization }
}

function* countIn(
  answers: Answers,
  brands: Brands,
  cells: TrackedCells | null,
  { language }: Pick<FilteredQuery, 'language'>,
) {
  const windows = yield* filterWindows(yield* toWindows(answers, { turns: 'all', language }), cells)
  const reader = createAnswerBrandReader(brands)
  const shareOfVoice = countShareOfVoice(reader)
  const comparison = answers.window.before && toComparison((yield* createCompare(windows, shareOfVoice))())
  const { own, ...shares } = yield* toShares(windows, brands, reader)
  return { ...shares, own: { ...own, comparison } }
}

/** Default number of days for the details of one brand (contract geo 8). */
const standardDays = 30

/** Returns how often answers name a brand per day, and the latest answer per prompt and engine that does. */
export async function readCompetitor(
  ctx: Context,
  caller: Caller,
  projectId: string,
  brand: string,
  query: WindowQuery,
) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId, query, standardDays)
  if (!scope)
    return {
      ...{ configured: false, points: [], prompts: [], comparison: null, basket: null, own: null },
      organization,
    }
  const [answers, brands, { cells }] = await Promise.all([
    readAnswers(onReplica(ctx), scope),
    findBrands(ctx, projectId),
    findBasketCells(ctx, scope),
  ])
  const naming = createNaming(brands, brand)
  const figures = await readFigures(onReplica(ctx), scope, cells)
  const { points, latest, comparison } = await runInSlices(
    findNamed(ofSurface(answers, scope.surface), naming, scope.promptLanguage),
  )
  const [found, isEchoOf] = await Promise.all([findChecks(ctx, latest), findEchoTest(ctx, projectId)])
  return {
    configured: true,
    points,
    prompts: found.map(({ check, answer }) => ({
      promptId: check.promptId,
      prompt: answer.prompt,
      engine: check.engine,
      capturedAt: check.capturedAt.toISOString(),
      mentioned: check.mentioned,
      echo: isEchoOf(check, answer),
      position: check.position,
    })),
    comparison,
    ...(await runInSlices(compareFigures(figures, naming))),
    organization,
  }
}

/** Returns the rate of a competitor, and that of the own brand over the same cells. */
function* compareFigures({ windows: { grid, after }, own }: Figures, naming: NamesSubject) {
  if (!own) return { basket: null, own: null }
  const named = withMentionsOf(own, yield* countCells(grid, after, naming))
  return { basket: toBasket(named), own: toBasket(own) }
}

function* findNamed(answers: Answers, naming: NamesSubject, promptLanguage: string) {
  const windows = yield* toWindows(answers, { turns: 'all' })
  const { grid, after, stored } = windows
  const points: (typeof CompetitorDetail.static)['points'] = []
  for (const [day, rows] of Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))) {
    const { checks, mentions, n, interval } = sumUp(grid, yield* countCells(grid, rows, naming))
    points.push({ day, mentions, checks, n, interval })
  }
  const rows = yield* filterRows(stored, naming)
  return {
    points,
    latest: yield* findLatest({ ...grid, rows }, promptLanguage),
    comparison: answers.window.before && toComparison((yield* createCompare(windows, countNaming(naming)))()),
  }
}
