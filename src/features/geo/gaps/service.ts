import { and, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { runInSlices } from '../../../slices.ts'
import type { Caller } from '../../keys/model.ts'
import { briefs, existingPostId } from '../briefs/table.ts'
import type { ProjectRow } from '../projects/model.ts'
import { getProject } from '../projects/service.ts'
import { findBranded } from '../prompts/branded.ts'
import { isCustom, toPromptId } from '../prompts/rules.ts'
import { prompts, type suggestionStatuses, suggestions } from '../prompts/table.ts'
import type { Tally } from '../scans/answer-counts.ts'
import { answers, checks } from '../scans/table.ts'
import { findBrands } from '../visibility/brands.ts'
import { round } from '../visibility/model.ts'
import { readAnswers } from '../visibility/read-answers.ts'
import { findScope, type ReadScope, scopeKey, scopeOf } from '../visibility/read-scope.ts'
import { cached } from '../visibility/result-cache.ts'
import { surfaceOfTally } from '../visibility/surface.ts'
import { consider, findGaps, type NewestAnswer, readNewestAnswers } from './find-gaps.ts'
import type { GapsQuery } from './model.ts'
import { readLibrary, recommend } from './recommendation.ts'

/** Gaps are computed from the answers of this many days (spec: Gap computation rules, 1). */
const days = 30
const maxSearchGaps = 100

/** Returns prompt gaps, and search console queries that are not tracked yet. */
export async function readGaps(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { limit, language, surface }: GapsQuery,
) {
  const project = await getProject(ctx, caller, projectId)
  const query = {
    days,
    ...(language !== undefined && { language }),
    ...(surface !== undefined && { surface }),
  }
  const scope = await findScope(ctx, caller, projectId, query)
  const [found, searchGaps] = await Promise.all([
    listPromptGaps(ctx, projectId, scope, limit === 'all' ? Number.POSITIVE_INFINITY : undefined),
    listSearchGaps(ctx, project),
  ])
  return { ...found, searchGaps, organization: caller.organization }
}

/** The same for a project that is known to exist; `maxAnswers` is how many of the newest answers are considered. */
export async function findPromptGaps(
  ctx: Context,
  projectId: string,
  { maxAnswers }: { maxAnswers?: number } = {},
) {
  return listPromptGaps(ctx, projectId, await scopeOf(ctx, projectId, { days }), maxAnswers)
}

/**
 * Finds questions whose newest answers of 30 days name the brand for at most half of the tracked engines of a surface,
 * in all languages or in one.
 */
async function listPromptGaps(
  ctx: Context,
  projectId: string,
  scope: ReadScope | null,
  maxAnswers: number | undefined,
) {
  const [brands, asked, { isBranded }] = await Promise.all([
    findBrands(ctx, projectId),
    queries(ctx).asked.all({ projectId }),
    findBranded(ctx, projectId),
  ])
  const removed = scope?.removedAutoPromptIds ?? []
  const { newestAnswers, rates, hasScanData } = scope
    ? await readCounted(ctx, { ...scope, window: { ...scope.window, before: null } })
    : nothingAsked
  const texts = new Map(asked.map(({ id, prompt }) => [id, prompt]))
  const tags = new Map(asked.map((each) => [each.id, each.tags]))
  const isAsked = (promptId: string) =>
    isCustom(promptId) ? texts.has(toPromptId(promptId)) : !removed.includes(promptId)
  const { considered, truncated } = consider(newestAnswers, isAsked, maxAnswers)
  const askedIds = [...new Set(considered.map(({ promptId }) => toPromptId(promptId)))]
  const [titles, written] = await Promise.all([
    findTitles(ctx, projectId),
    findGapBriefs(ctx, projectId, askedIds),
  ])
  const isWritten = (promptId: string) => {
    const found = written.get(toPromptId(promptId))
    return found?.brief.status === 'completed' && found.isMeasured && found.isPublished
  }
  const { gaps, won } = findGaps(considered, rates, brands, isWritten)
  const toGap = async ({ promptId, answers: [first], ...gap }: (typeof gaps)[number]) => {
    const id = toPromptId(promptId)
    const prompt = texts.get(id) ?? (await findAskedText(ctx, projectId, first))
    return {
      ...{ ...gap, id, prompt, title: titles.get(id) ?? null, tags: tags.get(id) ?? [] },
      branded: isBranded(promptId, prompt),
      brief: written.get(id)?.brief ?? null,
    }
  }
  return {
    promptGaps: await Promise.all(gaps.map(toGap)),
    wonGaps: await Promise.all(won.map(toGap)),
    hasScanData,
    truncated,
    checksConsidered: considered.length,
  }
}

const nothingAsked = { newestAnswers: [], rates: [], hasScanData: false }

/** Reads the newest answers of the tracked engines of a surface, and the rates of the questions. */
function readCounted(ctx: Context, scope: ReadScope) {
  const { projectId, window, surface, promptLanguage, engines, query } = scope
  const key = scopeKey('gaps', scope, JSON.stringify(engines))
  return cached(ctx, projectId, key, window, async () => {
    const { after, rounds } = await readAnswers(ctx, scope)
    const isCounted = (tally: Tally) =>
      engines.includes(tally.engine) &&
      surfaceOfTally(tally) === surface &&
      (query.language === undefined || tally.language === query.language)
    const found = await runInSlices(readNewestAnswers(after.filter(isCounted), rounds, promptLanguage))
    return { ...found, hasScanData: after.some(({ answers }) => answers > 0) }
  })
}

/** Returns the text of a generated prompt, which is stored only with its answers. */
async function findAskedText(
  ctx: Context,
  projectId: string,
  latest: NewestAnswer | undefined,
): Promise<string> {
  const [found] = await ctx.db
    .select({ prompt: answers.prompt })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(
      and(
        eq(checks.projectId, projectId),
        eq(checks.promptId, latest?.promptId ?? ''),
        eq(checks.engine, latest?.engine ?? ''),
        eq(checks.language, latest?.language ?? ''),
      ),
    )
    .orderBy(desc(checks.capturedAt))
    .limit(1)
  return found?.prompt ?? latest?.promptId ?? ''
}

/** Returns the titles of the suggestions that prompts were created from, by prompt. */
async function findTitles(ctx: Context, projectId: string): Promise<Map<string, string>> {
  const accepted = await queries(ctx).accepted.all({ projectId })
  return new Map(accepted.flatMap(({ promptId, title }) => (promptId && title ? [[promptId, title]] : [])))
}

/**
 * Lists search gaps. Without a connection or an import there is no search data (spec: Gap computation rules,
 * 6).
 */
async function listSearchGaps(ctx: Context, { id: projectId, organizationId, searchConsoleAt }: ProjectRow) {
  if (searchConsoleAt === null) return []
  const pending = await queries(ctx).pending.all({ projectId })
  const suggested = pending.map(({ id }) => id)
  if (suggested.length === 0) return []
  const [written, library] = await Promise.all([
    findBriefs(ctx, projectId, 'search_console', suggested),
    readLibrary(ctx, organizationId, projectId),
  ])
  return pending.map(({ position, ...row }) => {
    const gap = { ...row, queries: row.queries.map(({ query }) => query) }
    return {
      ...gap,
      position: position === null ? null : round(position, 1),
      recommendation: recommend(gap, library),
      brief: written.get(gap.id)?.brief ?? null,
    }
  })
}

/** Returns per source the brief that was changed last, and whether it has a baseline. */
async function findBriefs(
  ctx: Context,
  projectId: string,
  sourceKind: 'gap' | 'search_console',
  sourceIds: string[],
) {
  const rows = await queries(ctx).briefs.all({ projectId, sourceKind, sourceIds: JSON.stringify(sourceIds) })
  return bySource(rows)
}

/** Returns per prompt its brief, else the brief whose article answers it too. */
async function findGapBriefs(ctx: Context, projectId: string, promptIds: string[]) {
  const [own, shared] = await Promise.all([
    findBriefs(ctx, projectId, 'gap', promptIds),
    queries(ctx).variantBriefs.all({ projectId }),
  ])
  return new Map([...bySource(shared), ...own])
}

type FoundBrief = Awaited<ReturnType<ReturnType<typeof queries>['briefs']['all']>>[number]

const bySource = (rows: FoundBrief[]) =>
  new Map(
    rows.map(({ sourceId, isMeasured, isPublished, updatedAt: _, ...brief }) => [
      sourceId,
      { brief, isMeasured: isMeasured === 1, isPublished: isPublished === 1 },
    ]),
  )

const queries = once((db) => {
  const { id, prompt, title, impressions, clicks, position, queries, promptId } = suggestions
  const projectId = sql.placeholder('projectId')
  const inState = (status: (typeof suggestionStatuses)[number]) =>
    and(eq(suggestions.projectId, projectId), eq(suggestions.status, status))
  const briefFields = {
    briefId: briefs.id,
    status: briefs.status,
    postId: existingPostId,
    workingTitle: briefs.workingTitle,
    isMeasured: sql<number>`json_extract(${briefs.document}, '$.baseline') is not null`,
    isPublished: sql<number>`exists (
      select 1 from posts where posts.id = ${briefs.postId} and posts.status = 'published')`,
    // In an aggregate with max(), SQLite takes the other columns from the row with the maximum.
    updatedAt: sql<number>`max(${briefs.updatedAt})`,
  }
  return {
    asked: prepareSelect(
      db,
      db
        .select({ id: prompts.id, prompt: prompts.prompt, tags: prompts.tags })
        .from(prompts)
        .where(and(eq(prompts.projectId, projectId), eq(prompts.enabled, true))),
    ),
    briefs: prepareSelect(
      db,
      db
        .select({ sourceId: briefs.sourceId, ...briefFields })
        .from(briefs)
        .where(
          and(
            eq(briefs.projectId, projectId),
            eq(briefs.sourceKind, sql.placeholder('sourceKind')),
            sql`${briefs.sourceId} in (select value from json_each(${sql.placeholder('sourceIds')}))`,
          ),
        )
        .groupBy(briefs.sourceId),
    ),
    variantBriefs: prepareSelect(
      db,
      db
        .select({ sourceId: sql<string | null>`json_each.value`, ...briefFields })
        .from(briefs)
        .innerJoin(sql`json_each(${briefs.variantPromptIds})`, sql`true`)
        .where(eq(briefs.projectId, projectId))
        .groupBy(sql`json_each.value`),
    ),
    accepted: prepareSelect(db, db.select({ promptId, title }).from(suggestions).where(inState('accepted'))),
    pending: prepareSelect(
      db,
      db
        .select({ id, prompt, title, impressions, clicks, position, queries })
        .from(suggestions)
        .where(and(inState('pending'), eq(suggestions.source, 'search_console')))
        .orderBy(desc(suggestions.createdAt), desc(impressions))
        .limit(maxSearchGaps),
    ),
  }
})
