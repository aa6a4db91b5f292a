import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { notFound } from '../../../../errors.ts'
import { offsetOf, toPagination } from '../../../../http/paging.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { rankOf, turnOf } from '../../scans/answer-counts.ts'
import { answers, checks } from '../../scans/table.ts'
import { findBrands } from '../brands/service.ts'
import { findLatest, type Latest } from '../latest/rules.ts'
import { findAnswers, findTracked, type Tracked, toWindows } from '../service.ts'
import type { WindowQuery } from '../window/model.ts'
import type { SummaryQuery } from './model.ts'
import { toFullResult, toResult, toSummary } from './rules.ts'

/** The latest answer for each prompt and engine, with its text; the newest first. */
export async function listResults(ctx: Context, caller: Caller, projectId: string, query: WindowQuery) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) return { configured: false, results: [], organization }
  const [latest, brands] = await Promise.all([findNewest(ctx, tracked, query), findBrands(ctx, projectId)])
  const rows = await findChecks(ctx, latest)
  const results = rows.map(({ check, answer }) => toResult(brands, check, answer))
  return { configured: true, results, organization }
}

/** The same without texts, page by page. */
export async function listSummaries(ctx: Context, caller: Caller, projectId: string, query: SummaryQuery) {
  const { organization } = caller
  const { page, limit } = query
  const tracked = await findTracked(ctx, caller, projectId)
  if (!tracked) {
    return { configured: false, results: [], pagination: toPagination(page, limit, 0), organization }
  }
  const [newest, brands] = await Promise.all([findNewest(ctx, tracked, query), findBrands(ctx, projectId)])
  const latest = newest.filter((each) => isWanted(each, query))
  const offset = offsetOf(page, limit)
  const rows = await findChecks(ctx, latest.slice(offset, offset + limit))
  return {
    configured: true,
    results: rows.map(({ check, answer }) => toSummary(brands, check, answer.prompt)),
    pagination: toPagination(page, limit, latest.length),
    organization,
  }
}

const isWanted = (answer: Latest, { engine, promptId }: SummaryQuery) =>
  (engine === undefined || answer.engine === engine) &&
  (promptId === undefined || answer.promptId === promptId || answer.promptId === `custom-${promptId}`)

/** One answer with all that is known of it. */
export async function getResult(ctx: Context, caller: Caller, projectId: string, checkId: string) {
  await getProject(ctx, caller, projectId)
  const [found] = await ctx.db
    .select({ check: checks, answer: answers })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(and(eq(checks.id, checkId), eq(checks.projectId, projectId)))
  if (!found) throw notFound('Answer not found')
  const brands = await findBrands(ctx, projectId)
  return { result: toFullResult(brands, found.check, found.answer), organization: caller.organization }
}

async function findNewest(ctx: Context, { projectId, promptLanguage }: Tracked, query: WindowQuery) {
  const { survey } = toWindows(
    { ...(await findAnswers(ctx, projectId, query)), before: [] },
    { turns: 'all' },
  )
  return findLatest(survey, promptLanguage).sort(
    (a, b) =>
      b.tally.capturedAt - a.tally.capturedAt || rankOf(b.tally, b.answer) - rankOf(a.tally, a.answer),
  )
}

/** The rows of some answers, in the same order. */
export async function findChecks(ctx: Context, latest: Latest[]) {
  const keys = latest.map(({ promptId, engine, tally, answer }) => [
    ...[tally.scanId, engine, promptId, turnOf(tally, answer), tally.language],
  ])
  const wanted = (place: number) => sql`wanted.value ->> ${sql.raw(String(place))}`
  const rows = await ctx.db
    .select({ place: sql<number>`wanted.key`, check: checks, answer: answers })
    .from(sql`json_each(${JSON.stringify(keys)}) as wanted`)
    .innerJoin(
      checks,
      and(
        eq(checks.scanId, wanted(0)),
        eq(checks.engine, wanted(1)),
        eq(checks.promptId, wanted(2)),
        eq(checks.turn, wanted(3)),
        eq(checks.language, wanted(4)),
        eq(checks.isTwin, false),
      ),
    )
    .innerJoin(answers, eq(answers.checkId, checks.id))
  return rows.sort((a, b) => a.place - b.place)
}
