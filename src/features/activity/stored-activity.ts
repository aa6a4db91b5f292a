import { and, desc, eq, gt, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Activity, Commit, PullRequest, Release } from '../../changelog/activity.ts'
import type { PullRequestData, PushData, PushedCommit, ReleaseData } from '../../codehost/events.ts'
import type { Context } from '../../context.ts'
import { nextTurn } from '../../slices.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import type { EventHead } from './model.ts'
import { type Event, events } from './table.ts'

/** A changelog of more stored deliveries would be too long to read. */
const maxDeliveries = 2000
/** The data of all of them, which somebody with the webhook secret may make as large as they like. */
export const maxBytes = 8 * 1024 * 1024
const bytesPerBatch = 512 * 1024
const maxPerBatch = 100

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
  const since = previous ? gt(events.createdAt, previous.createdAt) : undefined
  const range = and(lte(events.createdAt, event.createdAt), since)
  const pushes = await findNewest(ctx, event.integrationId, 'push', range)
  return [...pushes, ...(await findNewest(ctx, event.integrationId, 'pull_request', range))]
}

/** Stored pull requests that were merged by the push. */
async function findMerged(ctx: Context, event: Event): Promise<Event[]> {
  const shas = new Set((event.data as PushData).commits.map((commit) => commit.id))
  const rows = await findNewest(ctx, event.integrationId, 'pull_request')
  return rows.filter((row) => shas.has(String(row.data.mergeCommitSha)))
}

/** The newest events of a kind whose data fits into the memory for them, read a few at a time. */
async function findNewest(
  ctx: Context,
  integrationId: string,
  kind: 'push' | 'pull_request',
  range?: SQL,
): Promise<Event[]> {
  const ofKind = and(eq(events.integrationId, integrationId), eq(events.kind, kind))
  const heads = await ctx.db
    .select({ deliveryId: events.deliveryId, bytes: sql<number>`octet_length(${events.data})` })
    .from(events)
    .where(and(ofKind, range))
    .orderBy(desc(events.createdAt))
    .limit(maxDeliveries)
  const rows: Event[] = []
  for (const ids of batchesOf(heads)) {
    const isNamed = and(eq(events.integrationId, integrationId), inArray(events.deliveryId, ids))
    rows.push(...(await ctx.db.select().from(events).where(isNamed).orderBy(desc(events.createdAt))))
    await nextTurn()
  }
  return rows
}

/** Ids of events in the given order, in batches that are parsed at once. */
function batchesOf(heads: { deliveryId: string; bytes: number }[]): string[][] {
  const batches: string[][] = []
  let total = 0
  let left = 0
  for (const { deliveryId, bytes } of heads) {
    total += bytes
    if (total > maxBytes) break
    left -= bytes
    const batch = left < 0 ? undefined : batches.at(-1)
    if (batch && batch.length < maxPerBatch) batch.push(deliveryId)
    else {
      batches.push([deliveryId])
      left = bytesPerBatch - bytes
    }
  }
  return batches
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
