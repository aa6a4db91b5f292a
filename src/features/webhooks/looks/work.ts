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
import type { Attempt } from '../../../jobs/define.ts'
import { findAutomationsOf } from '../../automations/service.ts'
import type { IntegrationRow } from '../../integrations/model.ts'
import { isAnother } from '../../integrations/record.ts'
import { openHost, repositoryOf } from '../../integrations/service.ts'
import { integrations, type Seen, type Watched } from '../../integrations/table.ts'
import { takeIn } from '../intake.ts'
import { recall } from '../record.ts'
import { findSightings } from '../sightings/record.ts'
import { untoldPart } from '../sightings/rules.ts'
import { findFresh, isPaused, lastLast, rememberReleases } from './rules.ts'

/**
 * Looks for pushes and releases of a watched repository, and takes in what is new as if it had been delivered. The
 * first look only finds out where to begin.
 */
export async function lookAtRepository(
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
    const seen = await lookAndTell(ctx, integration, last, signal)
    return keep(ctx, integration, { seen, lookedAt, problem: null, pausedUntil: null })
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted) throw error
    const { message: problem, retryAt } = error
    ctx.log.warn({ repository: integration.displayName, problem }, 'A watched repository could not be read.')
    // Not tried again: the next look is due soon enough.
    const pausedUntil = retryAt?.toISOString() ?? null
    return keep(ctx, integration, { ...(last ?? { seen: null, lookedAt }), problem, pausedUntil })
  }
}

function keep(ctx: Context, { id }: IntegrationRow, watched: Watched): Statement[] {
  const isStillWatched = and(eq(integrations.id, id), isNotNull(integrations.watchMinutes))
  return [ctx.db.update(integrations).set({ watched }).where(isStillWatched)]
}

/** Tells of what is new since the last look, the push before the releases, and gives how far it has come. */
async function lookAndTell(
  ctx: Context,
  integration: IntegrationRow,
  last: Watched | null,
  signal: AbortSignal,
): Promise<Seen> {
  const github = openHost(ctx, integration, signal)
  const repository = repositoryOf(integration)
  const before = last?.seen ?? null
  const head = await github.readHead(repository)
  if (head === null) return { ...rememberReleases([], before), head }
  const { releases, fresh } = await readReleases(github, repository, before)
  const seen = { head, ...rememberReleases(releases, before) }
  const isPushed = head !== before?.head
  if (!last || !before || (!isPushed && fresh.length === 0)) return seen

  const found = await identify(github, integration)
  const range = { base: before.head, head, since: new Date(last.lookedAt) }
  const commits = isPushed ? await github.readPushed(repository, range) : []
  if (commits.length > 0) await tell(ctx, integration, { ...pushOf(commits, found), repository: found })
  for (const { id, data } of fresh.toSorted(lastLast))
    await tell(ctx, integration, { ...toRelease('published', id, data), repository: found })
  // Of very many commits the rest is left to the next look.
  return { ...seen, head: commits.at(-1)?.id ?? head }
}

/** The newest releases, and those of them that are new; further pages only while every release is. */
async function readReleases(github: GitHub, repository: Repository, before: Seen | null) {
  const releases: PublishedRelease[] = []
  const fresh: PublishedRelease[] = []
  for await (const page of github.readPublished(repository)) {
    const found = findFresh(page, before)
    releases.push(...page)
    fresh.push(...found)
    if (found.length < page.length || found.length === 0) break
  }
  return { releases, fresh }
}

/** What the code host calls the repository now; a name that another repository took over is told of as a problem. */
async function identify(github: GitHub, integration: IntegrationRow): Promise<HostRepository> {
  const found = await github.probeRepository(integration.owner, integration.repo)
  if (!isAnother(integration, found)) return found
  const ids = `its id is ${found.id}, not ${integration.hostId}`
  throw new CodeHostError(
    'failed',
    `GitHub has another repository called ${integration.displayName} now: ${ids}.`,
  )
}

function pushOf(commits: PushedCommit[], { defaultBranch }: HostRepository) {
  const branch = defaultBranch ?? 'HEAD'
  const { id = '', message = '' } = commits.at(-1) ?? {}
  return toPush({ ref: `refs/heads/${branch}`, branch, commits, headCommit: { id, message } })
}

const mostTries = 5

/** Takes in what no delivery told of; when one was faster, looks again at what is left to tell. */
async function tell(ctx: Context, integration: IntegrationRow, event: AcceptedEvent): Promise<void> {
  for (let tries = 1; ; tries++) {
    const left = untoldPart(event, await findSightings(ctx, integration.id, event.facts))
    if (!left) return
    const delivery = { id: `looked:${left.facts[0]}`, event: left.kind, signature: null }
    const [memory, automations] = await Promise.all([
      recall(ctx, integration.id, delivery.id),
      findAutomationsOf(ctx, integration.id),
    ])
    try {
      await takeIn(ctx, { integration, memory, automations }, delivery, left, 'looked')
      return
    } catch (error) {
      if (!isGuardViolation(error) || tries === mostTries) throw error
    }
  }
}
