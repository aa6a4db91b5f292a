import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { OperatorError } from '../../../errors.ts'
import { TrackerError } from '../../../tracker/error.ts'
import { createLinear, type LeftOut, type Workspace } from '../../../tracker/linear.ts'
import type { TrackerRow } from '../model.ts'
import { prepareSecretKey } from '../secret-key.ts'
import { trackers } from '../table.ts'

export type LinearConnection = { token: string; teamKey: string | null; leftOut: LeftOut }

/**
 * Connects a workspace of Linear, or one of its teams by its key, after looking at it with the token. What is connected
 * already gets the new token.
 */
export async function connectLinear(
  ctx: Context,
  organizationId: string,
  { token, teamKey, leftOut }: LinearConnection,
): Promise<TrackerRow> {
  const workspace = await probe(ctx, token)
  const team = teamKey === null ? null : findTeam(workspace, teamKey)
  await prepareSecretKey(ctx)
  const now = ctx.now()
  const row = {
    displayName: team ? `${workspace.name} / ${team.name}` : workspace.name,
    workspaceName: workspace.name,
    teamKey: team?.key ?? null,
    teamName: team?.name ?? null,
    leftOut,
    encryptedToken: ctx.secrets.encrypt(token),
    enabled: true,
    updatedAt: now,
  }
  const where = and(
    eq(trackers.organizationId, organizationId),
    eq(trackers.workspaceId, workspace.id),
    team ? eq(trackers.teamId, team.id) : isNull(trackers.teamId),
  )
  const created = {
    ...row,
    id: Bun.randomUUIDv7(),
    organizationId,
    provider: 'linear' as const,
    workspaceId: workspace.id,
    teamId: team?.id ?? null,
    createdAt: now,
  }
  // Of two at once one inserts; the update then speaks for both.
  const [, [connected]] = await ctx.db.batch([
    ctx.db.insert(trackers).values(created).onConflictDoNothing(),
    ctx.db.update(trackers).set(row).where(where).returning(),
  ])
  return connected as TrackerRow
}

async function probe(ctx: Context, token: string): Promise<Workspace> {
  try {
    return await createLinear({ apiUrl: ctx.config.linearApiUrl, token, now: ctx.now }).readWorkspace()
  } catch (error) {
    throw error instanceof TrackerError ? new OperatorError(error.message) : error
  }
}

function findTeam({ name, teams }: Workspace, key: string) {
  const team = teams.find((each) => each.key.toLowerCase() === key.toLowerCase())
  if (team) return team
  const known = teams.map((each) => each.key).join(', ')
  throw new OperatorError(
    `${name} has no team with the key "${key}"; ${known ? `it has ${known}` : 'the token shows none'}.`,
  )
}

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

/** What targets call a tracker, which stand beside ids of repositories (contract 9). */
export const targetOf = (trackerId: string) => `linear:${trackerId}`

/** Linear as it is read for a tracker. */
export function openTracker(ctx: Context, { encryptedToken }: TrackerRow, signal: AbortSignal) {
  if (encryptedToken === null)
    throw new TrackerError('unauthorized', 'Its token was forgotten with a lost secret key.')
  const token = ctx.secrets.decrypt(encryptedToken)
  return createLinear({ apiUrl: ctx.config.linearApiUrl, token, signal, now: ctx.now })
}
