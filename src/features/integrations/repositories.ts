import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { badRequest, notFound } from '../../errors.ts'
import { insertJob } from '../../jobs/queue.ts'
import type { Caller } from '../keys/model.ts'
import { checkSince } from './check.ts'
import { accessToken, readHostRepository } from './code-host-access.ts'
import { readToken } from './connect-repository.ts'
import type { IntegrationRow } from './model.ts'
import { isEvenInterval, pollJob, unwatching, watching, withoutBarrier, withoutProblem } from './polling.ts'
import { getIntegration, isAnother } from './record.ts'
import { type Repository, type RepositoryPatch, toRepository } from './repository-model.ts'
import { tokenOf } from './secret-locations.ts'
import { integrations } from './table.ts'
import { toTracker, toTrackerKind } from './tracker-model.ts'
import { findTrackers } from './trackers.ts'
import { canBeSigned, lastDeliveryAt, lastStatus, toWebhookState } from './webhook.ts'

/** All integrations of an organization, by name. */
export async function listConnected(ctx: Context, organizationId: string) {
  const [repositories, trackers] = await Promise.all([
    listRepositories(ctx, organizationId),
    findTrackers(ctx, organizationId),
  ])
  return {
    repositories,
    trackers: trackers.map(toTracker),
    trackerKinds: ctx.trackers.map(toTrackerKind),
  }
}

/** All repositories of an organization, by name, with the state of each webhook. */
export async function listRepositories(ctx: Context, organizationId: string): Promise<Repository[]> {
  return selectRepositories(ctx, eq(integrations.organizationId, organizationId))
}

/** A repository of an organization, as its members see it. */
export async function getRepository(ctx: Context, organizationId: string, id: string): Promise<Repository> {
  const own = sql`${integrations.organizationId} = ${organizationId} and ${integrations.id} = ${id}`
  const [repository] = await selectRepositories(ctx, own)
  if (!repository) throw notFound('Integration not found')
  return repository
}

async function selectRepositories(ctx: Context, where: SQL): Promise<Repository[]> {
  const rows = await ctx.db
    .select({ row: integrations, lastStatus, lastDeliveryAt })
    .from(integrations)
    .where(where)
    .orderBy(asc(integrations.displayName), asc(integrations.id))
  return rows.map(({ row, lastStatus, lastDeliveryAt }) => {
    const state = toWebhookState({ hasSecret: canBeSigned(row), lastStatus })
    return toRepository(row, state, lastDeliveryAt === null ? null : new Date(lastDeliveryAt))
  })
}

/** Updates the settings of a repository for a member of its organization. */
export async function updateRepository(ctx: Context, caller: Caller, id: string, patch: RepositoryPatch) {
  if (Object.keys(patch).length === 0) throw badRequest('At least one field must be provided')
  const row = await getIntegration(ctx, caller.organization.id, id)
  await changeRepository(ctx, row, patch, caller.spend)
  return { repository: await getRepository(ctx, caller.organization.id, id) }
}

/**
 * Updates the given settings of a repository. A new token or branch is verified first, as on connecting; enabling
 * polling polls immediately.
 */
export async function changeRepository(
  ctx: Context,
  row: IntegrationRow,
  patch: RepositoryPatch,
  spend: Caller['spend'] = async () => {},
): Promise<void> {
  checkPatch(row, patch)
  const { enabled, displayName, issues, watchMinutes } = patch
  const { token, branch } = await checkAccess(ctx, row, patch, spend)
  const isNewToken = token !== undefined
  const missedSince = row.catchUp?.missedSince ?? row.catchUp?.at
  const changes = {
    enabled,
    displayName,
    issues,
    branch,
    encryptedToken: token && ctx.secrets.encrypt(token, tokenOf(row)),
    catchUp: enabled === false ? withoutProblem : isNewToken ? withoutBarrier : undefined,
    updatedAt: ctx.now(),
  }
  try {
    await atomically(ctx.db, [
      ctx.db.update(integrations).set(changes).where(eq(integrations.id, row.id)),
      ctx.db.run(guard),
      ...(watchMinutes === undefined ? [] : rewatch(ctx, row, watchMinutes)),
      // Retries with this token what the last one did not allow.
      ...(isNewToken && missedSince ? checkSince(ctx, row.id, new Date(missedSince)) : []),
    ])
  } catch (error) {
    throw isGuardViolation(error) ? notFound('Integration not found') : error
  }
  ctx.jobsReady.wake()
}

function checkPatch({ provider, displayName }: IntegrationRow, patch: RepositoryPatch) {
  const { branch, token, issues, watchMinutes } = patch
  const isOfHost = [branch, token, issues, watchMinutes].some((each) => each !== undefined)
  if (isOfHost && provider !== 'github') throw badRequest(`${displayName} is not on GitHub`)
  if (watchMinutes && !isEvenInterval(watchMinutes))
    throw badRequest('watchMinutes must divide an hour or a day, such as 1, 5, 15, 60 or 360')
}

/**
 * Verifies that the repository can be read with the new token and branch; returns the values to store, undefined if
 * unchanged.
 */
async function checkAccess(
  ctx: Context,
  row: IntegrationRow,
  patch: RepositoryPatch,
  spend: Caller['spend'],
): Promise<{ token?: string | null; branch?: string | null }> {
  const token = patch.token === undefined ? undefined : readToken(patch.token)
  const asked = patch.branch === undefined ? undefined : patch.branch || null
  const branch = asked === row.defaultBranch ? null : asked
  if (token === undefined && (branch === undefined || branch === row.branch)) return { branch }
  await spend()
  const found = await readHostRepository(ctx, {
    organizationId: row.organizationId,
    owner: row.owner,
    name: row.repo,
    token: token === undefined ? await accessToken(ctx, row) : token,
    branch: branch ?? null,
  })
  if (isAnother(row, found))
    throw badRequest(
      `${row.owner}/${row.repo} is another repository now. Disconnect it and connect it again.`,
    )
  return { token, branch }
}

function rewatch(ctx: Context, row: IntegrationRow, minutes: number | null): Statement[] {
  if (minutes === null) return unwatching(ctx, row)
  const isNew = row.watchMinutes === null
  return [
    ...watching(ctx, row, minutes),
    ...(isNew ? [insertJob(ctx, pollJob, { integrationId: row.id }, {})] : []),
  ]
}
