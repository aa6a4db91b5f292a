import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Model } from '../../../ai/models.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { countList } from '../../../db/merged-page.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { guard } from '../../../db/table.ts'
import { notFound } from '../../../errors.ts'
import { nextUpdatedAt } from '../../../http/reviewed.ts'
import { getWriter } from '../../organizations/service.ts'
import { posts } from '../../posts/table.ts'
import { reserve } from '../../usage/reserve.ts'
import { findAutoPrompts } from '../prompts/auto-prompts.ts'
import { readPromptId, storedIdOf } from '../prompts/rules.ts'
import { prompts } from '../prompts/table.ts'
import { answers, checks } from '../scans/table.ts'
import { findSettings } from '../settings/record.ts'
import type { BriefRow } from './model.ts'
import { type Targeted, targetsOf } from './rules.ts'
import {
  articleFacts,
  briefs,
  existingPostId,
  failure,
  faultCounts,
  openBriefStatuses,
  type sourceKinds,
} from './table.ts'

/** The source that a brief was planned for. */
export type Source = { kind: (typeof sourceKinds)[number]; id: string | null }

/** Lists the briefs of a project, newest first, with the fields of a list. */
export const findBriefs = (ctx: Context, projectId: string) => newest(ctx).all({ projectId })

const newest = once((db) => {
  const { id, topic, workingTitle, status, createdAt, projectId } = briefs
  const listed = db
    .select({
      id,
      topic,
      workingTitle,
      status,
      postId: existingPostId,
      error: failure,
      ...faultCounts,
      createdAt,
    })
    .from(briefs)
    .where(eq(projectId, sql.placeholder('projectId')))
    .orderBy(desc(createdAt), desc(id))
  return prepareSelect(db, listed)
})

const maxWaiting = 5

/**
 * Counts the briefs of an organization that need action (drafts to approve and failed articles) and returns
 * the newest.
 */
export async function findWaiting(ctx: Context, organizationId: string) {
  const { id, projectId, workingTitle, status, createdAt } = briefs
  const isWaiting = and(
    sql`${projectId} in (select projects.id from projects where projects.organization_id = ${organizationId})`,
    inArray(status, ['draft', 'failed']),
  )
  const [count, newest] = await Promise.all([
    countList(ctx.db, briefs, isWaiting),
    ctx.db
      .select({ id, projectId, workingTitle, status, error: failure, createdAt })
      .from(briefs)
      .where(isWaiting)
      .orderBy(desc(createdAt), desc(id))
      .limit(maxWaiting),
  ])
  return { count, newest }
}

/** Outcomes are shown for at most this many articles. */
const maxWritten = 100

/** Returns the newest briefs of a project that were finished since a time, with the fields that outcomes need. */
export async function findWritten(ctx: Context, projectId: string, since: Date) {
  const { id, status, sourceKind, sourceId, variantPromptIds, postId, approvedAt, completedAt, createdAt } =
    briefs
  const rows = await ctx.db
    .select({ id, status, sourceKind, sourceId, variantPromptIds, postId, approvedAt, completedAt })
    .from(briefs)
    .where(and(eq(briefs.projectId, projectId), eq(status, 'completed')))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxWritten)
  return rows.filter(({ completedAt }) => completedAt !== null && completedAt >= since)
}

/** Returns a brief of a project. */
export async function getOwnBrief(ctx: Context, projectId: string, id: string) {
  const [row] = await ctx.db
    .select({ ...getTableColumns(briefs), postId: existingPostId, articleFacts, ...faultCounts })
    .from(briefs)
    .where(own(projectId, id))
  if (!row) throw notFound('Brief not found')
  return row
}

/** Returns the open brief of a source; null if it has none, or if the source allows several. */
export async function findOpenBrief(
  ctx: Context,
  projectId: string,
  source: Source,
): Promise<BriefRow | null> {
  if (!isNamed(source)) return null
  const [row] = await ctx.db.select().from(briefs).where(isOpen(projectId, source))
  return row ?? null
}

/** Returns a statement that makes the batch fail if a source has an open brief. */
export function refuseOpenBrief(ctx: Context, projectId: string, source: Source): Statement {
  const open = ctx.db.select({ one: sql`1` }).from(briefs).where(isOpen(projectId, source))
  return ctx.db.run(sql`insert into guards (ok) select 0 where ${isNamed(source)} and exists ${open}`)
}

/** Whether plans for this source can be duplicates. */
export const isNamed = ({ kind, id }: Source) => kind !== 'manual' && id !== null

const isOpen = (projectId: string, { kind, id }: Source) =>
  and(
    eq(briefs.projectId, projectId),
    eq(briefs.sourceKind, kind),
    eq(briefs.sourceId, id ?? ''),
    inArray(briefs.status, openBriefStatuses),
  )

/** Returns statements that give a draft or failed brief to a run. The guard fails if the status has changed. */
export function approve(
  ctx: Context,
  { id, autoApproved, variantPromptIds }: BriefRow,
  runId: string,
): Statement[] {
  const now = ctx.now()
  return [
    ctx.db
      .update(briefs)
      .set({
        ...{ status: 'approved', runId, autoApproved, variantPromptIds, approvedAt: now },
        ...{ error: null, completedAt: null, startedAt: null, step: null },
        updatedAt: nextUpdatedAt(ctx, briefs.updatedAt),
      })
      .where(and(eq(briefs.id, id), inArray(briefs.status, ['draft', 'failed']))),
    ctx.db.run(guard),
  ]
}

/** Reserves a writing run's quota or credits, or says why that is not possible (contract core 18). */
export async function reserveWriting(
  ctx: Context,
  organizationId: string,
  runId: string,
): Promise<string | null> {
  const run = { organizationId, executionId: runId, feature: 'long_form_posts', holdMinutes: 180 } as const
  const reserved = await reserve(ctx, run)
  return 'denied' in reserved ? reserved.denied : null
}

export const own = (projectId: string, id: string) => and(eq(briefs.projectId, projectId), eq(briefs.id, id))

/** Returns the model that plans and writes; 503 without one, or without one that the organization allows. */
export const getBriefWriter = (ctx: Context, organizationId: string): Promise<Model> =>
  getWriter(
    ctx,
    organizationId,
    'Briefs need a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.',
  )

/** The prompts of each public article, and when it was published. */
export async function findArticles(
  ctx: Context,
  projectId: string,
): Promise<{ promptIds: string[]; at: number }[]> {
  const { sourceKind, sourceId, variantPromptIds } = briefs
  const rows = await ctx.db
    .select({ sourceKind, sourceId, variantPromptIds, publishedAt: posts.publishedAt })
    .from(briefs)
    .innerJoin(posts, eq(posts.id, briefs.postId))
    .where(
      and(
        eq(briefs.projectId, projectId),
        eq(posts.status, 'published'),
        inArray(briefs.sourceKind, ['gap', 'prompt']),
      ),
    )
  return rows.flatMap(({ publishedAt, ...brief }) =>
    publishedAt ? { promptIds: targetsOf(brief), at: publishedAt.getTime() } : [],
  )
}

/** A tracked prompt that an article answers in addition to its own. */
export type Variant = { id: string; prompt: string }

/** Returns the variants of a brief with their texts. Deleted ones are included if they were ever asked. */
export async function findVariants(
  ctx: Context,
  projectId: string,
  { variantPromptIds }: Targeted,
): Promise<Variant[]> {
  const found = await Promise.all(
    variantPromptIds.map(async (id) => ({ id, prompt: await findAskedText(ctx, projectId, id) })),
  )
  return found.flatMap(({ id, prompt }) => (prompt === null ? [] : { id, prompt }))
}

/** Returns the text of a prompt, or the last text that was asked under its id; null if it never existed. */
export const findAskedText = async (ctx: Context, projectId: string, promptId: string) =>
  (await findPrompt(ctx, projectId, promptId)) ?? (await findLastAsked(ctx, projectId, promptId))

async function findPrompt(ctx: Context, projectId: string, id: string): Promise<string | null> {
  const named = readPromptId(id)
  if ('auto' in named) {
    const settings = await findSettings(ctx, projectId)
    const computed = settings ? await findAutoPrompts(ctx, settings) : []
    return computed.find((each) => each.id === named.auto)?.prompt ?? null
  }
  const [row] = await ctx.db
    .select({ prompt: prompts.prompt })
    .from(prompts)
    .where(and(eq(prompts.projectId, projectId), eq(prompts.id, named.written)))
  return row?.prompt ?? null
}

/** Returns the text of a deleted prompt, which its answers still contain. */
async function findLastAsked(ctx: Context, projectId: string, id: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ prompt: answers.prompt })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(and(eq(checks.projectId, projectId), eq(checks.promptId, storedIdOf(id)), eq(checks.turn, 0)))
    .orderBy(desc(checks.capturedAt), desc(checks.id))
    .limit(1)
  return row?.prompt ?? null
}
