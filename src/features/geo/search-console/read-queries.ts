import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { atomically } from '../../../db/client.ts'
import { giveUp, RetryAt } from '../../../errors.ts'
import type { Attempt } from '../../../jobs/define.ts'
import type { QueryRow } from '../../../net/search-console-api.ts'
import { faultSentences, SearchConsoleError } from '../../../net/search-console-error.ts'
import { projects } from '../projects/table.ts'
import { readQueryRows } from '../prompts/suggestions/rank-queries.ts'
import { draftFor, replaceWith } from '../prompts/suggestions/suggestions.ts'
import { withAccess } from './connection.ts'
import type { ConnectionRow, PropertyRow } from './model.ts'
import { endSync, isSync, noteWait, type SyncKey } from './sync.ts'
import { searchConsoleConnections, searchConsoleProperties } from './table.ts'

/** How long Google requires to wait after its limit is reached, and after how long a sync is abandoned. */
const waitMilliseconds = 15 * 60_000
const maxWaitMilliseconds = 24 * 60 * 60_000

const waits = 'Google is limiting requests. The sync continues in 15 minutes.'

/** Reads the queries of a property and replaces the pending suggestions of its project. */
export async function readQueries(ctx: Context, key: SyncKey, attempt: Attempt): Promise<Statement[]> {
  const found = await findSync(ctx, key)
  // The property was changed or disconnected meanwhile.
  if (!found) return []
  const rows = await attempt.step('queries', () => askForQueries(ctx, key, found))
  const drafted = await attempt.step('drafts', () => draftFor(ctx, found.project, readQueryRows(rows)))
  const { statements } = await replaceWith(ctx, found.project, drafted)
  return [...endSync(ctx, key), ...statements]
}

type SyncTarget = {
  property: PropertyRow
  connection: ConnectionRow
  project: { id: string; organizationId: string; name: string }
}

async function findSync(ctx: Context, { projectId, syncId }: SyncKey): Promise<SyncTarget | null> {
  const { id, organizationId, name } = projects
  const [row] = await ctx.db
    .select({
      property: searchConsoleProperties,
      connection: searchConsoleConnections,
      project: { id, organizationId, name },
    })
    .from(searchConsoleProperties)
    .innerJoin(projects, eq(projects.id, searchConsoleProperties.projectId))
    .innerJoin(
      searchConsoleConnections,
      eq(searchConsoleConnections.organizationId, searchConsoleProperties.organizationId),
    )
    .where(isSync(projectId, syncId))
  return row ?? null
}

async function askForQueries(
  ctx: Context,
  key: SyncKey,
  { property, connection }: SyncTarget,
): Promise<QueryRow[]> {
  // Access ended, or is about to, after the sync was started.
  if (connection.status !== 'active') throw giveUp(faultSentences.ended)
  try {
    return await withAccess(ctx, connection, (google, token) =>
      google.listQueries(token, property.siteUrl, lastDays(ctx.now())),
    )
  } catch (error) {
    if (!(error instanceof SearchConsoleError)) throw error
    const { fault, message, detail } = error
    ctx.log.warn(
      { reason: message, detail, projectId: key.projectId },
      'Search queries of a project could not be read from Google Search Console. Its page shows the reason.',
    )
    // Retried by the queue.
    if (fault === 'unreachable') throw error
    const startedAt = property.syncStartedAt ?? ctx.now()
    const now = ctx.now().getTime()
    if (fault !== 'limited' || now - startedAt.getTime() > maxWaitMilliseconds) throw giveUp(message)
    await atomically(ctx.db, [noteWait(ctx, key, waits)])
    throw new RetryAt(new Date(now + waitMilliseconds), message)
  }
}

const dayMilliseconds = 24 * 60 * 60_000

/** The last 28 days whose data is final: it is up to three days late, and days are Pacific. */
export function lastDays(now: Date): { from: string; to: string } {
  const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(now)
  const today = Date.parse(`${pacific}T00:00:00Z`)
  const dayBefore = (days: number) => new Date(today - days * dayMilliseconds).toISOString().slice(0, 10)
  return { from: dayBefore(30), to: dayBefore(3) }
}
