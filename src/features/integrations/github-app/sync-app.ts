import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { HostRepository } from '../../../codehost/events.ts'
import type { Context } from '../../../context.ts'
import { ceilingGuard, describeCeiling } from '../../../db/ceilings.ts'
import { atomically } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/errors.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { hostOf, isPublicName } from '../../../net/public-url.ts'
import type { IntegrationRow } from '../model.ts'
import { pollJob, watching } from '../polling.ts'
import { githubApps, integrations } from '../table.ts'
import { type AppRow, findApp, findAppToken, identityOf, openApps } from './app-access.ts'

/** Whether GitHub can send deliveries to this server; it is polled otherwise. */
export const isReachable = ({ config }: Context) => isPublicName(hostOf(new URL(config.appUrl)))

/** Where GitHub sends the deliveries of an organization's App. */
export const appHookUrl = ({ config }: Context, organizationId: string) =>
  `${config.appUrl}/api/webhooks/github-app/${organizationId}`

/** The events that an App subscribes to. */
export const appEvents = ['push', 'release', 'pull_request', 'repository']

const pollMinutes = 5

/**
 * Stores which account has installed the App, and connects the repositories that the installation selects. The App is
 * private, so GitHub lets only the account that owns it install it: an installation needs no other proof.
 */
export async function syncApp(ctx: Context, organizationId: string): Promise<void> {
  const app = await findApp(ctx, organizationId)
  if (!app) return
  const installations = await openApps(ctx).installations(identityOf(ctx, app))
  // The first one is that of the owner, also if the App was made public later.
  const [installed] = installations
    .filter(({ suspended_at: suspended }) => !suspended)
    .sort((one, other) => one.id - other.id)
  await ctx.db
    .update(githubApps)
    .set({ installationId: installed?.id ?? null, account: installed?.account.login ?? null })
    .where(and(eq(githubApps.organizationId, organizationId), eq(githubApps.appId, app.appId)))
  const token = await findAppToken(ctx, organizationId)
  const selected = token === null ? [] : await openApps(ctx).repositories(token)
  await connectSelected(ctx, app, selected)
}

/** Connects new repositories, and lets the App read those that are connected without a token. */
async function connectSelected(ctx: Context, { organizationId }: AppRow, selected: HostRepository[]) {
  const rows = await ctx.db
    .select()
    .from(integrations)
    .where(and(eq(integrations.organizationId, organizationId), eq(integrations.provider, 'github')))
  const nameOf = (owner: string, name: string) => `${owner}/${name}`.toLowerCase()
  const known = (found: HostRepository) =>
    rows.find(
      ({ hostId, owner, repo }) =>
        hostId === found.id || nameOf(owner, repo) === nameOf(found.owner, found.name),
    )
  const reached = new Set(selected.flatMap((found) => known(found)?.id ?? []))
  const list = JSON.stringify([...reached])
  await ctx.db
    .update(integrations)
    .set({ viaApp: sql`${integrations.id} in (select value from json_each(${list}))` })
    .where(
      and(
        eq(integrations.organizationId, organizationId),
        or(isNull(integrations.encryptedToken), eq(integrations.viaApp, true)),
      ),
    )
  for (const found of selected) if (!known(found) && !(await connect(ctx, organizationId, found))) return
}

/** Connects a repository; false if the organization has as many as it may. */
async function connect(ctx: Context, organizationId: string, found: HostRepository): Promise<boolean> {
  const now = ctx.now()
  const row = {
    id: Bun.randomUUIDv7(),
    organizationId,
    provider: 'github' as const,
    displayName: `${found.owner}/${found.name}`,
    ...{ hostId: found.id, owner: found.owner, repo: found.name, viaApp: true },
    url: found.url ?? `https://github.com/${found.owner}/${found.name}`,
    defaultBranch: found.defaultBranch,
    ...{ createdAt: now, updatedAt: now },
  }
  const polling = isReachable(ctx)
    ? []
    : [
        ...watching(ctx, row as unknown as IntegrationRow, pollMinutes),
        insertJob(ctx, pollJob, { integrationId: row.id }, {}),
      ]
  try {
    await atomically(ctx.db, [
      ctx.db.insert(integrations).values(row),
      ctx.db.run(ceilingGuard('repositories', organizationId)),
      ...polling,
    ])
    return true
  } catch (error) {
    if (describeCeiling(error) !== null) return false
    // A user has connected it meanwhile.
    if (isUniqueViolation(error, 'integrations')) return true
    throw error
  }
}
