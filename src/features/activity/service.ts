import type { Activity } from '../../changelog/activity.ts'
import { readGitActivity } from '../../codehost/git.ts'
import { createGitHub } from '../../codehost/github.ts'
import { rememberAnswers } from '../../codehost/github-cache.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { giveUp, RetryAt } from '../../errors.ts'
import type { Attempt } from '../../jobs/define.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { tokenOf } from '../integrations/service.ts'
import { lookbackRange, type Reading, selectActivity, type Window } from './rules.ts'
import { readStoredActivity, toPushedCommits } from './stored.ts'
import type { Event } from './table.ts'

/** What is read, and for whom: `since` is when the reader began to wait, `note` takes what a person is told meanwhile. */
export type Collecting = {
  integrations: IntegrationRow[]
  reading: Reading
  since: Date
  note(message: string, metadata?: Record<string, unknown>): Promise<void>
}

export type Collected = {
  /** One for each repository. */
  activities: Activity[]
  /** The moments between which activity was read, where the reading is of a window. */
  window: Window | null
}

/** Reads what happened in repositories, each as a step that no restart repeats. */
export async function collectActivity(
  ctx: Context,
  collecting: Collecting,
  attempt: Attempt,
): Promise<Collected> {
  const { integrations, reading } = collecting
  async function readEach(read: (integration: IntegrationRow) => Promise<Activity>): Promise<Activity[]> {
    const stored = await Promise.all(
      integrations.map((integration) => attempt.step(`activity:${integration.id}`, () => read(integration))),
    )
    return stored.map(revive)
  }

  if (reading.type === 'delivery') {
    const read = (integration: IntegrationRow) =>
      readEvent(ctx, collecting, integration, reading.event, attempt.signal)
    return { activities: await readEach(read), window: null }
  }
  if (reading.type === 'range') {
    const read = async (integration: IntegrationRow) => {
      await collecting.note(`Reading the local repository ${integration.displayName}.`)
      return (await readGitActivity({ path: integration.url, from: reading.from, to: reading.to })).activity
    }
    return { activities: await readEach(read), window: null }
  }
  if (integrations.length === 0) throw giveUp('No valid data sources found')
  // The window is counted from when the run began, also after a restart.
  const began = await attempt.step('began', async () => ctx.now().toISOString())
  const window = lookbackRange(reading.lookbackWindow, new Date(began))
  const read = async (integration: IntegrationRow) => {
    const activity = await readWindow(ctx, collecting, integration, window, attempt.signal)
    return selectActivity(activity, integration.id, reading.dataPoints, reading.selection)
  }
  return { activities: await readEach(read), window }
}

/** What a delivery tells of, as the code host knows it; where it does not answer, as deliveries told it. */
async function readEvent(
  ctx: Context,
  collecting: Collecting,
  integration: IntegrationRow,
  event: Event,
  signal: AbortSignal,
): Promise<Activity> {
  try {
    const github = connect(ctx, integration, signal)
    const activity =
      event.kind === 'release'
        ? await github.readReleaseActivity(repositoryOf(integration), { tagName: String(event.data.tagName) })
        : await github.readPushActivity(repositoryOf(integration), toPushedCommits(event))
    await collecting.note(
      `Read ${activity.commits.length} commits of ${integration.displayName} from GitHub.`,
    )
    return activity
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted) throw error
    waitForRateLimit(ctx, collecting, error)
    const activity = await readStoredActivity(ctx, integration, event)
    await collecting.note(`${error.message} The activity stored from deliveries was used instead.`, {
      reason: error.reason,
      commits: activity.commits.length,
    })
    return activity
  }
}

async function readWindow(
  ctx: Context,
  collecting: Collecting,
  integration: IntegrationRow,
  { start, end, label }: Window,
  signal: AbortSignal,
): Promise<Activity> {
  if (integration.provider === 'git') {
    const { activity } = await readGitActivity({
      path: integration.url,
      since: start.toISOString(),
      now: end,
    })
    return activity
  }
  try {
    const branch = integration.branch ?? integration.defaultBranch
    const activity = await connect(ctx, integration, signal).readWindowActivity(repositoryOf(integration), {
      since: start,
      until: end,
      branch,
    })
    const commits = activity.commits.length
    await collecting.note(`Read ${commits} commits of ${integration.displayName} from the ${label}.`)
    return activity
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted) throw error
    waitForRateLimit(ctx, collecting, error)
    if (error.reason === 'rate_limited') throw giveUp('GitHub API rate limit reached')
    if (error.reason === 'unreachable' || error.reason === 'failed') throw error
    throw giveUp(`${integration.displayName} cannot be read: ${error.message}`)
  }
}

function connect(ctx: Context, integration: IntegrationRow, signal: AbortSignal) {
  return createGitHub({
    apiUrl: ctx.config.githubApiUrl,
    token: tokenOf(ctx, integration),
    fetch: rememberAnswers(ctx),
    signal,
    now: ctx.now,
  })
}

const repositoryOf = ({ owner, repo, url }: IntegrationRow) => ({ owner, name: repo, url })

const longestWaitMilliseconds = 60 * 60 * 1000

/** A run that the host asked to wait does wait, within reason. */
function waitForRateLimit(ctx: Context, { since }: Collecting, error: CodeHostError) {
  if (error.reason !== 'rate_limited' || !error.retryAt) return
  const latest = since.getTime() + longestWaitMilliseconds
  if (error.retryAt.getTime() < latest && error.retryAt > ctx.now()) {
    throw new RetryAt(error.retryAt, error.message)
  }
}

/** Activity as a step stored it: JSON has no dates. */
function revive(activity: Activity): Activity {
  const date = (value: Date | string) => new Date(value)
  return {
    ...activity,
    commits: activity.commits.map((commit) => ({ ...commit, authoredAt: date(commit.authoredAt) })),
    pullRequests: activity.pullRequests.map((pull) => ({
      ...pull,
      mergedAt: pull.mergedAt && date(pull.mergedAt),
    })),
    releases: activity.releases.map((release) => ({
      ...release,
      publishedAt: release.publishedAt && date(release.publishedAt),
    })),
  }
}
