import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { badRequest } from '../../../errors.ts'
import type { Sliced } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import type { Tally } from '../scans/answer-counts.ts'
import { findTallies, type Span } from '../scans/find-answer-counts.ts'
import { findRounds, type Rounds } from '../scans/rounds.ts'
import { tallies } from '../scans/table.ts'
import { resolveEngines } from '../settings/rules.ts'
import { geoSettings } from '../settings/table.ts'
import { answerGrid, countOnce, type Row, type Turns } from './answer-grid.ts'
import type { Windows } from './comparison.ts'
import { apiSurface, standardSurface, surfaceOfEngine } from './surface.ts'
import { type Window, type WindowQuery, windowOf } from './window.ts'

/**
 * The project whose answers are read; null before its settings are saved, because nothing can have been
 * asked.
 */
export type TrackedProject = {
  projectId: string
  promptLanguage: string
  /** What figures are about if a read names no surface. */
  surface: string
}

/**
 * Returns a project of the caller, and refuses an invalid window or surface. Every read of answers calls this first. With a
 * `language`, its answers are read instead of those to prompts in their own language.
 */
export async function findTracked(
  ctx: Context,
  caller: Pick<Caller, 'organization'>,
  projectId: string,
  { language, ...window }: WindowQuery & { language?: string } = {},
): Promise<TrackedProject | null> {
  const [, settings] = await Promise.all([
    getProject(ctx, caller, projectId),
    settingsOf(ctx).get({ projectId }),
  ])
  windowOf(window, ctx.now())
  await refuseUnknownSurface(ctx, projectId, window.surface)
  if (!settings) return null
  const { engines } = settings
  const surface = standardSurface(ctx.engines, resolveEngines(ctx.engines, engines))
  return { projectId, promptLanguage: language ?? settings.promptLanguage, surface }
}

/** Refuses a surface that is neither `api` nor a page of the catalog or of stored answers. */
export async function refuseUnknownSurface(ctx: Context, projectId: string, surface: string | undefined) {
  if (surface === undefined || surface === apiSurface) return
  if (surfaceOfEngine(ctx.engines, surface) === surface) return
  const [stored] = await ctx.db
    .select({ engine: tallies.engine })
    .from(tallies)
    .where(and(eq(tallies.projectId, projectId), eq(tallies.engine, surface), isNotNull(tallies.page)))
    .limit(1)
  if (!stored) throw badRequest('surface must be "api" or the id of a page engine')
}

const settingsOf = once((db) =>
  prepareSelect(
    db,
    db
      .select({ promptLanguage: geoSettings.promptLanguage, engines: geoSettings.engines })
      .from(geoSettings)
      .where(eq(geoSettings.projectId, sql.placeholder('projectId'))),
  ),
)

/** The answers of a window and of the one before it, without the extra answers without search. */
export type Answers = { window: Window; after: Tally[]; before: Tally[]; rounds: Rounds }

/** Reads the answers for a window query; `standard` is the default number of days. */
export async function findAnswers(
  ctx: Context,
  projectId: string,
  query: WindowQuery,
  standard?: number,
): Promise<Answers> {
  return readAnswers(ctx, projectId, windowOf(query, ctx.now(), standard))
}

/** Reads the answers of a window. */
export async function readAnswers(ctx: Context, projectId: string, window: Window): Promise<Answers> {
  const { from, to, before } = window
  const span: Span = { from: before?.from ?? from, to }
  const [found, rounds] = await Promise.all([
    findTallies(ctx, projectId, span),
    findRounds(ctx, projectId, span),
  ])
  const answers = found.filter(({ isTwin }) => !isTwin)
  const isEarlier = ({ capturedAt }: Tally) => before !== null && capturedAt < before.to.getTime()
  // Days between the two windows belong to neither.
  const isLater = ({ capturedAt }: Tally) => from === null || capturedAt >= from.getTime()
  return {
    window,
    after: answers.filter(isLater),
    before: answers.filter(isEarlier),
    rounds,
  }
}

/**
 * Builds the grid of the answers that enter a rate. With a `language`, answers in other languages are skipped.
 * `stored` are all answers of the later window, also those that enter no rate.
 */
export function* toWindows(
  { after, before, rounds }: Answers,
  { language, turns }: { language?: string; turns?: Turns } = {},
): Sliced<Windows & { stored: Row[] }> {
  const isCounted = (tally: Tally) => language === undefined || tally.language === language
  const [earlier, later] = [before.filter(isCounted), after.filter(isCounted)]
  const all = yield* answerGrid([...earlier, ...later], turns)
  const rows = yield* countOnce(all, rounds)
  return {
    grid: { ...all, rows },
    before: rows.slice(0, earlier.length),
    after: rows.slice(earlier.length),
    stored: all.rows.slice(earlier.length),
    rounds,
  }
}
