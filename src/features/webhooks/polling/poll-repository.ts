import { and, eq, isNotNull } from 'drizzle-orm'
import type { Repository } from '../../../changelog/activity.ts'
import {
  type AcceptedEvent,
  type HostRepository,
  type PushedCommit,
  toPush,
  toRelease,
} from '../../../codehost/events.ts'
import type { GitHub } from '../../../codehost/github.ts'
import { CodeHostError } from '../../../codehost/github-error.ts'
import type { PublishedRelease } from '../../../codehost/github-news.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { limitWait } from '../../../db/retry-lost.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { findAutomationsOf } from '../../automations/service.ts'
import { openHost, repositoryOf } from '../../integrations/code-host-access.ts'
import type { IntegrationRow } from '../../integrations/model.ts'
import { isAnother } from '../../integrations/record.ts'
import { integrations, type PollPosition, type PollState } from '../../integrations/table.ts'
import { acceptEvent } from '../accept-event.ts'
import { recall } from '../record.ts'
import { findSeenEvents, unseenPart } from '../seen-events.ts'
import { findFresh, isPaused, lastLast, rememberReleases } from './fresh-events.ts'

/**
 * Polls a repository for pushes and releases, and accepts new ones as if they had been delivered. The first poll only
 * determines where to begin.
 */
export async function pollRepository(
  ctx: Context,
  { integrationId }: { integrationId: string },
  { signal }: Pick<Attempt, 'signal'>,
): Promise<Statement[]> {
  const [integration] = await ctx.db.select().from(integrations).where(eq(integrations.id, integrationId))
  if (!integration?.enabled || integration.watchMinutes === null) return []
  const { watched: last } = integration
  if (isPaused(last, ctx.now())) return []
  const lookedAt = ctx.now().toISOString()
  try {
    const before = last?.seen ?? null
    const position = before && { before, since: before.head === null ? null : new Date(last?.lookedAt ?? 0) }
    const github = await openHost(ctx, integration, { signal })
    const { seen } = await acceptNews(ctx, github, integration, position)
    return keep(ctx, integration, { seen, lookedAt, problem: null, pausedUntil: null })
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted) throw error
    const { message: problem, retryAt } = error
    ctx.log.warn(
      { integrationId, repository: integration.displayName },
      `Repository ${integration.displayName} could not be polled: ${problem}`,
    )
    // No retry: the next poll is due soon.
    const pausedUntil = retryAt?.toISOString() ?? null
    return keep(ctx, integration, { ...(last ?? { seen: null, lookedAt }), problem, pausedUntil })
  }
}

function keep(ctx: Context, { id }: IntegrationRow, watched: PollState): Statement[] {
  const isStillWatched = and(eq(integrations.id, id), isNotNull(integrations.watchMinutes))
  return [ctx.db.update(integrations).set({ watched }).where(isStillWatched)]
}

/** The last known events of a repository, and the time to read commits from if its last known commit is gone. */
export type Position = {
  before: PollPosition
  since: Date | null
  /** Releases published earlier are ignored. */
  releasesSince?: Date
}
/** How far a check read, and how many events it accepted. */
export type PollResult = { seen: PollPosition; pushes: number; releases: number; isComplete: boolean }

/**
 * Accepts what is new since a position as if it had been delivered, the push before the releases. Without a position
 * it only determines where to begin.
 */
export async function acceptNews(
  ctx: Context,
  github: GitHub,
  integration: IntegrationRow,
  position: Position | null,
): Promise<PollResult> {
  const repository = repositoryOf(integration)
  const before = position?.before ?? null
  const nothing = { pushes: 0, releases: 0, isComplete: true }
  const head = await github.readHead(repository)
  if (head === null) return { ...nothing, seen: { ...rememberReleases([], before), head } }
  const { releases, fresh } = await readReleases(github, repository, position)
  const seen = { head, ...rememberReleases(releases, before) }
  const isPushed = head !== before?.head
  if (!position || (!isPushed && fresh.length === 0)) return { ...nothing, seen }

  const found = await identify(github, integration)
  const range = { base: position.before.head, head, since: position.since }
  const commits = isPushed ? await github.readPushed(repository, range) : []
  const accept = async (event: Omit<AcceptedEvent, 'repository'>) =>
    (await acceptPolledEvent(ctx, integration, { ...event, repository: found } as AcceptedEvent)) ? 1 : 0
  const pushes = commits.length > 0 ? await accept(pushOf(commits, found)) : 0
  let published = 0
  for (const { id, data } of fresh.toSorted(lastLast))
    published += await accept(toRelease('published', id, data))
  // If there are very many commits, the rest is left to the next poll.
  const reached = commits.at(-1)?.id ?? head
  return { seen: { ...seen, head: reached }, pushes, releases: published, isComplete: reached === head }
}

/** The newest releases, and those of them that are new; reads further pages only while every release is new. */
async function readReleases(github: GitHub, repository: Repository, position: Position | null) {
  const { before = null, releasesSince = new Date(0) } = position ?? {}
  const isInTime = ({ publishedAt }: PublishedRelease) => Date.parse(publishedAt) >= releasesSince.getTime()
  const releases: PublishedRelease[] = []
  const fresh: PublishedRelease[] = []
  for await (const page of github.readPublished(repository)) {
    const found = findFresh(page, before).filter(isInTime)
    releases.push(...page)
    fresh.push(...found)
    if (found.length < page.length || found.length === 0) break
  }
  return { releases, fresh }
}

/** The repository at the code host now; reports a problem if another repository took over its name. */
async function identify(github: GitHub, integration: IntegrationRow): Promise<HostRepository> {
  const found = await github.probeRepository(integration.owner, integration.repo)
  if (!isAnother(integration, found)) return found
  const ids = `its ID is ${found.id}, not ${integration.hostId}`
  throw new CodeHostError(
    'failed',
    `GitHub now has another repository with the name ${integration.displayName}: ${ids}.`,
  )
}

function pushOf(commits: PushedCommit[], { defaultBranch }: HostRepository) {
  const branch = defaultBranch ?? 'HEAD'
  const { id = '', message = '' } = commits.at(-1) ?? {}
  return toPush({ ref: `refs/heads/${branch}`, branch, commits, headCommit: { id, message } })
}

const maxTries = 5

/**
 * Accepts an event that no delivery reported. If a delivery reported part of it meanwhile, retries with the rest;
 * false if nothing is left.
 */
async function acceptPolledEvent(
  ctx: Context,
  integration: IntegrationRow,
  event: AcceptedEvent,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const left = unseenPart(event, await findSeenEvents(ctx, integration.id, event.facts))
    if (!left) return false
    const delivery = {
      ...{ id: `looked:${left.facts[0]}`, event: left.kind, signature: null, appSecret: null },
      wait: limitWait(),
    }
    const [memory, automations] = await Promise.all([
      recall(ctx, integration.id, delivery.id),
      findAutomationsOf(ctx, integration.id),
    ])
    try {
      await acceptEvent(ctx, { integration, memory, automations }, delivery, left, 'looked')
      return true
    } catch (error) {
      if (!isGuardViolation(error) || tries === maxTries) throw error
    }
  }
}
