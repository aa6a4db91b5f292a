import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { guard } from '../../../db/table.ts'
import { conflict } from '../../../errors.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { faultSentences } from '../../../net/search-console-error.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { getConnection } from './connection.ts'
import { searchConsoleConnections, searchConsoleProperties } from './table.ts'

export const syncQueries = 'search-console.sync'

/** Error of a sync that read the queries but could not store suggestions. */
const couldNotBuild = 'Suggestions could not be built. Try again.'

/** Starts a sync of a project's property; 409 while one runs. */
export async function startSync(ctx: Context, caller: Caller, projectId: string): Promise<void> {
  await getProject(ctx, caller, projectId)
  await getConnection(ctx, caller.organization.id)
  const isChosen = await ctx.db.$count(
    searchConsoleProperties,
    eq(searchConsoleProperties.projectId, projectId),
  )
  if (isChosen === 0) throw conflict('Select a property first')
  await caller.spend()
  if (!(await tryStart(ctx, projectId))) throw conflict('A sync is already running')
  ctx.jobsReady.wake()
}

/** False if a sync of this project already runs, or its property is gone. */
async function tryStart(ctx: Context, projectId: string): Promise<boolean> {
  try {
    await ctx.db.batch(queueSync(ctx, projectId))
    return true
  } catch (error) {
    if (isGuardViolation(error)) return false
    throw error
  }
}

/** Statements that start a sync. Their guard fails while one runs. */
export function queueSync(ctx: Context, projectId: string): [Statement, ...Statement[]] {
  const syncId = Bun.randomUUIDv7()
  return [
    ctx.db
      .update(searchConsoleProperties)
      .set({ syncId, syncStartedAt: ctx.now(), error: null })
      .where(and(eq(searchConsoleProperties.projectId, projectId), isNull(searchConsoleProperties.syncId))),
    ctx.db.run(guard),
    insertJob(ctx, syncQueries, { projectId, syncId }, { key: `${syncQueries}:${syncId}` }),
  ]
}

/** Statements that end a sync. Their guard fails if the property was changed or disconnected meanwhile. */
export function endSync(ctx: Context, { projectId, syncId }: SyncKey): Statement[] {
  return [
    ctx.db
      .update(searchConsoleProperties)
      .set({ syncId: null, syncedAt: ctx.now(), error: null })
      .where(isSync(projectId, syncId)),
    ctx.db.run(guard),
  ]
}

/** A statement that stores why a sync failed; other texts than those for users are replaced. */
export function failSync(ctx: Context, { projectId, syncId }: SyncKey, reason: string): Statement {
  const isForUsers = Object.values(faultSentences).includes(reason)
  return ctx.db
    .update(searchConsoleProperties)
    .set({ syncId: null, error: isForUsers ? reason : couldNotBuild })
    .where(isSync(projectId, syncId))
}

/** A statement that stores what a running sync waits for. */
export function noteWait(ctx: Context, { projectId, syncId }: SyncKey, error: string): Statement {
  return ctx.db.update(searchConsoleProperties).set({ error }).where(isSync(projectId, syncId))
}

export type SyncKey = { projectId: string; syncId: string }

export const isSync = (projectId: string, syncId: string) =>
  and(eq(searchConsoleProperties.projectId, projectId), eq(searchConsoleProperties.syncId, syncId))

const pageSize = 100

/** Starts a sync of every property with a usable connection. */
export async function startWeeklySyncs(ctx: Context): Promise<void> {
  let after = ''
  for (;;) {
    const due = await ctx.db
      .select({ projectId: searchConsoleProperties.projectId })
      .from(searchConsoleProperties)
      .innerJoin(
        searchConsoleConnections,
        eq(searchConsoleConnections.organizationId, searchConsoleProperties.organizationId),
      )
      .where(and(gt(searchConsoleProperties.projectId, after), eq(searchConsoleConnections.status, 'active')))
      .orderBy(asc(searchConsoleProperties.projectId))
      .limit(pageSize)
    for (const { projectId } of due) await tryStart(ctx, projectId)
    if (due.length < pageSize) return
    after = due.at(-1)?.projectId ?? ''
  }
}
