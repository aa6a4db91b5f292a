import { Elysia } from 'elysia'
import type { Context } from './context.ts'
import { activityRoutes, eventRoutes } from './features/activity/routes.ts'
import { eventTriggerRoutes, scheduleRoutes } from './features/automations/routes.ts'
import { brandFactRoutes } from './features/brand-identities/facts/routes.ts'
import { brandIdentityRoutes } from './features/brand-identities/routes.ts'
import { collectionRoutes } from './features/collections/routes.ts'
import { approvalAppRoutes } from './features/conversations/approvals/routes.ts'
import { chatAppRoutes, chatRoutes } from './features/conversations/chats/routes.ts'
import { agentSessionAppRoutes, agentSessionRoutes } from './features/conversations/sessions/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { destinationAppRoutes } from './features/destinations/routes.ts'
import { discoveryRoutes } from './features/discovery/routes.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import {
  automationAppRoutes,
  formatAppRoutes,
  generationRoutes,
  scheduleAppRoutes,
} from './features/generation/routes.ts'
import { runRoutes } from './features/generation/runs/routes.ts'
import { briefAppRoutes, briefRoutes } from './features/geo/briefs/routes.ts'
import { competitorRoutes } from './features/geo/competitors/routes.ts'
import { gapPageRoutes } from './features/geo/gaps/pages/routes.ts'
import { gapRoutes } from './features/geo/gaps/routes.ts'
import { projectRoutes } from './features/geo/projects/routes.ts'
import { promptRoutes } from './features/geo/prompts/routes.ts'
import { suggestionAppRoutes, suggestionRoutes } from './features/geo/prompts/suggestions/routes.ts'
import { readinessRoutes } from './features/geo/readiness/routes.ts'
import { reportAppRoutes, reportRoutes } from './features/geo/reports/routes.ts'
import { scanRoutes } from './features/geo/scans/routes.ts'
import {
  searchConsoleAppRoutes,
  searchConsoleConnectionRoutes,
  searchConsoleRoutes,
} from './features/geo/search-console/routes.ts'
import { sequenceRoutes } from './features/geo/sequences/routes.ts'
import { setUpRoutes } from './features/geo/set-up/routes.ts'
import { geoSettingsRoutes } from './features/geo/settings/routes.ts'
import { sitemapRoutes } from './features/geo/sitemaps/routes.ts'
import { trafficRoutes } from './features/geo/traffic/routes.ts'
import { viewRoutes } from './features/geo/views/routes.ts'
import { changeRoutes } from './features/geo/visibility/changes/routes.ts'
import { visibilityRoutes } from './features/geo/visibility/routes.ts'
import { sentimentRoutes } from './features/geo/visibility/sentiment/routes.ts'
import { sourceRoutes } from './features/geo/visibility/sources/routes.ts'
import { homeAppRoutes } from './features/home/routes.ts'
import { imageAppRoutes, imageFileRoutes } from './features/images/routes.ts'
import { githubAppAppRoutes, githubAppRoutes } from './features/integrations/github-app/routes.ts'
import { integrationAppRoutes, integrationRoutes, trackerAppRoutes } from './features/integrations/routes.ts'
import { invitationRoutes } from './features/invitations/routes.ts'
import { feedbackTokenAppRoutes, keyAppRoutes } from './features/keys/routes.ts'
import { manualRoutes } from './features/manual/routes.ts'
import { foundingRoutes, memberRoutes, workspaceRoutes } from './features/members/routes.ts'
import { notificationAppRoutes } from './features/notifications/routes.ts'
import { oauthAppRoutes, oauthRoutes } from './features/oauth/routes.ts'
import { organizationAppRoutes } from './features/organizations/routes.ts'
import {
  editorRoutes,
  imageRoutes,
  pictureAppRoutes,
  postAppRoutes,
  postRoutes,
} from './features/posts/routes.ts'
import { findPageOf } from './features/public-page/domain.ts'
import {
  domainAppRoutes,
  domainCheckRoutes,
  publicPageAppRoutes,
  publicPageRoutes,
  robotsRoutes,
} from './features/public-page/routes.ts'
import { serverAppRoutes } from './features/server-settings/routes.ts'
import {
  accountRoutes,
  joiningRoutes,
  oidcRoutes,
  passwordRoutes,
  sessionRoutes,
  setupRoutes,
} from './features/sessions/routes.ts'
import { skillAppRoutes, skillRoutes } from './features/skills/routes.ts'
import { subscriberAppRoutes, subscriptionRoutes } from './features/subscribers/routes.ts'
import { agentRoutes } from './features/tools/routes.ts'
import { usageRoutes } from './features/usage/routes.ts'
import { deliveryRoutes } from './features/webhooks/deliveries/routes.ts'
import { checkAppRoutes } from './features/webhooks/polling/routes.ts'
import { appWebhookRoutes, webhookRoutes } from './features/webhooks/routes.ts'
import { servedBelow } from './http/base-path.ts'
import { type Dispatch, servedAtCustomHosts } from './http/custom-host.ts'
import { errorMapping } from './http/error-mapping.ts'
import { headers } from './http/headers.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { requestLog } from './http/request-log.ts'
import { requestMetrics } from './http/request-metrics.ts'
import { requestTracing } from './http/request-tracing.ts'
import { unknownProxy } from './http/unknown-proxy.ts'
import { textChecks } from './text-checks.ts'

const live =
  process.env.NODE_ENV === 'development'
    ? (await import('./features/dashboard/development.ts')).livePages
    : {}

export type Api = ReturnType<typeof createApi>
/** The routes that typed clients call; their types are not those of `Api`, which would be too deep. */
export type TypedApi = ReturnType<ReturnType<typeof typedRoutes>>
/** The routes whose types `TypedApi` does not contain. */
export type DeliveryApi = ReturnType<typeof deliveryAppRoutes>

/**
 * Every route of the service. `normalize: 'typebox'` because the faster mode turns a value of the wrong type into an
 * empty object before it is checked. Responses are checked and stripped but not encoded: no response schema needs it,
 * and it costs more than both.
 */
export function createApi(ctx: Context): Elysia {
  let dispatch: Dispatch = () => new Response(null, { status: 503 })
  const api = new Elysia({ normalize: 'typebox', encodeSchema: false, ...live })
    .use(addresses(ctx, (request) => dispatch(request)))
    .use(headers(ctx.config))
    .use(unknownProxy(ctx))
    .use(requestMetrics(ctx.metrics))
    .use(requestTracing(ctx.tracing))
    .use(requestLog(ctx.log))
    .use(errorMapping(ctx.log))
    .use(metricsRoute(ctx))
    .use(untyped(discoveryRoutes(ctx)))
    .use(untyped(oauthRoutes(ctx)))
    .use(untyped(manualRoutes(ctx)))
    .use(untyped(dashboardRoutes(ctx)))
    .use(untyped(typedRoutes(ctx)))
    .use(untyped(deliveryAppRoutes(ctx)))
  ctx.ownApi.open(api)
  dispatch = (request) => api.fetch(request)
  return untyped(api.use(untyped(agentRoutes(ctx))))
}

/** The addresses below which the routes are served: a base path, and the domains of public pages. */
const addresses = (ctx: Context, dispatch: Dispatch) =>
  new Elysia()
    .use(servedBelow(ctx.config.basePath))
    .use(servedAtCustomHosts(ctx.config, (host) => findPageOf(ctx, host), dispatch))

/** Routes whose types are left out: those of all would be too deep for the compiler. */
const untyped = (routes: unknown) => routes as Elysia

// Split into several functions because the types of one long chain are too deep for the compiler. Each adds
// its routes to the app it gets: Elysia copies the routes of a second instance.

/** The routes with types for clients. */
function typedRoutes(ctx: Context) {
  return (app: Elysia) =>
    app.use(publicRoutes(ctx)).use(geoRoutes(ctx)).use(geoAppRoutes(ctx)).use(internalRoutes(ctx))
}

/** Routes for API keys, signed-in users and webhook deliveries. */
function publicRoutes(ctx: Context) {
  return (app: Elysia) =>
    app
      .use(feedbackRoutes(ctx))
      .use(postRoutes(ctx, textChecks))
      .use(collectionRoutes(ctx))
      .use(generationRoutes(ctx))
      .use(runRoutes(ctx))
      .use(activityRoutes(ctx))
      .use(eventRoutes(ctx))
      .use(untyped(imageRoutes(ctx)))
      .use(untyped(imageFileRoutes(ctx)))
      .use(untyped(publicPageRoutes(ctx)))
      .use(untyped(subscriptionRoutes(ctx)))
      .use(untyped(reportRoutes(ctx)))
      .use(untyped(new Elysia().use(robotsRoutes(ctx)).use(domainCheckRoutes(ctx))))
      .use(brandIdentityRoutes(ctx))
      .use(brandFactRoutes(ctx))
      .use(skillRoutes(ctx))
      .use(integrationRoutes(ctx))
      .use(scheduleRoutes(ctx))
      .use(eventTriggerRoutes(ctx))
      .use(usageRoutes(ctx))
      .use(workspaceRoutes(ctx))
      .use(untyped(new Elysia().use(webhookRoutes(ctx)).use(appWebhookRoutes(ctx))))
      .use(deliveryRoutes(ctx))
      .use(agentSessionRoutes(ctx))
      .use(chatRoutes(ctx))
}

/** AI visibility. */
function geoRoutes(ctx: Context) {
  return (app: Elysia) =>
    app
      .use(projectRoutes(ctx))
      .use(geoSettingsRoutes(ctx))
      .use(promptRoutes(ctx))
      .use(suggestionRoutes(ctx))
      .use(competitorRoutes(ctx))
      .use(sequenceRoutes(ctx))
      .use(sitemapRoutes(ctx))
      .use(readinessRoutes(ctx))
      .use(scanRoutes(ctx))
      .use(visibilityRoutes(ctx))
      .use(sentimentRoutes(ctx))
      .use(sourceRoutes(ctx))
      .use(changeRoutes(ctx))
      .use(gapRoutes(ctx))
      .use(gapPageRoutes(ctx))
      .use(briefRoutes(ctx))
      .use(trafficRoutes(ctx))
}

/** Routes that only the dashboard uses. */
function internalRoutes(ctx: Context) {
  return (app: Elysia) =>
    app
      .use(sessionRoutes(ctx))
      .use(setupRoutes(ctx))
      .use(passwordRoutes(ctx))
      .use(oidcRoutes(ctx))
      .use(accountRoutes(ctx))
      .use(organizationAppRoutes(ctx))
      .use(homeAppRoutes(ctx))
      .use(publicPageAppRoutes(ctx))
      .use(foundingRoutes(ctx))
      .use(memberRoutes(ctx))
      .use(invitationRoutes(ctx))
      .use(joiningRoutes(ctx))
      .use(keyAppRoutes(ctx))
      .use(feedbackTokenAppRoutes(ctx))
      .use(integrationAppRoutes(ctx))
      .use(checkAppRoutes(ctx))
      .use(trackerAppRoutes(ctx))
      .use(postAppRoutes(ctx))
      .use(editorRoutes(ctx, textChecks))
      .use(pictureAppRoutes(ctx))
      .use(imageAppRoutes(ctx))
      .use(destinationAppRoutes(ctx))
      .use(scheduleAppRoutes(ctx))
      .use(formatAppRoutes(ctx))
      .use(automationAppRoutes(ctx))
      .use(skillAppRoutes(ctx))
      .use(chatAppRoutes(ctx))
      .use(agentSessionAppRoutes(ctx))
      .use(approvalAppRoutes(ctx))
}

/** Routes for domains, subscribers, notifications, the server and apps. Their types are separate: those of all would be too deep. */
function deliveryAppRoutes(ctx: Context) {
  return new Elysia()
    .use(domainAppRoutes(ctx))
    .use(githubAppRoutes(ctx))
    .use(githubAppAppRoutes(ctx))
    .use(subscriberAppRoutes(ctx))
    .use(notificationAppRoutes(ctx))
    .use(serverAppRoutes(ctx))
    .use(oauthAppRoutes(ctx))
}

/** Routes of AI visibility that only the dashboard uses. */
function geoAppRoutes(ctx: Context) {
  return (app: Elysia) =>
    app
      .use(suggestionAppRoutes(ctx))
      .use(searchConsoleRoutes(ctx))
      .use(searchConsoleAppRoutes(ctx))
      .use(searchConsoleConnectionRoutes(ctx))
      .use(briefAppRoutes(ctx))
      .use(reportAppRoutes(ctx))
      .use(viewRoutes(ctx))
      .use(setUpRoutes(ctx))
}
