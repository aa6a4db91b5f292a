import { and, asc, eq, sql } from 'drizzle-orm'
import { createGitHub } from '../../codehost/github.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { once } from '../../db/prepared.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { newToken } from '../../ids.ts'
import { toDisabled } from '../automations/model.ts'
import { disableReadersOf } from '../automations/record.ts'
import type { Caller } from '../keys/model.ts'
import { type GitHubConnection, type IntegrationRow, toIntegration } from './model.ts'
import { integrations } from './table.ts'

const tokenPattern = /^(ghp_|github_pat_|gho_|ghu_|ghs_|ghr_)\S+$/
const namePattern = /^[A-Za-z0-9_.-]{1,100}$/

/** The enabled integrations, by name. */
export async function listIntegrations(ctx: Context, caller: Caller) {
  const rows = await enabledByName(ctx).all({ organizationId: caller.organization.id })
  return { github: rows.map(toIntegration), slack: [], linear: [], organization: caller.organization }
}

const enabledByName = once((db) =>
  db
    .select()
    .from(integrations)
    .where(
      and(eq(integrations.organizationId, sql.placeholder('organizationId')), eq(integrations.enabled, true)),
    )
    .orderBy(asc(integrations.displayName), asc(integrations.id))
    .prepare(),
)

/** Connects a repository of the code host after looking at it with the token that will be used (contract 9). */
export async function connectGitHub(ctx: Context, caller: Caller, body: GitHubConnection) {
  const wanted = readConnection(body)
  const { organization } = caller
  const existing = await findRepository(ctx, organization.id, wanted.owner, wanted.name)
  if (existing) throw conflict('Repository already connected')
  await caller.spend()
  const found = await probe(ctx, wanted)
  const now = ctx.now()
  const row = {
    id: Bun.randomUUIDv7(),
    organizationId: organization.id,
    provider: 'github' as const,
    displayName: `${found.owner}/${found.name}`,
    owner: found.owner,
    repo: found.name,
    url: found.url,
    defaultBranch: found.defaultBranch,
    branch: wanted.branch,
    encryptedToken: wanted.token ? ctx.secrets.encrypt(wanted.token) : null,
    encryptedWebhookSecret: ctx.secrets.encrypt(newToken('', 32)),
    createdAt: now,
    updatedAt: now,
  }
  try {
    const [created] = await ctx.db.insert(integrations).values(row).returning()
    return { github: toIntegration(created as IntegrationRow), organization }
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('Repository already connected')
    throw error
  }
}

/** Forgets a repository and disables what depended on it. */
export async function deleteIntegration(ctx: Context, caller: Caller, id: string) {
  const { organization } = caller
  const own = and(eq(integrations.organizationId, organization.id), eq(integrations.id, id))
  const [integration] = await ctx.db.select({ id: integrations.id }).from(integrations).where(own)
  if (!integration) throw notFound('Integration not found')
  const [disabled] = await ctx.db.batch([
    ...disableReadersOf(ctx, organization.id, id),
    ctx.db.delete(integrations).where(own),
  ])
  return { id, organization, ...toDisabled(disabled) }
}

/** The organization's integration of a repository, its names compared without case. */
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

/** The token to read a repository with: its own, else the operator's, else none. */
export function tokenOf(ctx: Context, integration: IntegrationRow): string | null {
  return integration.encryptedToken ? ctx.secrets.decrypt(integration.encryptedToken) : ctx.config.githubToken
}

type Wanted = { owner: string; name: string; branch: string | null; token: string | null }

function readConnection(body: GitHubConnection): Wanted {
  const owner = body.owner.trim()
  const name = body.repo.trim()
  if (!namePattern.test(owner)) throw badRequest('owner has an invalid format')
  if (!namePattern.test(name)) throw badRequest('repo has an invalid format')
  const token = body.token?.trim() || null
  if (token && !tokenPattern.test(token)) throw badRequest('Enter a valid GitHub personal access token')
  return { owner, name, branch: body.branch?.trim() || null, token }
}

async function probe(ctx: Context, { owner, name, token }: Wanted) {
  const github = createGitHub({
    apiUrl: ctx.config.githubApiUrl,
    token: token ?? ctx.config.githubToken,
    now: ctx.now,
  })
  try {
    return await github.probeRepository(owner, name)
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error
    ctx.log.info(
      { owner, name, reason: error.reason, detail: error.message },
      'A repository could not be connected.',
    )
    if (!['unauthorized', 'forbidden', 'not_found'].includes(error.reason)) {
      throw badRequest('Failed to create GitHub integration')
    }
    if (token) throw badRequest('Invalid GitHub token or insufficient repository access')
    throw badRequest('Repository not found; it may be private, then a token is needed')
  }
}
