import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import { AppError, badRequest, notFound } from '../../errors.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import type { LeftOut, TrackerAdapter, TrackerReader, Workspace } from '../../tracker/adapter.ts'
import { TrackerError } from '../../tracker/error.ts'
import { toDisabled } from '../automations/model.ts'
import { disableReadersOf } from '../automations/record.ts'
import type { Caller } from '../keys/model.ts'
import type { TrackerRow } from './model.ts'
import { prepareSecretKey } from './secret-key.ts'
import { trackerTokenOf } from './secret-locations.ts'
import { trackers } from './table.ts'

export type TrackerConnection = {
  provider: string
  token: string
  /** A single team, by its issue prefix or its id; null for all. */
  team: { key: string } | { id: string } | null
  /** The issues to exclude; a connected tracker keeps its value if this is missing. */
  leftOut?: LeftOut
}

/**
 * Connects a workspace, or one of its teams, after reading it with the token. A tracker that is already connected
 * gets the new token.
 */
export async function connectTracker(
  ctx: Context,
  organizationId: string,
  { provider, token, team: wanted, leftOut }: TrackerConnection,
): Promise<TrackerRow> {
  const workspace = await readWorkspace(ctx, provider, token)
  const team = wanted && findTeam(workspace, wanted)
  await prepareSecretKey(ctx)
  const now = ctx.now()
  const key = { organizationId, workspaceId: workspace.id, teamId: team?.id ?? null }
  const row = {
    displayName: team ? `${workspace.name} / ${team.name}` : workspace.name,
    workspaceName: workspace.name,
    teamKey: team?.key ?? null,
    teamName: team?.name ?? null,
    leftOut,
    encryptedToken: ctx.secrets.encrypt(token, trackerTokenOf(key)),
    enabled: true,
    updatedAt: now,
  }
  const where = and(
    eq(trackers.organizationId, organizationId),
    eq(trackers.provider, provider),
    eq(trackers.workspaceId, workspace.id),
    team ? eq(trackers.teamId, team.id) : isNull(trackers.teamId),
  )
  const created = {
    ...row,
    id: Bun.randomUUIDv7(),
    ...key,
    provider,
    leftOut: leftOut ?? { labels: [], teams: [] },
    createdAt: now,
  }
  // Of two simultaneous requests one inserts; the update then answers both.
  const [, [connected]] = await ctx.db.batch([
    ctx.db.insert(trackers).values(created).onConflictDoNothing(),
    ctx.db.update(trackers).set(row).where(where).returning(),
    ctx.db.run(ceilingGuard('trackers', organizationId)),
  ])
  return connected as TrackerRow
}

/** The workspace that a token opens, with its teams. Errors have the tracker's reason. */
export async function readWorkspace(ctx: Context, provider: string, token: string): Promise<Workspace> {
  const adapter = findAdapter(ctx, provider)
  if (!adapter) {
    const known = ctx.trackers.map((each) => each.provider).join(', ')
    throw badRequest(`Unknown tracker "${provider}". Known: ${known}.`)
  }
  try {
    const reader = await adapter.open({ apiUrl: apiUrlOf(ctx, adapter), token, now: ctx.now })
    return await reader.readWorkspace()
  } catch (error) {
    throw error instanceof TrackerError ? toRefusal(error, ctx.now()) : error
  }
}

const findAdapter = ({ trackers }: Context, provider: string) =>
  trackers.find((each) => each.provider === provider)

/** The display name of a tracker's kind. */
export const trackerName = (ctx: Context, provider: string): string =>
  findAdapter(ctx, provider)?.name ?? provider

const apiUrlOf = ({ config }: Context, { provider, apiUrl }: TrackerAdapter) =>
  config.trackerApiUrls[provider] ?? apiUrl

/** Temporary failures are a 503; all others concern the token. */
function toRefusal({ reason, message, retryAt }: TrackerError, now: Date): AppError {
  if (!['rate_limited', 'unreachable', 'failed'].includes(reason)) return badRequest(message)
  const seconds = retryAt ? Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000)) : null
  return new AppError(503, message, seconds === null ? {} : { headers: { 'Retry-After': String(seconds) } })
}

function findTeam({ name, teams }: Workspace, wanted: { key: string } | { id: string }) {
  const isWanted = (each: { id: string; key: string }) =>
    'key' in wanted ? each.key.toLowerCase() === wanted.key.toLowerCase() : each.id === wanted.id
  const team = teams.find(isWanted)
  if (team) return team
  const known = teams.map((each) => each.key).join(', ')
  const asked = 'key' in wanted ? `key "${wanted.key}"` : `ID "${wanted.id}"`
  throw badRequest(
    `${name} has no team with the ${asked}; ${known ? `it has ${known}` : 'the token shows none'}.`,
  )
}

/** Deletes a tracker and disables the schedules that read it; of simultaneous requests, one succeeds. */
export async function deleteTracker(ctx: Context, caller: Caller, tracker: TrackerRow) {
  const { organization } = caller
  const { id } = tracker
  try {
    const [disabled] = await updateIfUnchanged(ctx, caller, [
      ...disableReadersOf(ctx, organization.id, targetOf(tracker)),
      ctx.db.delete(trackers).where(own(organization.id, id)),
      ctx.db.run(guard),
    ])
    return { id, organization, ...toDisabled(disabled) }
  } catch (error) {
    throw isGuardViolation(error) ? notFound('Tracker not found') : error
  }
}

/** An organization's tracker, or a 404. */
export async function getTracker(ctx: Context, organizationId: string, id: string): Promise<TrackerRow> {
  const tracker = await findTracker(ctx, organizationId, id)
  if (!tracker) throw notFound('Tracker not found')
  return tracker
}

/** An organization's tracker by its id; undefined if the id is not a tracker's. */
export async function findTracker(
  ctx: Context,
  organizationId: string,
  id: string,
): Promise<TrackerRow | undefined> {
  const [row] = await ctx.db.select().from(trackers).where(own(organizationId, id))
  return row
}

const own = (organizationId: string, id: string) =>
  and(eq(trackers.organizationId, organizationId), eq(trackers.id, id))

/** The enabled trackers of an organization, by name. */
export async function findTrackers(ctx: Context, organizationId: string): Promise<TrackerRow[]> {
  return enabledByName(ctx).all({ organizationId })
}

const enabledByName = once((db) => {
  const query = db
    .select()
    .from(trackers)
    .where(and(eq(trackers.organizationId, sql.placeholder('organizationId')), eq(trackers.enabled, true)))
    .orderBy(asc(trackers.displayName), asc(trackers.id))
  return prepareSelect(db, query)
})

/** The id of a tracker in targets, which also list ids of repositories (contract 9). */
export const targetOf = ({ provider, id }: Pick<TrackerRow, 'provider' | 'id'>) => `${provider}:${id}`

/** A reader for a connected tracker. */
export async function openTracker(
  ctx: Context,
  row: TrackerRow,
  signal: AbortSignal,
): Promise<TrackerReader> {
  if (row.encryptedToken === null)
    throw new TrackerError(
      'unauthorized',
      'Its token was deleted, because the secret key was lost. Enter the token again.',
    )
  const adapter = findAdapter(ctx, row.provider)
  if (!adapter) throw new TrackerError('refused', `This version of Herald cannot read ${row.provider}.`)
  const token = ctx.secrets.decrypt(row.encryptedToken, trackerTokenOf(row))
  return adapter.open({ apiUrl: apiUrlOf(ctx, adapter), token, signal, now: ctx.now })
}
