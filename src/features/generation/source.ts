import type { Activity } from '../../changelog/activity.ts'
import { readGitActivity } from '../../codehost/git.ts'
import { createGitHub } from '../../codehost/github.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { RetryAt } from '../../errors.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { tokenOf } from '../integrations/service.ts'
import type { ActivityRow } from '../webhooks/model.ts'
import type { Origin } from './cause.ts'
import type { GenerationRow } from './model.ts'
import { noteGeneration } from './record.ts'
import { readStoredActivity, toPushedCommits } from './stored.ts'

const longestWaitMilliseconds = 60 * 60 * 1000

/** Reads what happened between the two points that a run is about, and tells the run's log where it was read. */
export async function collectActivity(
  ctx: Context,
  generation: GenerationRow,
  { integration, event, range }: Origin,
  signal: AbortSignal,
): Promise<Activity> {
  const note = (message: string, metadata: Record<string, unknown> | null = null) =>
    noteGeneration(ctx, generation.id, 'fetching_repositories', message, metadata)

  if (!event) {
    await note(`Reading the local repository ${integration.displayName}.`)
    return (await readGitActivity({ path: integration.url, ...range })).activity
  }
  try {
    const activity = await readFromHost(ctx, integration, event, signal)
    await note(`Read ${activity.commits.length} commits of ${integration.displayName} from GitHub.`)
    return activity
  } catch (error) {
    if (!(error instanceof CodeHostError) || signal.aborted) throw error
    waitForRateLimit(ctx, generation, error)
    const activity = await readStoredActivity(ctx, integration, event)
    await note(`${error.message} The activity stored from deliveries was used instead.`, {
      reason: error.reason,
      commits: activity.commits.length,
    })
    return activity
  }
}

function readFromHost(
  ctx: Context,
  integration: IntegrationRow,
  event: ActivityRow,
  signal: AbortSignal,
): Promise<Activity> {
  const github = createGitHub({ apiUrl: ctx.config.githubApiUrl, token: tokenOf(ctx, integration), signal })
  const repository = { owner: integration.owner, name: integration.repo, url: integration.url }
  if (event.kind === 'release')
    return github.readReleaseActivity(repository, { tagName: String(event.data.tagName) })
  return github.readPushActivity(repository, toPushedCommits(event))
}

/** A run that the host asked to wait does wait, within reason; then it makes do with what is stored. */
function waitForRateLimit(ctx: Context, generation: GenerationRow, error: CodeHostError) {
  if (error.reason !== 'rate_limited' || !error.retryAt) return
  const latest = generation.createdAt.getTime() + longestWaitMilliseconds
  if (error.retryAt.getTime() < latest && error.retryAt > ctx.now())
    throw new RetryAt(error.retryAt, error.message)
}
