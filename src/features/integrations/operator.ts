import { basename } from 'node:path'
import { eq } from 'drizzle-orm'
import { findName } from '../../codehost/git-name.ts'
import type { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { AppError, OperatorError, UsageError } from '../../errors.ts'
import type { Organization } from '../organizations/model.ts'
import { getOrganizationBySlug } from '../organizations/service.ts'
import { HostUnavailable } from './code-host-access.ts'
import { connectGitHub } from './connect-repository.ts'
import type { IntegrationRow } from './model.ts'
import { changeRepository } from './repositories.ts'
import { findRepository } from './service.ts'
import { integrations } from './table.ts'
import { payloadUrl, readSecret, replaceSecret } from './webhook.ts'

// Repository commands of the command line, which refer to repositories by name.

/** Connects the repository that an operator names, or updates the token of a connected one if a token is given. */
export async function connectByName(
  ctx: Context,
  organization: Organization,
  fullName: string,
  token: string | null,
): Promise<IntegrationRow> {
  const { owner, name } = readFullName(fullName)
  const connected = await findRepository(ctx, organization.id, owner, name)
  if (connected && token) await changeRepository(ctx, connected, { token })
  if (connected) return connected

  const operator = { organization, person: null, spend: async () => {} }
  const { github } = await connectGitHub(ctx, operator, { owner, repo: name, token }).catch((error) => {
    if (error instanceof HostUnavailable)
      throw new OperatorError(`${fullName} was not connected. ${nextStep(error.reason, token)}`)
    throw error instanceof AppError && !token && ctx.config.githubToken
      ? new OperatorError(`${error.message}. ${privateAdvice(organization.slug)}`)
      : error
  })
  const [created] = await ctx.db.select().from(integrations).where(eq(integrations.id, github.id))
  return created as IntegrationRow
}

/** Why the code host did not describe a repository, and what the operator can do. */
function nextStep({ reason, message }: CodeHostError, token: string | null): string {
  if (reason === 'unreachable')
    return `${message} Check GITHUB_API_URL and the network connection of this machine, then repeat the command.`
  if (reason === 'rate_limited' && token === null)
    return `${message} Repeat the command then, or add --token-file: requests with a token have a higher limit.`
  return `${message} Repeat the command in a moment.`
}

const privateAdvice = (slug: string) =>
  `For a private repository, add --token-file, or allow GITHUB_TOKEN with: herald org set --org ${slug} --operator-token on`

/** Connects a git repository on the local disk, which no code host serves. */
export async function connectLocal(
  ctx: Context,
  organizationId: string,
  path: string,
): Promise<IntegrationRow> {
  const now = ctx.now()
  const name = (await findName(path)) ?? (basename(path) || 'repository')
  const [row] = await ctx.db
    .insert(integrations)
    .values({
      id: Bun.randomUUIDv7(),
      organizationId,
      provider: 'git',
      displayName: name,
      owner: 'local',
      repo: name,
      url: path,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return row as IntegrationRow
}

/**
 * The secret and payload URL for the webhook settings of the code host; `regenerate` replaces the old secret
 * immediately.
 */
export async function readWebhookSecret(ctx: Context, integration: IntegrationRow, regenerate = false) {
  const secret = await (regenerate ? replaceSecret : readSecret)(ctx, integration)
  return { secret, url: payloadUrl(ctx.config, integration) }
}

/** The integration that an operator names by organization slug and `OWNER/NAME`. */
export async function getRepositoryByName(
  ctx: Context,
  slug: string,
  fullName: string,
): Promise<IntegrationRow> {
  const organization = await getOrganizationBySlug(ctx, slug)
  const { owner, name } = readFullName(fullName)
  const integration = await findRepository(ctx, organization.id, owner, name)
  if (integration) return integration
  throw new OperatorError(
    `${fullName} is not connected to "${slug}"; connect it with: herald init --org ${slug} --repo ${fullName}`,
  )
}

/** Reads `OWNER/NAME`. */
export function readFullName(fullName: string): { owner: string; name: string } {
  const [owner, name, ...rest] = fullName.split('/')
  if (owner && name && rest.length === 0) return { owner, name }
  throw new UsageError(`"${fullName}" is not a repository name. Write OWNER/NAME, such as acme/app.`)
}
