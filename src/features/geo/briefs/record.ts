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
import { reserve } from '../../usage/service.ts'
import type { BriefRow } from './model.ts'
import {
  articleFacts,
  briefs,
  failure,
  faultCounts,
  openBriefStatuses,
  type sourceKinds,
  standingPostId,
} from './table.ts'

/** What a brief was planned for. */
export type Source = { kind: (typeof sourceKinds)[number]; id: string | null }

/** The briefs of a project, the newest first, as far as a list tells of them. */
export const findBriefs = (ctx: Context, projectId: string) => newest(ctx).all({ projectId })

const newest = once((db) => {
  const { id, topic, workingTitle, status, createdAt, projectId } = briefs
  const listed = db
    .select({
      id,
      topic,
      workingTitle,
      status,
      postId: standingPostId,
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

/** Briefs of an organization that wait for somebody: outlines to approve and articles that failed; how many, and the newest. */
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

/** So many articles are told the outcome of at once, of those that were done in so many days. */
const maxWritten = 100
const watchedMilliseconds = 180 * 86_400_000

/** The newest briefs of a project whose articles are written, as far as their outcome depends on it. */
export async function findWritten(ctx: Context, projectId: string) {
  const { id, status, sourceKind, sourceId, postId, approvedAt, completedAt, createdAt } = briefs
  const rows = await ctx.db
    .select({ id, status, sourceKind, sourceId, postId, approvedAt, completedAt })
    .from(briefs)
    .where(and(eq(briefs.projectId, projectId), eq(status, 'completed')))
    .orderBy(desc(createdAt), desc(id))
    .limit(maxWritten)
  const since = ctx.now().getTime() - watchedMilliseconds
  return rows.filter((row) => row.completedAt !== null && row.completedAt.getTime() >= since)
}

/** A brief of a project. */
export async function getOwnBrief(ctx: Context, projectId: string, id: string) {
  const [row] = await ctx.db
    .select({ ...getTableColumns(briefs), postId: standingPostId, articleFacts, ...faultCounts })
    .from(briefs)
    .where(own(projectId, id))
  if (!row) throw notFound('Brief not found')
  return row
}

/** The brief of a source that is not completed; null where there is none, or no source that could be named twice. */
export async function findOpenBrief(
  ctx: Context,
  projectId: string,
  source: Source,
): Promise<BriefRow | null> {
  if (!isNamed(source)) return null
  const [row] = await ctx.db.select().from(briefs).where(isOpen(projectId, source))
  return row ?? null
}

/** A statement that fails the batch on its guard where a source has an open brief. */
export function refuseOpenBrief(ctx: Context, projectId: string, source: Source): Statement {
  const open = ctx.db.select({ one: sql`1` }).from(briefs).where(isOpen(projectId, source))
  return ctx.db.run(sql`insert into guards (ok) select 0 where ${isNamed(source)} and exists ${open}`)
}

/** True of a source that two plannings can be about. */
export const isNamed = ({ kind, id }: Source) => kind !== 'manual' && id !== null

const isOpen = (projectId: string, { kind, id }: Source) =>
  and(
    eq(briefs.projectId, projectId),
    eq(briefs.sourceKind, kind),
    eq(briefs.sourceId, id ?? ''),
    inArray(briefs.status, openBriefStatuses),
  )

/** Statements that hand a brief at rest to a run; they fail on their guard where it is at rest no more. */
export function approve(ctx: Context, { id, autoApproved }: BriefRow, runId: string): Statement[] {
  const now = ctx.now()
  return [
    ctx.db
      .update(briefs)
      .set({
        ...{ status: 'approved', runId, autoApproved, approvedAt: now },
        ...{ error: null, completedAt: null, startedAt: null, step: null },
        updatedAt: nextUpdatedAt(ctx, briefs.updatedAt),
      })
      .where(and(eq(briefs.id, id), inArray(briefs.status, ['draft', 'failed']))),
    ctx.db.run(guard),
  ]
}

/** Holds what a run that writes takes, else says why not (contract core 18). */
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

/** The model that plans and writes; 503 where there is none, or none that an organization may ask. */
export const getBriefWriter = (ctx: Context, organizationId: string): Promise<Model> =>
  getWriter(
    ctx,
    organizationId,
    'A brief takes a model to plan and to write: set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL.',
  )
