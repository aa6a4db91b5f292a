import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { checkPath, usualPaths } from '../../markdown/site-files.ts'
import { getIntegration } from '../integrations/record.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller } from '../keys/model.ts'
import type { PullRequestBody, PullRequestDestination } from './model.ts'
import { pullRequestDestinations } from './table.ts'

type Owner = Pick<Caller, 'organization'>

/** The repositories to which posts of an organization are proposed, oldest first. */
export async function listPullRequests(
  ctx: Context,
  organizationId: string,
): Promise<PullRequestDestination[]> {
  const { id, integrationId, site, path, createdAt } = pullRequestDestinations
  const rows = await ctx.db
    .select({ id, integrationId, site, path, owner: integrations.owner, repo: integrations.repo })
    .from(pullRequestDestinations)
    .innerJoin(integrations, eq(integrations.id, integrationId))
    .where(eq(pullRequestDestinations.organizationId, organizationId))
    .orderBy(asc(createdAt))
  return rows.map(({ owner, repo, ...row }) => ({ ...row, repository: `${owner}/${repo}` }))
}

/** Adds a repository. Its path is the usual one of the site unless one is given. */
export async function addPullRequest(
  ctx: Context,
  caller: Owner & Pick<Caller, 'spend'>,
  body: PullRequestBody,
): Promise<PullRequestDestination> {
  const { integrationId, site } = body
  const path = body.path ?? usualPaths[site]
  const organizationId = caller.organization.id
  const repository = await getIntegration(ctx, organizationId, integrationId)
  if (repository.provider !== 'github') throw badRequest('Pull requests need a repository on GitHub')
  const fault = checkPath(site, path)
  if (fault) throw badRequest(fault)
  await caller.spend()
  const id = Bun.randomUUIDv7()
  try {
    await ctx.db.batch([
      ctx.db
        .insert(pullRequestDestinations)
        .values({ id, organizationId, integrationId, site, path, createdAt: ctx.now() }),
      ctx.db.run(ceilingGuard('pullRequestDestinations', organizationId)),
    ])
  } catch (error) {
    if (isUniqueViolation(error, 'pull_request_targets.path'))
      throw conflict('A destination with this repository and path already exists')
    throw error
  }
  return { id, integrationId, site, path, repository: `${repository.owner}/${repository.repo}` }
}

/** Removes a repository; its pull requests stay. */
export async function deletePullRequest(ctx: Context, { organization }: Owner, id: string) {
  const own = and(
    eq(pullRequestDestinations.organizationId, organization.id),
    eq(pullRequestDestinations.id, id),
  )
  const deleted = await ctx.db
    .delete(pullRequestDestinations)
    .where(own)
    .returning({ id: pullRequestDestinations.id })
  if (deleted.length === 0) throw notFound('Destination not found')
  return { id }
}
