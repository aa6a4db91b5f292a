import { and, asc, eq, sql } from 'drizzle-orm'
import type { HostRepository } from '../../codehost/events.ts'
import { rememberAnswers } from '../../codehost/github-cache.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import { readRepositoryAddress, webHostOf } from '../../codehost/repository-address.ts'
import { createSharedAnswers } from '../../codehost/shared-answers.ts'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically } from '../../db/client.ts'
import { isGuardViolation, isUniqueViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { prepareSelect } from '../../db/prepared-select.ts'
import { guard } from '../../db/table.ts'
import { AppError, badRequest, conflict, notFound } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import { newToken } from '../../ids.ts'
import { toDisabled } from '../automations/model.ts'
import { disableReadersOf } from '../automations/record.ts'
import type { Caller } from '../keys/model.ts'
import { mayUseOperatorToken } from '../organizations/service.ts'
import { findAppToken } from './github-app/app-access.ts'
import {
  type GitHubConnection,
  type IntegrationRow,
  namePattern,
  toIntegration,
  toLinearIntegration,
  toTrackerIntegration,
} from './model.ts'
import { unwatch } from './polling.ts'
import { followRepository } from './record.ts'
import type { RepositoryConnection } from './repository-model.ts'
import { tokenOf, webhookSecretOf } from './secret-locations.ts'
import { integrations } from './table.ts'
import { deleteTracker, findTracker, findTrackers } from './trackers.ts'

const tokenPattern = /^(ghp_|github_pat_|gho_|ghu_|ghs_|ghr_)\S+$/
const alreadyConnected = 'Repository already connected'

/** The enabled integrations, by name. */
export async function listIntegrations(ctx: Context, caller: Caller) {
  const { organization } = caller
  const [rows, trackers] = await Promise.all([
    enabledShown(ctx).all({ organizationId: organization.id }),
    findTrackers(ctx, organization.id),
  ])
  const { linear = [], others = [] } = Object.groupBy(trackers, ({ provider }) =>
    provider === 'linear' ? 'linear' : 'others',
  )
  return {
    github: rows.map(toIntegration),
    slack: [],
    linear: linear.map(toLinearIntegration),
    ...(others.length > 0 && { trackers: others.map(toTrackerIntegration) }),
    organization,
  }
}

/** Selects only the columns that the list shows, to keep this read small. */
const enabledShown = once((db) => {
  const { organizationId, id, displayName, owner, repo, defaultBranch, branch, enabled } = integrations
  const query = db
    .select({ id, displayName, owner, repo, defaultBranch, branch })
    .from(integrations)
    .where(and(eq(organizationId, sql.placeholder('organizationId')), eq(enabled, true)))
    .orderBy(asc(displayName), asc(id))
  return prepareSelect(db, query)
})

/** The readable repositories of an organization, by name. */
export async function listEnabled(ctx: Context, organizationId: string): Promise<IntegrationRow[]> {
  return enabledByName(ctx).all({ organizationId })
}

const enabledByName = once((db) => {
  const { organizationId, id, displayName, enabled } = integrations
  const query = db
    .select()
    .from(integrations)
    .where(and(eq(organizationId, sql.placeholder('organizationId')), eq(enabled, true)))
    .orderBy(asc(displayName), asc(id))
  return prepareSelect(db, query)
})

/** The names of an organization's repositories by id, including disabled ones. */
export async function findRepositoryNames(
  ctx: Context,
  organizationId: string,
): Promise<Map<string, string>> {
  const { id, displayName } = integrations
  const rows = await ctx.db
    .select({ id, displayName })
    .from(integrations)
    .where(eq(integrations.organizationId, organizationId))
  return new Map(rows.map((row) => [row.id, row.displayName]))
}

/** Connects a repository of the code host after reading it with the token that will be used (contract 9). */
export async function connectGitHub(
  ctx: Context,
  caller: Pick<Caller, 'organization' | 'person' | 'spend' | 'callId' | 'reviewed'>,
  body: GitHubConnection,
) {
  const wanted = readConnection(body)
  const { organization } = caller
  const made = await findEarlierResult(ctx, caller)
  if (made) return { github: toIntegration(await getConnected(ctx, organization.id, made)), organization }
  const existing = await findRepository(ctx, organization.id, wanted.owner, wanted.name)
  if (existing) throw conflict(alreadyConnected)
  await caller.spend()
  const { owner, name, token } = wanted
  const found = await lookAt(ctx, { organizationId: organization.id, owner, name, token })
  const moved = await findMoved(ctx, organization.id, found, wanted.token)
  if (moved) {
    await atomically(ctx.db, followRepository(ctx, moved, found))
    throw conflict(alreadyConnected)
  }
  const now = ctx.now()
  const id = Bun.randomUUIDv7()
  const row = {
    id,
    organizationId: organization.id,
    provider: 'github' as const,
    displayName: `${found.owner}/${found.name}`,
    hostId: found.id,
    owner: found.owner,
    repo: found.name,
    url: found.url ?? `https://github.com/${found.owner}/${found.name}`,
    defaultBranch: found.defaultBranch,
    branch: wanted.branch,
    encryptedToken: wanted.token ? ctx.secrets.encrypt(wanted.token, tokenOf({ id })) : null,
    // Users get the secret with the set-up form, when they first open it (contract 12.5).
    encryptedWebhookSecret: caller.person
      ? null
      : ctx.secrets.encrypt(newToken('', 32), webhookSecretOf({ id })),
    createdAt: now,
    updatedAt: now,
  }
  try {
    const [[created]] = await updateIfUnchanged(ctx, caller, [
      ctx.db.insert(integrations).values(row).returning(),
      ctx.db.run(ceilingGuard('repositories', organization.id)),
      ...recordResult(ctx, caller, row.id),
    ])
    return { github: toIntegration(created as IntegrationRow), organization }
  } catch (error) {
    if (isUniqueViolation(error, 'integrations')) throw conflict(alreadyConnected)
    throw error
  }
}

/** Connects a repository by its name or URL, which must belong to the configured code host. */
export async function connectByAddress(
  ctx: Context,
  caller: Caller,
  { repository, branch, token }: RepositoryConnection,
) {
  const { githubApiUrl } = ctx.config
  const found = readRepositoryAddress(repository, githubApiUrl)
  if (!found) {
    const host = webHostOf(githubApiUrl)
    throw badRequest(`Enter a repository of ${host}, as owner/name or https://${host}/owner/name`)
  }
  return connectGitHub(ctx, caller, { owner: found.owner, repo: found.name, branch, token })
}

async function getConnected(ctx: Context, organizationId: string, id: string): Promise<IntegrationRow> {
  const [row] = await ctx.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.organizationId, organizationId), eq(integrations.id, id)))
  if (!row) throw notFound('Integration not found')
  return row
}

/** The integration of this repository under its previous name, if it was renamed. */
async function findMoved(ctx: Context, organizationId: string, found: HostRepository, token: string | null) {
  if (found.id === null) return null
  const [known] = await ctx.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.organizationId, organizationId), eq(integrations.hostId, found.id)))
  if (!known) return null
  // The id alone proves nothing, since mirrors repeat the ids of their origin: the old name must no longer lead to
  // the repository.
  const there = await lookAt(ctx, {
    organizationId,
    owner: known.owner,
    name: known.repo,
    token,
  }).catch(() => null)
  const isThere = there?.id === found.id && there.owner === known.owner && there.name === known.repo
  return isThere ? null : known
}

/**
 * Deletes a repository or a tracker and disables the automations that used it; of simultaneous requests, one
 * succeeds.
 */
export async function deleteIntegration(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const tracker = await findTracker(ctx, organization.id, id)
  if (tracker) return deleteTracker(ctx, caller, tracker)
  try {
    const [disabled] = await updateIfUnchanged(ctx, caller, [
      ...disableReadersOf(ctx, organization.id, id),
      unwatch(ctx, id),
      copyPayloadsToLog(ctx, organization.id, id),
      ctx.db
        .delete(integrations)
        .where(and(eq(integrations.organizationId, organization.id), eq(integrations.id, id))),
      ctx.db.run(guard),
    ])
    return { id, organization, ...toDisabled(disabled) }
  } catch (error) {
    throw isGuardViolation(error) ? notFound('Integration not found') : error
  }
}

/** A statement that copies the payloads of a repository's events, which are deleted with it, to the log. */
function copyPayloadsToLog(ctx: Context, organizationId: string, integrationId: string) {
  return ctx.db.run(sql`
    update webhook_logs set processed = 0, payload = json_object('event', event.kind, 'action', event.action, 'data', json(event.data))
    from activities as event
    where webhook_logs.organization_id = ${organizationId} and webhook_logs.integration_id = ${integrationId}
      and webhook_logs.processed = 1
      and event.integration_id = webhook_logs.integration_id and event.delivery_id = webhook_logs.reference_id`)
}

/** The organization's integration of a repository; names are compared case-insensitively. */
export async function findRepository(
  ctx: Context,
  organizationId: string,
  owner: string,
  name: string,
): Promise<IntegrationRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        sql`lower(owner) = ${owner.toLowerCase()}`,
        sql`lower(repo) = ${name.toLowerCase()}`,
      ),
    )
  return row
}

/** `freshFrom`, of performance.now(): a response that another reader requested since then is new enough. */
export type HostAccess = { signal: AbortSignal; freshFrom?: number }

/** A code host client for an integration, with its token; cached responses are revalidated. */
export async function openHost(ctx: Context, integration: IntegrationRow, { signal, freshFrom }: HostAccess) {
  const { createGitHub } = await import('../../codehost/github.ts')
  return createGitHub({
    apiUrl: ctx.config.githubApiUrl,
    ...(await findAccess(ctx, integration.organizationId, await accessToken(ctx, integration))),
    remember: (fetch) => rememberAnswers(ctx, fetch),
    ...(freshFrom === undefined ? {} : { shared: { answers: sharedAnswers(ctx), freshFrom } }),
    signal,
    now: ctx.now,
  })
}

const sharedAnswers = once(() => createSharedAnswers())

export const repositoryOf = ({ owner, repo, url }: IntegrationRow) => ({ owner, name: repo, url })

/**
 * The token to read a repository with: its own, otherwise the operator's, which only opens public repositories unless
 * the operator allows more.
 */
async function findAccess(ctx: Context, organizationId: string, own: string | null) {
  const { githubToken } = ctx.config
  if (own !== null || githubToken === null) return { token: own, publicOnly: false }
  return { token: githubToken, publicOnly: !(await mayUseOperatorToken(ctx, organizationId)) }
}

/** The token that the repository was connected with, or a short-lived one of the organization's GitHub App. */
export async function accessToken(ctx: Context, integration: IntegrationRow): Promise<string | null> {
  const own = ownToken(ctx, integration)
  return own === null && integration.viaApp ? findAppToken(ctx, integration.organizationId) : own
}

/** The token that the repository was connected with. */
export function ownToken(ctx: Context, { id, encryptedToken }: IntegrationRow): string | null {
  return encryptedToken && ctx.secrets.decrypt(encryptedToken, tokenOf({ id }))
}

type ConnectionRequest = { owner: string; name: string; branch: string | null; token: string | null }

function readConnection(body: GitHubConnection): ConnectionRequest {
  const owner = body.owner.trim()
  const name = body.repo.trim()
  if (!namePattern.test(owner)) throw badRequest('owner has an invalid format')
  if (!namePattern.test(name)) throw badRequest('repo has an invalid format')
  return { owner, name, branch: body.branch?.trim() || null, token: readToken(body.token ?? null) }
}

/** The URL at which the code host describes a repository; 400 for names that are not possible there. */
export function repositoryAddress(ctx: Context, body: GitHubConnection): URL {
  const { owner, name } = readConnection(body)
  const path = `/repos/${owner}/${name}`
  const url = new URL(`${ctx.config.githubApiUrl.replace(/\/+$/, '')}${path}`)
  // Names made of dots would change the path.
  if (!url.pathname.endsWith(path)) throw badRequest('owner or repo has an invalid format')
  return url
}

/** A token as the user typed it; null if it is blank. */
export function readToken(text: string | null): string | null {
  const token = text?.trim() || null
  if (token && !tokenPattern.test(token)) throw badRequest('Enter a valid GitHub personal access token')
  return token
}

/** The code host did not return the repository, for a reason that says nothing about the repository. */
export class HostSilent extends AppError {
  constructor(readonly reason: CodeHostError) {
    super(400, `${reason.message} Try again in a moment.`)
  }
}

/** The error of the public API, which has no reason (contract 9). */
export function withoutReason(error: unknown): never {
  throw error instanceof HostSilent ? badRequest('Failed to create GitHub integration') : error
}

type RepositoryCheck = Pick<ConnectionRequest, 'owner' | 'name' | 'token'> & {
  organizationId: string
  /** A branch that must exist too. */
  branch?: string | null
}

/** Reads a repository with the token that will be used later; 400 if it cannot be read (contract 9). */
export async function lookAt(
  ctx: Context,
  { organizationId, owner, name, token, branch }: RepositoryCheck,
): Promise<HostRepository> {
  const { createGitHub } = await import('../../codehost/github.ts')
  const github = createGitHub({
    apiUrl: ctx.config.githubApiUrl,
    ...(await findAccess(ctx, organizationId, token)),
    now: ctx.now,
  })
  try {
    const found = await github.probeRepository(owner, name)
    if (branch && !(await github.hasBranch({ owner, name }, branch)))
      throw badRequest(`The branch ${branch} was not found in ${owner}/${name}`)
    return found
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error
    ctx.log.info(
      { owner, name, reason: error.reason, detail: error.message },
      `GitHub did not return the repository ${owner}/${name}, so it was not connected or changed.`,
    )
    if (!['unauthorized', 'forbidden', 'not_found'].includes(error.reason)) {
      throw new HostSilent(error)
    }
    if (token) throw badRequest('Invalid GitHub token or insufficient repository access')
    throw badRequest('Repository not found; it may be private, then a token is needed')
  }
}
