import { and, desc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Activity, Commit, PullRequest, Release } from '../../changelog/activity.ts'
import type { PullRequestData, PushData, PushedCommit, ReleaseData } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import type { EventHead } from './model.ts'
import { type Event, events } from './table.ts'

/** A changelog of more stored deliveries would be too long to read. */
const maxDeliveries = 2000

/** The activity that deliveries reported: for a release, everything since the previous release. */
export async function readStoredActivity(
  ctx: Context,
  integration: IntegrationRow,
  event: Event,
): Promise<Activity> {
  const previous = event.kind === 'release' ? await findPreviousRelease(ctx, event) : null
  const rows = event.kind === 'push' ? [event] : await findSince(ctx, event, previous)
  const pushes = rows.filter((row) => row.kind === 'push').map((row) => row.data as PushData)
  const merged =
    event.kind === 'push' ? await findMerged(ctx, event) : rows.filter((row) => row.kind === 'pull_request')
  return {
    repository: { owner: integration.owner, name: integration.repo, url: integration.url },
    from: previous ? String(previous.data.tagName) : null,
    to: event.kind === 'release' ? String(event.data.tagName) : (event.data as PushData).branch,
    commits: uniqueCommits(pushes.flatMap((push) => push.commits)),
    pullRequests: merged.map((row) => toPullRequest(row.data as PullRequestData)),
    releases: event.kind === 'release' ? [toRelease(event.data as ReleaseData)] : [],
  }
}

/** The commits of a push delivery, newest first. */
export function toPushedCommits(event: Event) {
  return uniqueCommits((event.data as PushData).commits)
}

/** The heads of the events of these deliveries, if they are still stored. */
export async function findEventHeads(
  ctx: Context,
  named: { integrationId: string; deliveryId: string }[],
): Promise<EventHead[]> {
  if (named.length === 0) return []
  // With a cross join, SQLite does not scan the events to find names.
  return ctx.db.all<EventHead>(sql`
    select integration_id as integrationId, delivery_id as deliveryId, kind,
      coalesce(data ->> '$.tagName', data ->> '$.branch') as ref, json_array_length(data, '$.commits') as commits
    from json_each(${JSON.stringify(named)}) as named
    cross join activities on integration_id = named.value ->> '$.integrationId'
      and delivery_id = named.value ->> '$.deliveryId'`)
}

async function findPreviousRelease(ctx: Context, event: Event): Promise<Event | null> {
  const rows = await ctx.db
    .select()
    .from(events)
    .where(
      and(
        eq(events.integrationId, event.integrationId),
        eq(events.kind, 'release'),
        lt(events.createdAt, event.createdAt),
      ),
    )
    .orderBy(desc(events.createdAt))
    .limit(20)
  // A pre-release is announced twice, and a release may be published again under its tag.
  return rows.find((row) => row.data.tagName !== event.data.tagName) ?? null
}

async function findSince(ctx: Context, event: Event, previous: Event | null): Promise<Event[]> {
  const rows = await Promise.all(
    (['push', 'pull_request'] as const).map((kind) =>
      ctx.db
        .select()
        .from(events)
        .where(
          and(
            eq(events.integrationId, event.integrationId),
            eq(events.kind, kind),
            lte(events.createdAt, event.createdAt),
            previous ? gt(events.createdAt, previous.createdAt) : undefined,
          ),
        )
        .orderBy(desc(events.createdAt))
        .limit(maxDeliveries),
    ),
  )
  return rows.flat()
}

/** Stored pull requests that were merged by the push. */
async function findMerged(ctx: Context, event: Event): Promise<Event[]> {
  const shas = new Set((event.data as PushData).commits.map((commit) => commit.id))
  const rows = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.integrationId, event.integrationId), eq(events.kind, 'pull_request')))
    .orderBy(desc(events.createdAt))
    .limit(maxDeliveries)
  return rows.filter((row) => shas.has(String(row.data.mergeCommitSha)))
}

/** Deliveries list commits oldest first; a commit pushed twice counts once. */
function uniqueCommits(pushed: PushedCommit[]): Commit[] {
  const bySha = new Map(pushed.map((commit) => [commit.id, toCommit(commit)]))
  return [...bySha.values()].sort((a, b) => b.authoredAt.getTime() - a.authoredAt.getTime())
}

function toCommit({ id, message, author, timestamp, url }: PushedCommit): Commit {
  return {
    sha: id,
    message,
    authorName: author.name,
    authorLogin: author.username ?? null,
    authoredAt: new Date(timestamp),
    url,
    parents: [],
    paths: [],
  }
}

function toPullRequest(data: PullRequestData): PullRequest {
  return {
    number: data.number,
    title: data.title,
    body: data.body,
    url: data.url,
    authorLogin: data.author,
    labels: [],
    mergedAt: data.mergedAt ? new Date(data.mergedAt) : null,
    mergeCommitSha: data.mergeCommitSha,
    commits: [],
  }
}

function toRelease({ tagName, name, body, prerelease, publishedAt, url }: ReleaseData): Release {
  return { tagName, name, body, prerelease, publishedAt: publishedAt ? new Date(publishedAt) : null, url }
}
