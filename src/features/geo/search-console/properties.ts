import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isForeignKeyViolation } from '../../../db/errors.ts'
import { AppError, badRequest, conflict, notFound } from '../../../errors.ts'
import type { Property } from '../../../net/search-console-api.ts'
import { SearchConsoleError } from '../../../net/search-console-error.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { findConnection, getConnection, withAccess } from './connection.ts'
import { type PropertyChoice, type PropertyRow, type SearchConsoleState, toState } from './model.ts'
import { queueSync } from './sync.ts'
import { searchConsoleProperties } from './table.ts'

/** The state of the connection, as far as it concerns a project. */
export async function getState(
  ctx: Context,
  caller: Caller,
  projectId: string,
): Promise<typeof SearchConsoleState.static> {
  await getProject(ctx, caller, projectId)
  const [connection, property] = await Promise.all([
    findConnection(ctx, caller.organization.id),
    findProperty(ctx, projectId),
  ])
  return toState(ctx.searchConsole !== null, connection, property)
}

async function findProperty(ctx: Context, projectId: string): Promise<PropertyRow | null> {
  const [row] = await ctx.db
    .select()
    .from(searchConsoleProperties)
    .where(eq(searchConsoleProperties.projectId, projectId))
  return row ?? null
}

/** Lists the properties that the connected Google account may read. */
export async function listProperties(ctx: Context, caller: Caller, projectId: string): Promise<Property[]> {
  await getProject(ctx, caller, projectId)
  const connection = await getConnection(ctx, caller.organization.id)
  await caller.spend()
  try {
    return await withAccess(ctx, connection, (google, token) => google.listProperties(token))
  } catch (error) {
    throw error instanceof SearchConsoleError ? toRefusal(ctx, error) : error
  }
}

const waitSeconds = 15 * 60

function toRefusal({ log }: Context, { fault, message, detail }: SearchConsoleError): AppError {
  log.warn(
    { reason: message, detail },
    'The properties of Google Search Console could not be listed. The user sees the reason.',
  )
  if (fault === 'ended') return conflict(message)
  return new AppError(
    503,
    message,
    fault === 'limited' ? { headers: { 'Retry-After': `${waitSeconds}` } } : {},
  )
}

/** Selects the property of a project and starts its first sync. A sync of the previous property stores nothing. */
export async function chooseProperty(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { siteUrl }: PropertyChoice,
): Promise<typeof SearchConsoleState.static> {
  const properties = await listProperties(ctx, caller, projectId)
  if (!properties.some((each) => each.siteUrl === siteUrl))
    throw badRequest('The connected Google account cannot read this property')
  // `syncedAt` stays: the suggestions of the previous property are shown until the first sync succeeds.
  const cleared = { syncId: null, syncStartedAt: null, error: null }
  try {
    await ctx.db.batch([
      ctx.db
        .insert(searchConsoleProperties)
        .values({ projectId, organizationId: caller.organization.id, siteUrl })
        .onConflictDoUpdate({ target: searchConsoleProperties.projectId, set: { siteUrl, ...cleared } }),
      ...queueSync(ctx, projectId),
    ])
  } catch (error) {
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
  ctx.jobsReady.wake()
  return getState(ctx, caller, projectId)
}
