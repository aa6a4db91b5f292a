import type { Activity } from '../../changelog/activity.ts'
import { readGitActivity } from '../../codehost/git.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { OperatorError } from '../../errors.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { openHost, repositoryOf } from '../integrations/service.ts'
import { toPushedCommits } from './record.ts'
import type { Found, Reading, Selection, Window, WindowReading } from './rules.ts'

/** Reads one repository: of a window its activity, and the ranges of the releases that were picked. */
export async function readRepository(
  ctx: Context,
  integration: IntegrationRow,
  reading: Reading,
  window: Window | null,
  signal: AbortSignal,
): Promise<Pick<Found, 'activity' | 'releases'>> {
  const source =
    integration.provider === 'git' ? localSource(integration) : hostSource(ctx, integration, signal)
  if (reading.type === 'window' && window) {
    const { selection, dataPoints } = reading
    const tags = dataPoints.includeReleases ? tagsFor(selection, integration.id) : []
    const [activity, ...releases] = await Promise.all([
      isWindowNeeded(reading) ? source.readWindow(window) : null,
      ...tags.map((tagName) => source.readRelease(tagName, true)),
    ])
    return { activity: activity ?? null, releases: releases.filter((range) => range !== null) }
  }
  if (reading.type === 'range') {
    const { from, to } = reading
    const { activity } = await readGitActivity({ path: integration.url, from, to })
    return { activity, releases: [] }
  }
  if (reading.type === 'delivery') {
    return { activity: await readEvent(ctx, integration, reading, signal), releases: [] }
  }
  throw new Error('A reading of a window has one.')
}

/** Releases that were picked stand for themselves: without commits and pull requests there is no window to look in. */
function isWindowNeeded({ selection }: WindowReading): boolean {
  return selection === null || selection.commitShas.length + selection.pullRequestNumbers.length > 0
}

function tagsFor(selection: Selection | null, repositoryId: string): string[] {
  return (selection?.releaseTags ?? [])
    .filter((tag) => tag.repositoryId === null || tag.repositoryId === repositoryId)
    .map(({ tagName }) => tagName)
}

type Source = {
  readWindow(window: Window): Promise<Activity>
  /** Null when there is no such release. */
  readRelease(tagName: string, stableOnly: boolean): Promise<Activity | null>
}

function localSource({ url: path }: IntegrationRow): Source {
  return {
    async readWindow({ start, end }) {
      return (await readGitActivity({ path, since: start.toISOString(), now: end })).activity
    },
    async readRelease(tagName) {
      try {
        return (await readGitActivity({ path, to: tagName })).activity
      } catch (error) {
        if (error instanceof OperatorError) return null
        throw error
      }
    },
  }
}

function hostSource(ctx: Context, integration: IntegrationRow, signal: AbortSignal): Source {
  const github = openHost(ctx, integration, signal)
  const repository = repositoryOf(integration)
  return {
    readWindow({ start, end }) {
      const branch = integration.branch ?? integration.defaultBranch
      return github.readWindowActivity(repository, { since: start, until: end, branch })
    },
    async readRelease(tagName, stableOnly) {
      try {
        return await github.readReleaseActivity(repository, { tagName, stableOnly })
      } catch (error) {
        if (error instanceof CodeHostError && error.reason === 'not_found') return null
        throw error
      }
    },
  }
}

function readEvent(
  ctx: Context,
  integration: IntegrationRow,
  { event, stableOnly }: Extract<Reading, { type: 'delivery' }>,
  signal: AbortSignal,
): Promise<Activity> {
  const github = openHost(ctx, integration, signal)
  const repository = repositoryOf(integration)
  return event.kind === 'release'
    ? github.readReleaseActivity(repository, { tagName: String(event.data.tagName), stableOnly })
    : github.readPushActivity(repository, toPushedCommits(event))
}
