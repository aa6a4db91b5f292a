import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { brandIdentities } from '../../brand-identities/table.ts'

/**
 * The job that deletes the scans and answers of a deleted project, in slices. Its payload is `{ projectId }`.
 */
export const projectSweep = 'projects.sweep'

/**
 * Returns the identity of projects that name none: the default, else the oldest, else null (contract geo 1).
 */
export async function findStandardIdentity(ctx: Context, organizationId: string): Promise<string | null> {
  const { id, isDefault, createdAt } = brandIdentities
  const [found] = await ctx.db
    .select({ id })
    .from(brandIdentities)
    .where(eq(brandIdentities.organizationId, organizationId))
    .orderBy(desc(isDefault), asc(createdAt), asc(id))
    .limit(1)
  return found?.id ?? null
}

/**
 * Returns a statement that fails the batch if the identity does not belong to the organization; null always
 * passes.
 */
export function requireIdentity(ctx: Context, organizationId: string, id: string | null) {
  const own = ctx.db
    .select({ one: sql`1` })
    .from(brandIdentities)
    .where(and(eq(brandIdentities.organizationId, organizationId), eq(brandIdentities.id, id ?? '')))
  return ctx.db.run(sql`insert into guards (ok) select 0 where ${id} is not null and not exists ${own}`)
}

const rescoreRhythm = 10_000

/**
 * Returns a statement that rescores the stored answers of a project because names have changed. Changes
 * within ten seconds are combined.
 */
export function rescore(ctx: Context, projectId: string) {
  const runAt = new Date(Math.ceil((ctx.now().getTime() + 1) / rescoreRhythm) * rescoreRhythm)
  return insertJob(
    ctx,
    'scans.rescore',
    { projectId },
    { key: `scans.rescore:${projectId}@${runAt.toISOString()}`, runAt },
  )
}
