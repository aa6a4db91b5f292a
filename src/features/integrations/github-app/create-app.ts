import { and, eq, gt } from 'drizzle-orm'
import { loadBundle } from '../../../assets/load.ts'
import { webUrlOf } from '../../../codehost/github-app.ts'
import { CodeHostError } from '../../../codehost/github-error.ts'
import type { Context } from '../../../context.ts'
import { badRequest, forbidden } from '../../../errors.ts'
import { buckets } from '../../../http/buckets.ts'
import { spend } from '../../../http/rate-limits.ts'
import { hashToken, newToken } from '../../../ids.ts'
import { drawFrame } from '../../../page/document.ts'
import { html } from '../../../page/html.ts'
import { hasRole } from '../../members/has-role.ts'
import type { Membership } from '../../members/model.ts'
import { findSession, type SignedIn } from '../../sessions/service.ts'
import { appKeyOf, appSecretOf } from '../secret-locations.ts'
import { githubAppAttempts, githubApps, integrations } from '../table.ts'
import { findApp, openApps } from './app-access.ts'
import { appEvents, appHookUrl, isReachable, syncApp } from './sync-app.ts'

/** How the user came back, for the page. */
type AppResult = 'connected' | 'waiting' | 'expired' | 'failed'

/** A page, or a redirect of the browser. */
export type AppAnswer = { page: string; formAction: string } | { location: string }

/** How long the user may stay at GitHub: it accepts its own code for an hour. */
const attemptMs = 60 * 60 * 1000

/** The page whose button sends the manifest of a new App to GitHub. */
export async function beginApp(
  ctx: Context,
  request: Request,
  { organizationId, account = '' }: { organizationId: string; account?: string },
): Promise<AppAnswer> {
  const session = await findSession(ctx, request)
  if (!session) return toSignIn(ctx)
  const organization = getAdministered(session, organizationId)
  // Another site could replace the attempt in progress and use up the rate limit.
  if (request.headers.get('sec-fetch-site') === 'cross-site') return toPage(ctx, organization, 'expired')
  if (await findApp(ctx, organizationId)) return toPage(ctx, organization, 'connected')
  if (account !== '' && !/^[a-z\d](?:[a-z\d-]{0,38})$/i.test(account))
    throw badRequest('account must be the name of a GitHub organization')
  await spend(ctx, buckets.createGitHubApp, organizationId)
  const state = await noteAttempt(ctx, session, organizationId)
  const web = webUrlOf(ctx.config.githubApiUrl)
  const owner = account === '' ? '' : `/organizations/${account}`
  const action = `${web}${owner}/settings/apps/new?state=${state}`
  return { page: await drawBegin(ctx, action, manifestOf(ctx, organization)), formAction: web }
}

/** What GitHub fills in for the new App (docs: registering a GitHub App from a manifest). */
function manifestOf(ctx: Context, { id, slug }: Membership) {
  const { appUrl } = ctx.config
  const routes = `${appUrl}/api/integrations/github-app`
  return {
    // Unique on GitHub, with at most 34 characters.
    name: `Herald ${slug}`.slice(0, 27).trim() + newToken('-', 3),
    url: appUrl,
    redirect_url: `${routes}/created`,
    setup_url: `${routes}/installed`,
    setup_on_update: true,
    public: false,
    default_permissions: { metadata: 'read', contents: 'write', pull_requests: 'write', issues: 'read' },
    // GitHub refuses an address that it cannot reach.
    ...(isReachable(ctx) && {
      hook_attributes: { url: appHookUrl(ctx, id), active: true },
      default_events: appEvents,
    }),
  }
}

/** The page for a user who may not connect GitHub. */
export async function drawRefusal({ config }: Context, reason: string): Promise<AppAnswer> {
  const { publicStyle } = await loadBundle(config.basePath)
  const page = drawFrame(
    { stylesheet: publicStyle, icon: `${config.basePath}/swagger/icon.svg` },
    html`<title>GitHub was not connected · Herald</title><meta name="robots" content="noindex">`,
    html`
      <main id="main" tabindex="-1">
        <div class="lead">
          <h1>GitHub was not connected</h1>
          <p>${reason}. Ask an owner or admin of the organization to connect it.</p>
          <p><a href="${config.appUrl}/app">Open Herald</a></p>
        </div>
      </main>`,
  )
  return { page, formAction: "'none'" }
}

async function drawBegin({ config }: Context, action: string, manifest: object): Promise<string> {
  const { publicStyle } = await loadBundle(config.basePath)
  return drawFrame(
    { stylesheet: publicStyle, icon: `${config.basePath}/swagger/icon.svg` },
    html`<title>Connect GitHub · Herald</title><meta name="robots" content="noindex">`,
    html`
      <main id="main" tabindex="-1">
        <div class="lead">
          <h1>Connect GitHub</h1>
          <p>GitHub creates an app for this server. Then choose the repositories that it may use.</p>
        </div>
        <form class="subscription" method="post" action="${action}">
          <input type="hidden" name="manifest" value="${JSON.stringify(manifest)}">
          <button>Continue to GitHub</button>
        </form>
      </main>`,
  )
}

/** Stores the App that GitHub has created, and leads the user to its installation. */
export async function finishApp(ctx: Context, request: Request): Promise<AppAnswer> {
  const session = await findSession(ctx, request)
  if (!session) return toSignIn(ctx)
  const { searchParams } = new URL(request.url)
  const [attempt] = await ctx.db
    .delete(githubAppAttempts)
    .where(
      and(
        eq(githubAppAttempts.sessionHash, session.hash),
        eq(githubAppAttempts.stateHash, hashToken(searchParams.get('state') ?? '')),
        gt(githubAppAttempts.expiresAt, ctx.now()),
      ),
    )
    .returning()
  const first = session.memberships[0] ?? null
  if (!attempt) return toPage(ctx, first, 'expired')
  const organization = getAdministered(session, attempt.organizationId)
  try {
    const app = await openApps(ctx).convert(searchParams.get('code') ?? '')
    const web = webUrlOf(ctx.config.githubApiUrl)
    const url = app.html_url.startsWith(`${web}/`)
      ? app.html_url
      : `${web}/apps/${encodeURIComponent(app.slug)}`
    if (!(await saveApp(ctx, organization.id, { ...app, html_url: url })))
      return toPage(ctx, organization, 'failed')
    const state = await noteAttempt(ctx, session, organization.id)
    return { location: `${url}/installations/new?state=${state}` }
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error
    ctx.log.warn(
      { organizationId: organization.id, reason: error.message },
      'A GitHub App could not be created. The user can start again in the dashboard.',
    )
    return toPage(ctx, organization, 'failed')
  }
}

type NewApp = Awaited<ReturnType<ReturnType<typeof openApps>['convert']>>

/** Stores an App; false if another admin has connected one meanwhile. */
async function saveApp(ctx: Context, organizationId: string, app: NewApp): Promise<boolean> {
  const key = { organizationId, appId: app.id }
  const row = {
    ...{ appId: app.id, slug: app.slug, url: app.html_url, installationId: null, account: null },
    encryptedKey: ctx.secrets.encrypt(app.pem, appKeyOf(key)),
    encryptedWebhookSecret: app.webhook_secret
      ? ctx.secrets.encrypt(app.webhook_secret, appSecretOf(key))
      : null,
    createdAt: ctx.now(),
  }
  const stored = await ctx.db
    .insert(githubApps)
    .values({ organizationId, ...row })
    .onConflictDoNothing()
    .returning({ organizationId: githubApps.organizationId })
  return stored.length > 0
}

/**
 * Reads the installation after the user returned from it. The number in the address proves nothing, so GitHub is asked
 * for the installations of the organization's own App.
 */
export async function finishInstallation(ctx: Context, request: Request): Promise<AppAnswer> {
  const session = await findSession(ctx, request)
  if (!session) return toSignIn(ctx)
  const [attempt] = await ctx.db
    .select({ organizationId: githubAppAttempts.organizationId })
    .from(githubAppAttempts)
    .where(eq(githubAppAttempts.sessionHash, session.hash))
  const chosen = session.memberships.find(({ id }) => id === attempt?.organizationId)
  const [organization = null] = chosen ? [chosen] : session.memberships
  if (!organization || !hasRole(organization.role, 'admin')) return toPage(ctx, organization, 'expired')
  await spend(ctx, buckets.createGitHubApp, organization.id)
  try {
    await syncApp(ctx, organization.id)
  } catch (error) {
    if (!(error instanceof CodeHostError)) throw error
    ctx.log.warn(
      { organizationId: organization.id, reason: error.message },
      'The installation of a GitHub App could not be read. The user can try again in the dashboard.',
    )
    return toPage(ctx, organization, 'failed')
  }
  const app = await findApp(ctx, organization.id)
  return toPage(ctx, organization, app?.installationId ? 'connected' : 'waiting')
}

/** Removes the App from the organization. At GitHub its owner deletes it. */
export async function deleteApp(ctx: Context, organizationId: string): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(githubApps).where(eq(githubApps.organizationId, organizationId)),
    ctx.db.update(integrations).set({ viaApp: false }).where(eq(integrations.organizationId, organizationId)),
  ])
}

async function noteAttempt(ctx: Context, { hash }: SignedIn, organizationId: string): Promise<string> {
  const state = newToken('', 32)
  const row = {
    stateHash: hashToken(state),
    organizationId,
    expiresAt: new Date(ctx.now().getTime() + attemptMs),
  }
  await ctx.db
    .insert(githubAppAttempts)
    .values({ sessionHash: hash, ...row })
    .onConflictDoUpdate({ target: githubAppAttempts.sessionHash, set: row })
  return state
}

function getAdministered({ memberships }: SignedIn, organizationId: string): Membership {
  const membership = memberships.find(({ id }) => id === organizationId)
  if (!membership) throw forbidden('Workspace access revoked')
  if (!hasRole(membership.role, 'admin')) throw forbidden('Only an owner or admin can do this')
  return membership
}

const toPage = ({ config }: Context, organization: Membership | null, result: AppResult): AppAnswer => ({
  location: organization
    ? `${config.appUrl}/app/${encodeURIComponent(organization.slug)}/repositories?github=${result}`
    : `${config.appUrl}/app`,
})

const toSignIn = ({ config }: Context): AppAnswer => ({ location: `${config.appUrl}/app/sign-in` })
