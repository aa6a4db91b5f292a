import { and, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { GitHub } from '../../../codehost/github.ts'
import { CodeHostError } from '../../../codehost/github-error.ts'
import type { RedeliveryBarrier } from '../../../codehost/github-hooks.ts'
import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { once } from '../../../db/prepared.ts'
import { RetryAt } from '../../../errors.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { freeKey, insertJob } from '../../../jobs/queue.ts'
import { events } from '../../activity/table.ts'
import { catchUpJob, catchUpKey } from '../../integrations/check.ts'
import { openHost, ownToken, repositoryOf } from '../../integrations/code-host-access.ts'
import type { IntegrationRow } from '../../integrations/model.ts'
import { describeBarrier, describeLeft } from '../../integrations/redelivery.ts'
import { type CatchUp, type CatchUpFound, integrations } from '../../integrations/table.ts'
import { payloadUrl } from '../../integrations/webhook.ts'
import { webhookLogs } from '../table.ts'
import { countEvents } from './fresh-events.ts'
import { acceptNews, type Position } from './poll-repository.ts'
import { minutesToNext, redeliveryLimits } from './redelivery-limits.ts'

const minute = 60 * 1000
const hour = 60 * minute
const day = 24 * hour
/** Reports of events are stored for this long; an older event could be accepted twice. */
const maxGap = 30 * day
/** GitHub keeps deliveries this long. */
const deliveriesKept = 3 * day
/** How long a check waits for GitHub's rate limit before it fails. */
const maxWait = day
/** Attempts to read a repository; the failure of the last one is reported. */
export const catchUpAttempts = 12
/** A push of more commits is read in several parts. */
const maxParts = 5

/** Reads the pushes and releases that deliveries may have missed and accepts them as if they had been delivered. */
export async function catchUpRepository(
  ctx: Context,
  {
    integrationId,
    noticedAt,
    missedSince,
  }: { integrationId: string; noticedAt: string; missedSince: string },
  attempt: Attempt,
): Promise<Statement[]> {
  const end = freeKey(ctx, attempt.key)
  const [integration] = await ctx.db.select().from(integrations).where(eq(integrations.id, integrationId))
  const since = [integration?.catchUp?.missedSince ?? missedSince, missedSince].sort()[0] ?? missedSince
  const position = integration?.enabled ? await findPosition(ctx, integration, new Date(since)) : null
  if (!integration || !position) return [end]
  const limits = rateLimits(ctx)
  const token = `${ctx.config.githubApiUrl} ${ownToken(ctx, integration) ?? ''}`
  const limit = limits.get(token)
  if (limit && limit > ctx.now()) throw new RetryAt(limit, `GitHub's rate limit is exceeded.`)
  const last = integration.catchUp?.found ?? null
  // A later attempt does not find again what an earlier one accepted.
  let found = last && last.at >= noticedAt ? last : { at: noticedAt, pushes: 0, releases: 0, redelivered: 0 }
  const foundSoFar = () => (isAnything(found) ? found : last)
  let redelivery = integration.catchUp?.redelivery
  const add = async (more: Partial<Counts>) => {
    const { pushes = 0, releases = 0, redelivered = 0 } = more
    if (!isAnything({ pushes, releases, redelivered })) return
    found = {
      at: ctx.now().toISOString(),
      pushes: found.pushes + pushes,
      releases: found.releases + releases,
      redelivered: found.redelivered + redelivered,
    }
    const { at = null, problem = null } = integration.catchUp ?? {}
    await atomically(ctx.db, [
      store(ctx, integration, { at, found, problem, missedSince: since, redelivery }),
    ])
  }
  try {
    const github = await openHost(ctx, integration, attempt)
    await readMissed(ctx, github, integration, position, add)
    redelivery = await redeliver(ctx, github, integration, attempt, add)
    const at = ctx.now()
    const { left = 0, nextMinutes = 0 } = redelivery ?? {}
    if (isAnything(found)) {
      const { at: _, ...counts } = found
      ctx.log.info(
        { integrationId, ...counts, ...(left > 0 ? { left } : {}) },
        `Caught up with ${integration.displayName}: ${countEvents(found)}.${left > 0 ? ` ${describeLeft(left, nextMinutes)}` : ''}`,
      )
    }
    const result = { found: foundSoFar(), problem: null, missedSince: null, redelivery }
    const runAt = new Date(at.getTime() + nextMinutes * minute)
    const next = { integrationId, noticedAt: runAt.toISOString(), missedSince: at.toISOString() }
    return [
      store(ctx, integration, { at: at.toISOString(), ...result }),
      end,
      ...(left > 0 ? [insertJob(ctx, catchUpJob, next, { key: catchUpKey(integrationId), runAt })] : []),
    ]
  } catch (error) {
    if (!(error instanceof CodeHostError) || attempt.signal.aborted) throw error
    const isLate = ctx.now().getTime() - Date.parse(noticedAt) > maxWait
    const problem = store(ctx, integration, {
      at: integration.catchUp?.at ?? null,
      found: foundSoFar(),
      problem: error.message,
      missedSince: since,
      redelivery,
    })
    if (error.retryAt && !isLate) {
      limits.set(token, error.retryAt)
      await atomically(ctx.db, [problem])
      throw new RetryAt(error.retryAt, error.message)
    }
    const isPassing = error.reason === 'unreachable' || error.reason === 'failed'
    if (isPassing && attempt.number < catchUpAttempts) throw error
    ctx.log.warn(
      { integrationId },
      `${integration.displayName} could not be checked for missed pushes and releases: ${error.message}`,
    )
    return [problem, end]
  }
}

/** When the rate limit of each token resets: repositories with the same token wait together. */
const rateLimits = once(() => new Map<string, Date>())

type Counts = Omit<CatchUpFound, 'at'>
type AddCounts = (more: Partial<Counts>) => Promise<void>

const isAnything = ({ pushes, releases, redelivered }: Counts) => pushes + releases + redelivered > 0

async function readMissed(
  ctx: Context,
  github: GitHub,
  integration: IntegrationRow,
  from: Position,
  add: AddCounts,
) {
  let position = from
  for (let part = 0, isComplete = false; part < maxParts && !isComplete; part++) {
    const { pushes, releases, ...news } = await acceptNews(ctx, github, integration, position)
    await add({ pushes, releases })
    isComplete = news.isComplete
    position = { ...position, before: news.seen }
  }
}

/**
 * Requests failed deliveries again and returns what prevents it. A failure is only logged: what was missed has already
 * been read.
 */
async function redeliver(
  ctx: Context,
  github: GitHub,
  integration: IntegrationRow,
  { signal }: Attempt,
  add: AddCounts,
): Promise<CatchUp['redelivery']> {
  const last = integration.catchUp?.redelivery
  if (integration.encryptedWebhookSecret === null) return last
  const webhook = {
    url: payloadUrl(ctx.config, integration),
    since: new Date(ctx.now().getTime() - deliveriesKept),
  }
  try {
    const limits = redeliveryLimits(ctx, integration, webhook.since)
    const repository = repositoryOf(integration)
    const { requested, left, barrier } = await github.redeliverFailed(repository, webhook, limits)
    await add({ redelivered: requested })
    const loggedAt = barrier && logBarrier(ctx, integration, barrier)
    return { barrier, loggedAt, left, nextMinutes: await minutesToNext(ctx, integration) }
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted) throw error
    ctx.log.warn(
      { integrationId: integration.id },
      `Failed deliveries of ${integration.displayName} could not be requested again: ${error.message}`,
    )
    return last && { ...last, left: 0 }
  }
}

/** Logs why GitHub cannot be asked to redeliver: at most once a day while the reason is the same. Returns when. */
function logBarrier(
  ctx: Context,
  { id, displayName, catchUp }: IntegrationRow,
  barrier: RedeliveryBarrier,
): string {
  const now = ctx.now()
  const last = catchUp?.redelivery
  const loggedAt = last?.barrier === barrier ? last.loggedAt : null
  if (loggedAt && now.getTime() - Date.parse(loggedAt) < day) return loggedAt
  ctx.log.info({ integrationId: id }, describeBarrier(barrier, displayName))
  return now.toISOString()
}

/** Stores nothing for a repository that was disabled, given another token, or switched to or from polling during its check. */
function store(
  ctx: Context,
  { id, watchMinutes, encryptedToken }: IntegrationRow,
  catchUp: CatchUp,
): Statement {
  const isPolled =
    watchMinutes === null ? isNull(integrations.watchMinutes) : isNotNull(integrations.watchMinutes)
  const isSameToken = sql`${integrations.encryptedToken} is ${encryptedToken}`
  const isAsRead = and(eq(integrations.id, id), eq(integrations.enabled, true), isPolled, isSameToken)
  return ctx.db.update(integrations).set({ catchUp }).where(isAsRead)
}

/**
 * The last known events of a repository when the interruption began: from the last poll if it is polled, else from the events up to
 * then, since a delivery that came afterwards may be newer than one that was missed. Null before polling has begun.
 */
async function findPosition(
  ctx: Context,
  integration: IntegrationRow,
  until: Date,
): Promise<Position | null> {
  const { watched, watchMinutes } = integration
  if (watchMinutes !== null) {
    if (!watched?.seen) return null
    return { before: watched.seen, since: watched.seen.head === null ? null : new Date(watched.lookedAt) }
  }
  const [[push], releases, deliveredAt] = await Promise.all([
    findKnown(ctx, integration.id, 'push', until, 1),
    findKnown(ctx, integration.id, 'release', until, maxKnownReleases),
    findLastDelivery(ctx, integration.id, until),
  ])
  const times = [push?.createdAt, releases[0]?.createdAt, deliveredAt].filter((time) => time !== undefined)
  const last = latest([
    new Date(ctx.now().getTime() - maxGap),
    integration.createdAt,
    // The first delivery may have come after the last heartbeat.
    ...(times.length > 0 ? times : [until]),
  ])
  const known = releases.flatMap(({ tagName, publishedAt }) =>
    publishedAt ? [[`:${tagName}`, publishedAt] as const] : [],
  )
  const published = known.map(([, time]) => new Date(time))
  const isAnyKnown = published.length > 0
  const releasedUntil = isAnyKnown ? latest(published) : last
  return {
    before: {
      head: push?.head ?? null,
      releasedUntil: releasedUntil.toISOString(),
      releases: Object.fromEntries(known),
    },
    since: last,
    releasesSince: isAnyKnown ? integration.createdAt : last,
  }
}

const latest = (times: Date[]) => new Date(Math.max(...times.map((time) => time.getTime())))

const maxKnownReleases = 100

function findKnown(
  ctx: Context,
  integrationId: string,
  kind: 'push' | 'release',
  until: Date,
  limit: number,
) {
  return ctx.db
    .select({
      createdAt: events.createdAt,
      head: sql<string | null>`${events.data} ->> '$.headCommit.id'`,
      tagName: sql<string | null>`${events.data} ->> '$.tagName'`,
      publishedAt: sql<string | null>`${events.data} ->> '$.publishedAt'`,
    })
    .from(events)
    .where(and(eq(events.integrationId, integrationId), eq(events.kind, kind), lt(events.createdAt, until)))
    .orderBy(desc(events.createdAt))
    .limit(limit)
}

/** When the last verified delivery of any kind arrived. */
async function findLastDelivery(ctx: Context, integrationId: string, until: Date): Promise<Date | undefined> {
  const newest = ctx.db
    .select({ sequence: webhookLogs.sequence })
    .from(webhookLogs)
    .where(and(eq(webhookLogs.integrationId, integrationId), lt(webhookLogs.createdAt, until)))
    .orderBy(desc(webhookLogs.sequence))
    .limit(maxSearched)
  const [entry] = await ctx.db
    .select({ createdAt: webhookLogs.createdAt })
    .from(webhookLogs)
    .where(and(inArray(webhookLogs.sequence, newest), sql`${webhookLogs.verified} = 1`))
    .orderBy(desc(webhookLogs.sequence))
    .limit(1)
  return entry?.createdAt
}

const maxSearched = 300
