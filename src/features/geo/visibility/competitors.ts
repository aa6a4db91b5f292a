import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { integer } from '../../../http/fields.ts'
import { type Counts, countAnswer, noCounts, shareOf } from '../../../statistics/share.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { isMentioned, type Names, namesIn, type Tally } from '../scans/answer-counts.ts'
import { countCells, eachCounted, keepAnswers, type Naming, sumUp } from './answer-grid.ts'
import { type Brands, brandsIn, findBrands, fold } from './brands.ts'
import { createCompare, toComparison, type Windows } from './comparison.ts'
import { compareText, findLatest } from './latest-answers.ts'
import { certainty, comparison, toRate } from './model.ts'
import { findChecks } from './results.ts'
import { findAnswers, findTracked, toWindows } from './service.ts'
import { dayOf, type WindowQuery } from './window.ts'

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
      position: t.Nullable(integer),
    }),
  ),
  comparison,
  organization: Organization,
})

/** Maximum number of listed brands. */
const maxBrands = 50

type Brand = {
  /** The number of uses of each spelling. */
  spellings: Map<string, number>
  competitorId: string | null
  mentions: number
  byDay: Map<string, number>
}

/**
 * Counts how often answers name each brand, most frequent first, and the share of the project's own brand
 * (contract geo 8).
 */
function toShares({ after }: Pick<Windows, 'after'>, brands: Brands) {
  const counted = countBrands(after, brands)
  const top = counted.brands.slice(0, maxBrands)
  const days = [...new Set(after.map(({ tally }) => dayOf(tally.capturedAt)))]
  const totals = new Map(days.map((day) => [day, sum(top.map(({ byDay }) => byDay.get(day) ?? 0))]))
  const shareBy = (subject: string) => {
    const { rate, n, interval } = shareOf(counted.cellsOf(subject))
    return { share: rate, n, interval }
  }
  return {
    points: top.map(({ brand, competitorId, mentions, byDay }) => ({
      brand,
      competitorId,
      mentions,
      trend: days.map((day) => ({ day, value: toRate(byDay.get(day) ?? 0, totals.get(day) ?? 0) })),
      ...(competitorId === null ? { share: null, n: 0, interval: null } : shareBy(competitorId)),
    })),
    timeseries: top.flatMap(({ brand, byDay }) =>
      [...byDay].map(([day, mentions]) => ({ brand, day, mentions })),
    ),
    own: { mentions: counted.own, ...shareBy(own) },
  }
}

const own = 'own'
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** The subjects that an answer names (the project's own brand and tracked competitors), with its cell. */
type Named = { cell: number; subjects: string[] }

function countBrands(rows: Windows['after'], brands: Brands) {
  const found = new Map<string, Brand>()
  const answers: Named[] = []
  let ownMentions = 0
  const count = (key: string, brand: string, competitorId: string | null, day: string) => {
    const known = found.get(key) ?? {
      spellings: new Map(),
      competitorId,
      mentions: 0,
      byDay: new Map(),
    }
    found.set(key, known)
    known.spellings.set(brand, (known.spellings.get(brand) ?? 0) + 1)
    known.mentions += 1
    known.byDay.set(day, (known.byDay.get(day) ?? 0) + 1)
  }
  eachCounted(rows, (cell, tally, answer) => {
    const day = dayOf(tally.capturedAt)
    const { tracked, discovered } = brandsIn(brands, namesIn(tally, answer))
    for (const id of tracked) count(id, brands.byId.get(id)?.name ?? id, id, day)
    for (const name of discovered) count(`name ${fold(name)}`, name, null, day)
    const subjects = isMentioned(tally, answer) ? [own, ...tracked] : tracked
    ownMentions += subjects.length - tracked.length
    answers.push({ cell, subjects })
  })
  return {
    brands: found
      .values()
      .map(({ spellings, ...counts }) => ({ brand: mostOften(spellings), ...counts }))
      .toArray()
      .sort((a, b) => b.mentions - a.mentions || compareText(a.brand, b.brand)),
    own: ownMentions,
    cellsOf: (subject: string) => countShare(answers, subject),
  }
}

function mostOften(spellings: Map<string, number>): string {
  const [[spelling] = ['']] = [...spellings].sort(([a, one], [b, other]) => other - one || compareText(b, a))
  return spelling
}

function countShare(answers: Named[], subject: string): Iterable<Counts> {
  const cells: Counts[] = []
  for (const { cell, subjects } of answers) {
    const counts = cells[cell] ?? noCounts()
    cells[cell] = counts
    countAnswer(counts, subjects.includes(subject) ? 1 : 0, subjects.length)
  }
  return cells.filter((each) => each !== undefined)
}

/**
 * Returns a function that checks whether an answer names a brand: a tracked competitor by name or synonym, or
 * a discovered name.
 */
function createNaming(brands: Brands, brand: string): Naming {
  const id = brands.findByName(brand)?.id
  const places = new Map<Names, { competitors: number; discovered: ReadonlySet<number> }>()
  const isMeant = (name: string) =>
    id === undefined ? fold(name) === fold(brand) : brands.findByName(name)?.id === id
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

const nothing = { share: null, n: 0, interval: null, comparison: null }

/** Returns how often answers in all languages name each competitor and the project's own brand. */
export async function readCompetitorShare(
  ctx: Context,
  caller: Caller,
  projectId: string,
  query: WindowQuery,
) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked)
    return {
      configured: false,
      points: [],
      timeseries: [],
      own: { mentions: 0, ...nothing },
      organization,
    }
  const [answers, brands] = await Promise.all([
    findAnswers(ctx, projectId, query),
    findBrands(ctx, projectId),
  ])
  const windows = toWindows(answers, { turns: 'all' })
  const comparison = answers.window.before && toComparison(createCompare(windows)())
  const { own, ...shares } = toShares(windows, brands)
  return { configured: true, ...shares, own: { ...own, comparison }, organization }
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
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, points: [], prompts: [], comparison: null, organization }
  const [answers, brands] = await Promise.all([
    findAnswers(ctx, projectId, query, standardDays),
    findBrands(ctx, projectId),
  ])
  const naming = createNaming(brands, brand)
  const windows = toWindows(answers, { turns: 'all' })
  const { grid, after } = windows
  const days = Map.groupBy(after, ({ tally }) => dayOf(tally.capturedAt))
  const points = [...days].map(([day, rows]) => {
    const { checks, mentions, n, interval } = sumUp(grid, countCells(grid, rows, naming))
    return { day, mentions, checks, n, interval }
  })
  const latest = findLatest({ ...grid, rows: keepAnswers(after, naming) }, tracked.promptLanguage)
  const found = await findChecks(ctx, latest)
  return {
    configured: true,
    points,
    prompts: found.map(({ check, answer }) => ({
      promptId: check.promptId,
      prompt: answer.prompt,
      engine: check.engine,
      capturedAt: check.capturedAt.toISOString(),
      mentioned: check.mentioned,
      position: check.position,
    })),
    comparison: answers.window.before && toComparison(createCompare(windows, naming)()),
    organization,
  }
}
