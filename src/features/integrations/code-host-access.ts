import type { HostRepository } from '../../codehost/events.ts'
import { rememberAnswers } from '../../codehost/github-cache.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import { createSharedAnswers } from '../../codehost/shared-answers.ts'
import type { Context } from '../../context.ts'
import { once } from '../../db/prepared.ts'
import { AppError, badRequest } from '../../errors.ts'
import { mayUseOperatorToken } from '../organizations/service.ts'
import { findAppToken } from './github-app/app-access.ts'
import type { IntegrationRow } from './model.ts'
import { tokenOf } from './secret-locations.ts'

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

/** The code host did not return the repository, for a reason that says nothing about the repository. */
export class HostUnavailable extends AppError {
  constructor(readonly reason: CodeHostError) {
    super(400, `${reason.message} Try again in a moment.`)
  }
}

/** The error of the public API, which has no reason (contract 9). */
export function withoutReason(error: unknown): never {
  throw error instanceof HostUnavailable ? badRequest('Failed to create GitHub integration') : error
}

type RepositoryCheck = {
  organizationId: string
  owner: string
  name: string
  token: string | null
  /** A branch that must exist too. */
  branch?: string | null
}

/** Reads a repository with the token that will be used later; 400 if it cannot be read (contract 9). */
export async function readHostRepository(
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
      throw new HostUnavailable(error)
    }
    if (token) throw badRequest('Invalid GitHub token or insufficient repository access')
    throw badRequest('Repository not found; it may be private, then a token is needed')
  }
}
