import type { Context } from '../../context.ts'
import { printableLine, shorten } from '../../text/line.ts'
import { listAutomationNames } from '../automations/service.ts'
import { summarizeNew } from '../feedback/service.ts'
import { listOpenRuns } from '../generation/runs/list-runs.ts'
import { findWaiting } from '../geo/briefs/record.ts'
import { listRepositories } from '../integrations/repositories.ts'
import type { Caller } from '../keys/model.ts'
import { countPosts, listDrafts, listPublishedSince } from '../posts/post-summaries.ts'
import { findFailures } from '../webhooks/deliveries/list-deliveries.ts'
import { readHomeVisibility } from './home-visibility.ts'
import type { Home } from './model.ts'
import { causeOf } from './post-cause.ts'

const day = 24 * 60 * 60 * 1000
const maxPosts = 5
const maxRuns = 10
const maxGroups = 3
const titleLength = 120

/** The home page of an organization. Each part reads a bounded number of rows. */
export async function getHome(ctx: Context, caller: Caller): Promise<Home> {
  const organizationId = caller.organization.id
  const ago = (milliseconds: number) => new Date(ctx.now().getTime() - milliseconds)
  const [
    drafts,
    counts,
    published,
    runs,
    failures,
    feedback,
    articles,
    repositories,
    automations,
    visibility,
  ] = await Promise.all([
    listDrafts(ctx, organizationId, maxPosts),
    countPosts(ctx, organizationId),
    listPublishedSince(ctx, organizationId, ago(7 * day), maxPosts),
    listOpenRuns(ctx, organizationId, maxRuns),
    findFailures(ctx, organizationId, ago(day)),
    summarizeNew(ctx, organizationId, maxGroups),
    findWaiting(ctx, organizationId),
    listRepositories(ctx, organizationId),
    listAutomationNames(ctx, organizationId),
    readHomeVisibility(ctx, caller),
  ])
  const failed = failures?.newest
  const automationNames = new Map(automations.map(({ id, name }) => [id, name]))
  return {
    drafts: drafts.map(({ origin, createdAt, ...draft }) => ({
      ...draft,
      cause: causeOf(origin, automationNames),
      createdAt: createdAt.toISOString(),
    })),
    draftCount: counts.drafts,
    runs,
    failedDeliveries: {
      count: failures?.count ?? 0,
      newest: failed
        ? {
            ...failed,
            repository: repositories.find(({ id }) => id === failed.integrationId)?.displayName ?? null,
            createdAt: failed.createdAt.toISOString(),
          }
        : null,
    },
    newFeedback: {
      count: feedback.count,
      groups: feedback.groups.map(({ id, kind, title, message, total }) => ({
        id,
        kind,
        title: shorten(printableLine(title ?? message), titleLength),
        total,
      })),
    },
    articles: {
      count: articles.count,
      newest: articles.newest.map(({ id, projectId, workingTitle, status, error, createdAt }) => ({
        ...{ id, projectId, title: workingTitle },
        error: status === 'failed' ? (error ?? 'The article could not be written.') : null,
        createdAt: createdAt.toISOString(),
      })),
    },
    publishedThisWeek: published.map(({ updatedAt, ...post }) => ({
      ...post,
      updatedAt: updatedAt.toISOString(),
    })),
    visibility,
    hasRepository: repositories.length > 0,
    onlyRepositoryId: repositories.length === 1 ? (repositories[0]?.id ?? null) : null,
    hasPost: counts.all > 0,
    hasWebhook: repositories.some(
      ({ webhook, watchMinutes }) => webhook === 'working' || webhook === 'failing' || watchMinutes !== null,
    ),
    hasTrigger: automations.some(({ sourceType }) => sourceType === 'github_webhook'),
  }
}
