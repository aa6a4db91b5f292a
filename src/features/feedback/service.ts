import { and, desc, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../../context.ts'
import { ceilingGuard, describeCeiling } from '../../db/ceilings.ts'
import { countRows, readMergedPage, toSlice } from '../../db/merged-page.ts'
import { once, placeholders, prepareRun, prepareStatement } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { conflict, notFound } from '../../errors.ts'
import { offsetOf, toPagination } from '../../http/paging.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import { hasProject } from '../geo/projects/service.ts'
import type { Caller } from '../keys/model.ts'
import { classify } from './classify.ts'
import { type FeedbackPatch, type FeedbackQuery, type FeedbackRow, toFeedback } from './model.ts'
import { deleteOldestArchived, releaseOldestArchived } from './replace-archived.ts'
import { findNewGroups, findSimilar, groupsOf, indexWords, releaseGroup } from './similar.ts'
import { type Submission, toPublicFeedback } from './submission.ts'
import { feedback, feedbackCounts } from './table.ts'

/** Stores feedback sent with an API key; `caller.spend()` runs once the project is known to exist. */
export async function submitFeedback(ctx: Context, caller: Caller, submission: Submission) {
  const { row, isKnown } = await storeSubmission(ctx, caller.organization.id, submission, caller.spend)
  return { feedback: toFeedback(row), deduplicated: isKnown }
}

/** Stores feedback from an anonymous client; the response reveals nothing about other entries. */
export async function submitFromStranger(ctx: Context, organizationId: string, submission: Submission) {
  const isPublic = true
  const { row, isKnown } = await storeSubmission(ctx, organizationId, { ...submission, isPublic }).catch(
    (error) => {
      throw describeCeiling(error) === null ? error : conflict(intakeIsFull)
    },
  )
  return { feedback: toPublicFeedback(row, submission), deduplicated: isKnown }
}

const intakeIsFull = 'This organization accepts no feedback at the moment. Try again later.'

/**
 * Stores a submission, or returns the entry stored earlier with its idempotency key, even if the repeated request
 * names another project (contract 17).
 */
async function storeSubmission(
  ctx: Context,
  organizationId: string,
  submission: Submission & { isPublic?: boolean },
  spend: Caller['spend'] = async () => {},
): Promise<{ row: FeedbackRow; isKnown: boolean }> {
  const { projectId, isPublic = false } = submission
  const known = await findByKey(ctx, organizationId, submission)
  if (!known && projectId && !(await hasProject(ctx, organizationId, projectId)))
    throw notFound('Project not found')
  await spend()
  if (known) return { row: known, isKnown: true }

  const classified = await classify(ctx, organizationId, submission)
  const similarTo = await findSimilar(ctx, organizationId, classified)
  const now = ctx.now()
  const row: FeedbackRow = {
    ...classified,
    id: Bun.randomUUIDv7(),
    organizationId,
    isPublic,
    status: 'new',
    similarTo,
    resolvedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  // Of simultaneous submissions with the same key, the unique index accepts one.
  const [, , stored] = await ctx.db.batch([
    ofOrganization(ctx).releaseArchived({ organizationId }),
    ofOrganization(ctx).deleteArchived({ organizationId }),
    insertEntry(ctx)({ ...row, metadata: row.metadata && JSON.stringify(row.metadata) }),
    indexWords(ctx, organizationId, row.id, classified),
    ofOrganization(ctx).checkCeiling({ organizationId }),
  ])
  if (stored.length > 0) return { row, isKnown: false }
  const winner = await findByKey(ctx, organizationId, submission)
  if (!winner) throw new Error('A submission was refused by an entry that does not exist.')
  return { row: winner, isKnown: true }
}

/** The statements around each new entry. */
const ofOrganization = once((db) => {
  const organizationId = sql.placeholder('organizationId')
  return {
    releaseArchived: prepareRun(db, releaseOldestArchived(organizationId)),
    deleteArchived: prepareRun(db, deleteOldestArchived(organizationId)),
    checkCeiling: prepareRun(db, ceilingGuard('feedback', organizationId)),
  }
})

const insertEntry = once((db) => {
  // A placeholder of these two columns cannot be null; a new entry has no time of resolution.
  const { metadata: _, resolvedAt: __, ...columns } = getTableColumns(feedback)
  const values = {
    ...placeholders(...(Object.keys(columns) as (keyof typeof columns)[])),
    metadata: sql`${sql.placeholder('metadata')}`,
  }
  return prepareStatement(
    db.insert(feedback).values(values).onConflictDoNothing().returning({ id: feedback.id }),
  )
})

/** SQLite combines at most 500 selects. */
const maxGroups = 400

/**
 * One page of entries, newest first; with `groupBy`, one row per group: its oldest entry, to which the filters apply.
 */
export async function listFeedback(ctx: Context, organizationId: string, query: FeedbackQuery) {
  const { page, limit } = query
  const { total, ids } = await findPage(ctx, organizationId, query)
  // The plus keeps SQLite from scanning all entries in order instead of looking these up.
  const shown = sql`${feedback.id} in (select value from json_each(${JSON.stringify(ids)}))
    and +${feedback.organizationId} = ${organizationId}`
  const found = ids.length > 0 ? await readEntries(ctx, shown) : []
  const groups = query.groupBy ? await groupsOf(ctx, found) : null
  return {
    feedback: found.map((row) => ({ ...toFeedback(row), ...(groups ? { group: groups.get(row.id) } : {}) })),
    pagination: toPagination(page, limit, total),
  }
}

/** The ids of one page and the number of matching entries. Totals are stored, except those of similar entries. */
async function findPage(ctx: Context, organizationId: string, query: FeedbackQuery) {
  const { page, limit, similarTo, groupBy } = query
  const counts = await ctx.db
    .select({
      status: feedbackCounts.status,
      kind: feedbackCounts.kind,
      projectId: feedbackCounts.projectId,
      total: feedbackCounts.total,
    })
    .from(feedbackCounts)
    .where(and(matching(feedbackCounts, organizationId, query), gt(feedbackCounts.total, 0)))
  const matched = counts.reduce((sum, each) => sum + each.total, 0)
  const all = sql`${matching(feedback, organizationId, query)}`
  const similar = similarTo
    ? sql`${all} and ${feedback.similarTo} = ${similarTo}`
    : groupBy && sql`${all} and ${feedback.similarTo} is null`
  const isNarrow = query.kind !== undefined || query.projectId !== undefined
  const isMerged = !similar && isNarrow && counts.length <= maxGroups
  const steps = similar
    ? await countEntries(ctx, counted(organizationId))
    : isNarrow && !isMerged
      ? matched
      : 0
  // SQLite prefers an index that also covers all other entries.
  const table = groupBy && !similarTo ? sql`${feedback} indexed by feedback_originals` : feedback
  const total = similar ? await countRows(ctx.db, table, similar, steps) : matched
  const slice = toSlice(total, { limit, offset: offsetOf(page, limit) })
  if (!slice) return { total, ids: [] }
  const groups = similar
    ? [similar]
    : isMerged
      ? counts.map((each) => sql`${matching(feedback, organizationId, each)}`)
      : [all]
  const order: [SQLiteColumn, SQLiteColumn] = [feedback.createdAt, feedback.id]
  const sorted = { table, groups, order, sort: 'desc' as const, slice, steps }
  return { total, ids: await readMergedPage<string>(ctx.db, sorted) }
}

const counted = (organizationId: string) => eq(feedbackCounts.organizationId, organizationId)

export async function getFeedback(ctx: Context, caller: Caller, id: string) {
  return toAnswer(await ctx.db.select().from(feedback).where(ownEntry(caller, id)))
}

/**
 * Changes the status of an entry and, if requested, of the open entries that are similar; `resolved` sets resolvedAt
 * and any other status clears it (contract 17).
 */
export async function updateFeedbackStatus(
  ctx: Context,
  caller: Caller,
  id: string,
  { status, withSimilar = false }: FeedbackPatch,
) {
  const resolvedAt = status === 'resolved' ? ctx.now() : null
  // All entries of a group get the same time, which shows that they changed together.
  const updatedAt = sql`(
    select max(${ctx.now().getTime()}, lead.updated_at + 1) from feedback as lead where lead.id = ${id})`
  const moved = { status, resolvedAt, updatedAt }
  const move = (where: SQL | undefined) => ctx.db.update(feedback).set(moved).where(where).returning()
  const lead = move(ownEntry(caller, id))
  const release = ctx.db.run(releaseGroup(caller.organization.id, id))
  if (!withSimilar) {
    const [updated] = await updateIfUnchanged(ctx, caller, [lead, release])
    return toAnswer(updated)
  }
  const [, updated] = await updateIfUnchanged(ctx, caller, [move(followers(caller, id)), lead, release])
  return toAnswer(updated)
}

/**
 * The entries that change status with their group: the open ones, and those that were closed with it and may be
 * reopened.
 */
const followers = ({ organization }: Caller, id: string) =>
  and(
    eq(feedback.similarTo, id),
    eq(feedback.organizationId, organization.id),
    sql`(${feedback.status} in ('new', 'triaged')
      or ${feedback.updatedAt} = (select lead.updated_at from feedback as lead where lead.id = ${id}))`,
  )

const ownEntry = (caller: Caller, id: string) =>
  and(eq(feedback.organizationId, caller.organization.id), eq(feedback.id, id))

function toAnswer([row]: FeedbackRow[]) {
  if (!row) throw notFound('Feedback not found')
  return { feedback: toFeedback(row) }
}

async function findByKey(ctx: Context, organizationId: string, { idempotencyKey }: Submission) {
  if (idempotencyKey === null) return undefined
  const found = await byKey(ctx).get({ organizationId, idempotencyKey })
  if (!found) return undefined
  const [row] = await ctx.db.select().from(feedback).where(eq(feedback.id, found.id))
  return row
}

const byKey = once((db) => {
  const query = db
    .select({ id: feedback.id })
    .from(feedback)
    .where(
      and(
        eq(feedback.organizationId, sql.placeholder('organizationId')),
        eq(feedback.idempotencyKey, sql.placeholder('idempotencyKey')),
      ),
    )
  return prepareSelect(db, query)
})

function readEntries(ctx: Context, where: SQL | undefined): Promise<FeedbackRow[]> {
  return ctx.db.select().from(feedback).where(where).orderBy(desc(feedback.createdAt), desc(feedback.id))
}

/** The number of new entries, and the largest groups of similar ones. */
export async function summarizeNew(ctx: Context, organizationId: string, groups: number) {
  const isNew = and(eq(feedbackCounts.organizationId, organizationId), eq(feedbackCounts.status, 'new'))
  const [count, found] = await Promise.all([
    countEntries(ctx, isNew),
    findNewGroups(ctx, organizationId, groups),
  ])
  return { count, groups: found }
}

/** The total comes from stored counts, so its cost does not grow with the number of entries. */
async function countEntries(ctx: Context, where: SQL | undefined): Promise<number> {
  const [counted] = await ctx.db
    .select({ total: sql<number>`coalesce(sum(${feedbackCounts.total}), 0)` })
    .from(feedbackCounts)
    .where(where)
  return counted?.total ?? 0
}

function matching(
  table: typeof feedback | typeof feedbackCounts,
  organizationId: string,
  query: Pick<FeedbackQuery, 'status' | 'kind' | 'projectId'>,
) {
  return and(
    eq(table.organizationId, organizationId),
    query.status && eq(table.status, query.status),
    query.kind && eq(table.kind, query.kind),
    query.projectId === undefined ? undefined : eq(table.projectId, query.projectId),
  )
}
