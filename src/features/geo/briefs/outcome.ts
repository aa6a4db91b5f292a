import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { runInSlices, type Sliced } from '../../../slices.ts'
import { basketOf } from '../../../statistics/basket.ts'
import type { Cell } from '../../../statistics/rate.ts'
import { posts } from '../../posts/table.ts'
import { toPromptId } from '../prompts/rules.ts'
import { isMentioned, isNamed, isShown, promptOf, type Tally } from '../scans/answer-counts.ts'
import { findTallies, type Span } from '../scans/find-answer-counts.ts'
import { findEndOfRounds, findRounds, type Rounds } from '../scans/rounds.ts'
import {
  type AnswerGrid,
  answerGrid,
  countCells,
  countOnce,
  eachCounted,
  filterRows,
  type Row,
} from '../visibility/answer-grid.ts'
import { createCompare, roundsIn } from '../visibility/comparison.ts'
import { findLatest } from '../visibility/latest-answers.ts'
import { type ReadScope, scopeKey, scopeOf } from '../visibility/read-scope.ts'
import { cached } from '../visibility/result-cache.ts'
import { surfaceOfTally } from '../visibility/surface.ts'
import {
  type ComparedAnswers,
  maxScansAfter,
  reachBefore,
  readEffect,
  readForecast,
} from './article-effect.ts'
import { type ComparedIn, findControls } from './controls.ts'
import type { BriefRow } from './model.ts'
import type { Forecast, Outcome } from './outcome-model.ts'
import { type Targeted, targetsOf } from './rules.ts'

/** The fields of a brief that determine which answers measure it. */
type MeasuredBrief = Pick<BriefRow, 'id' | 'status' | 'postId'> & Targeted

/** The prompts of a brief with a public article, its own first, and the time of its first publication. */
type ArticleTimes = { briefId: string; promptIds: string[]; publishedAt: number }

const day = 86_400_000
/** Days compared before and after the publication: 30 before, or 90 if 30 days have too few scans. */
const usualDays = 30
const maxDays = 90
const minScans = 5

/** An outcome as measured by answers. */
type Measurement = Omit<Outcome, 'published'>

/**
 * Returns the course of a brief; null if its article is not public, since engines have not read it, or it was not
 * planned for a prompt.
 */
function courseOf(brief: MeasuredBrief, publishedAt: number | undefined): ArticleTimes | null {
  const promptIds = targetsOf(brief)
  if (brief.status !== 'completed' || promptIds.length === 0 || publishedAt === undefined) return null
  return { briefId: brief.id, promptIds, publishedAt }
}

/** Returns the time range of the answers that some courses need: without an end while scans are to come. */
async function findSpan(ctx: Context, courses: ArticleTimes[], scope: ReadScope): Promise<Span> {
  const times = courses.map(({ publishedAt }) => publishedAt)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const end = await findEndOfRounds(ctx, scope.projectId, new Date(last), maxScansAfter(scope))
  return {
    from: new Date(first - Math.max(maxDays * day, reachBefore(scope))),
    to: end && new Date(Math.max(end.getTime(), last + maxDays * day)),
  }
}

/**
 * Compares the answers to a course's prompts: those of the 30 days before its publication (90 if 30 days have
 * fewer than five scans) with those of the 90 days after it. Null without answers since then.
 */
function* readOutcome(
  answers: ComparedAnswers,
  { promptIds, publishedAt }: ArticleTimes,
): Sliced<Measurement | null> {
  const { grid, counted, rounds, promptLanguage } = answers
  const promptIn = (tally: Tally, answer: number) =>
    toPromptId(tally.names.prompts[promptOf(tally, answer)] ?? '')
  const targets = new Set(promptIds)
  const isAsked = (tally: Tally, answer: number) => targets.has(promptIn(tally, answer))
  const stored = grid.rows
  const within = function* (start: number, end: number, from = counted) {
    const rows = from.filter(({ tally }) => tally.capturedAt >= start && tally.capturedAt < end)
    return yield* withAnswers(yield* filterRows(rows, isAsked))
  }
  const after = yield* within(publishedAt, publishedAt + maxDays * day)
  const answered = yield* within(publishedAt, publishedAt + maxDays * day, stored)
  const newest = answered.at(-1)
  if (!newest) return null
  const usual = yield* within(publishedAt - usualDays * day, publishedAt)
  const before =
    scansIn(usual, rounds) < minScans ? yield* within(publishedAt - maxDays * day, publishedAt) : usual
  const { verdict, delta, scansNeeded, lacksBefore } = (yield* createCompare({
    grid,
    before,
    after,
    rounds,
  }))()
  const isOfGap = (tally: Tally, answer: number) => promptIn(tally, answer) === promptIds[0]
  const ofGap = yield* withAnswers(yield* filterRows(answered, isOfGap))
  const newestAnswers = yield* findLatest({ ...grid, rows: ofGap }, promptLanguage)
  const latest = newestAnswers.filter(({ tally, answer }) => isShown(tally, answer))
  const missing = latest.filter(({ tally, answer }) => !isMentioned(tally, answer))
  return {
    // A gap is open while at least half of the engines leave the brand out (spec: Gap computation rules, 3).
    closed: missing.length * 2 < latest.length,
    verdict,
    ...(yield* ratesOf(grid, before, after)),
    delta,
    scansAfter: scansIn(after, rounds),
    scansNeeded: lacksBefore ? null : scansNeeded,
    effect: yield* readEffect(answers, { promptIds, publishedAt }),
    at: new Date(newest.tally.answeredAt).toISOString(),
  }
}

function* withAnswers(rows: Row[]): Sliced<Row[]> {
  const found: Row[] = []
  for (const row of rows) {
    let count = 0
    yield* eachCounted([row], () => {
      count += 1
    })
    if (count > 0) found.push(row)
  }
  return found
}

/**
 * Returns the rates before and after over the cells that answered on both sides, each of which counts the same, so that
 * a prompt or an engine that was added meanwhile changes nothing. Without answers before, the rate after is over all.
 */
function* ratesOf(grid: AnswerGrid, before: Row[], after: Row[]): Sliced<Pick<Outcome, 'before' | 'after'>> {
  const earlier = yield* readCells(grid, before)
  const later = yield* readCells(grid, after)
  const isNew = earlier.every(({ answers }) => answers === 0)
  const rateOver = (cells: Cell[]): Outcome['before'] => {
    const heard = cells.filter(
      (_, cell) => (isNew || earlier[cell]?.answers) && later[cell]?.answers && cells[cell]?.answers,
    )
    const { rate, interval } = basketOf(
      heard.map((now) => ({ now, earlier: { answers: 0, mentions: 0 } })),
      0,
    )
    return { rate, n: heard.reduce((sum, { answers }) => sum + answers, 0), interval }
  }
  return { before: rateOver(earlier), after: rateOver(later) }
}

function* readCells(grid: AnswerGrid, rows: Row[]): Sliced<Cell[]> {
  const { answers, mentions } = yield* countCells(grid, rows, isNamed)
  return Array.from(answers, (count, cell) => ({ answers: count, mentions: mentions[cell] ?? 0 }))
}

/** Counts the scans of some answers. Answers between scans belong to the scan before them. */
const scansIn = (rows: Row[], rounds: Rounds) => roundsIn(rows, rounds).size

/** Returns the outcome of a brief; null while there is nothing to measure. */
export async function findOutcome(
  ctx: Context,
  projectId: string,
  brief: MeasuredBrief,
): Promise<Outcome | null> {
  const outcomes = await findOutcomes(ctx, projectId, [brief])
  return outcomes.get(brief.id) ?? null
}

/** Returns the outcomes of many briefs by brief id, reading their answers once. */
export async function findOutcomes(
  ctx: Context,
  projectId: string,
  briefs: MeasuredBrief[],
): Promise<ReadonlyMap<string, Outcome>> {
  const published = await findPublished(ctx, briefs)
  const courses = briefs.flatMap((brief) => courseOf(brief, published.get(brief.postId ?? '')) ?? [])
  if (courses.length === 0) return new Map()
  const measured = await measure(ctx, projectId, courses)
  return new Map([...measured].map(([id, measurement]) => [id, { published: true, ...measurement }]))
}

/** Returns when the public posts of some briefs were first published, by their ids. */
async function findPublished(ctx: Context, briefs: MeasuredBrief[]): Promise<ReadonlyMap<string, number>> {
  const postIds = briefs.flatMap(({ postId }) => postId ?? [])
  if (postIds.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: posts.id, publishedAt: posts.publishedAt })
    .from(posts)
    .where(and(inArray(posts.id, postIds), eq(posts.status, 'published')))
  return new Map(rows.flatMap(({ id, publishedAt }) => (publishedAt ? [[id, publishedAt.getTime()]] : [])))
}

async function measure(
  ctx: Context,
  projectId: string,
  courses: ArticleTimes[],
): Promise<ReadonlyMap<string, Measurement>> {
  const scope = await scopeOf(ctx, projectId)
  if (!scope) return new Map()
  const controls = await findControls(ctx, scope)
  const span = await findSpan(ctx, courses, scope)
  const name = scopeKey('outcomes', scope, JSON.stringify(courses), controls.name)
  return cached(ctx, projectId, name, { ...span, before: null }, async () => {
    const [tallies, rounds] = await Promise.all([
      findTallies(ctx, projectId, span),
      findRounds(ctx, projectId, span),
    ])
    const own = tallies.filter((tally) => !tally.isTwin && surfaceOfTally(tally) === scope.surface)
    return runInSlices(measureAll(own, rounds, courses, { ...scope, isControl: controls.isControl }))
  })
}

function* measureAll(
  tallies: Tally[],
  rounds: Rounds,
  courses: ArticleTimes[],
  compared: ComparedIn,
): Sliced<ReadonlyMap<string, Measurement>> {
  const grid = yield* answerGrid(tallies)
  const answers = { ...compared, grid, counted: yield* countOnce(grid, rounds), rounds }
  const measured = new Map<string, Measurement>()
  for (const course of courses) {
    const outcome = yield* readOutcome(answers, course)
    if (outcome) measured.set(course.briefId, outcome)
  }
  return measured
}

/** Which rise the answers to a brief's prompts would show after a publication; null if the brief is not for a prompt. */
export async function findForecast(
  ctx: Context,
  projectId: string,
  brief: Pick<BriefRow, 'status'> & Targeted,
): Promise<Forecast | null> {
  const promptIds = targetsOf(brief)
  const scope = await scopeOf(ctx, projectId)
  if (!scope || brief.status === 'completed' || promptIds.length === 0) return null
  const controls = await findControls(ctx, scope)
  const now = ctx.now().getTime()
  const span = { from: new Date(now - reachBefore(scope)), to: null }
  const name = scopeKey('forecast', scope, promptIds.join(' '), controls.name)
  return cached(ctx, projectId, name, { ...span, before: null }, async () => {
    const [tallies, rounds] = await Promise.all([
      findTallies(ctx, projectId, span),
      findRounds(ctx, projectId, span),
    ])
    const own = tallies.filter((tally) => !tally.isTwin && surfaceOfTally(tally) === scope.surface)
    const target = { promptIds, publishedAt: now }
    return runInSlices(forecastIn(own, rounds, target, { ...scope, isControl: controls.isControl }))
  })
}

function* forecastIn(
  tallies: Tally[],
  rounds: Rounds,
  target: { promptIds: string[]; publishedAt: number },
  compared: ComparedIn,
): Sliced<Forecast | null> {
  const grid = yield* answerGrid(tallies)
  const answers = { ...compared, grid, counted: yield* countOnce(grid, rounds), rounds }
  return yield* readForecast(answers, target)
}
