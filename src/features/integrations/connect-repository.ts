import { and, eq } from 'drizzle-orm'
import type { HostRepository } from '../../codehost/events.ts'
import { readRepositoryAddress, webHostOf } from '../../codehost/repository-address.ts'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically } from '../../db/client.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { badRequest, conflict } from '../../errors.ts'
import { findEarlierResult, recordResult } from '../../http/idempotency.ts'
import { updateIfUnchanged } from '../../http/reviewed.ts'
import { newToken } from '../../ids.ts'
import type { Caller } from '../keys/model.ts'
import { readHostRepository } from './code-host-access.ts'
import { type GitHubConnection, type IntegrationRow, namePattern, toIntegration } from './model.ts'
import { followRepository, getIntegration } from './record.ts'
import type { RepositoryConnection } from './repository-model.ts'
import { tokenOf, webhookSecretOf } from './secret-locations.ts'
import { findRepository } from './service.ts'
import { integrations } from './table.ts'

const tokenPattern = /^(ghp_|github_pat_|gho_|ghu_|ghs_|ghr_)\S+$/
const alreadyConnected = 'Repository already connected'

/** Connects a repository of the code host after reading it with the token that will be used (contract 9). */
export async function connectGitHub(
  ctx: Context,
  caller: Pick<Caller, 'organization' | 'person' | 'spend' | 'callId' | 'reviewed'>,
  body: GitHubConnection,
) {
  const wanted = readConnection(body)
  const { organization } = caller
  const made = await findEarlierResult(ctx, caller)
  if (made) return { github: toIntegration(await getIntegration(ctx, organization.id, made)), organization }
  const existing = await findRepository(ctx, organization.id, wanted.owner, wanted.name)
  if (existing) throw conflict(alreadyConnected)
  await caller.spend()
  const { owner, name, token } = wanted
  const found = await readHostRepository(ctx, { organizationId: organization.id, owner, name, token })
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
  const there = await readHostRepository(ctx, {
    organizationId,
    owner: known.owner,
    name: known.repo,
    token,
  }).catch(() => null)
  const isThere = there?.id === found.id && there.owner === known.owner && there.name === known.repo
  return isThere ? null : known
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
