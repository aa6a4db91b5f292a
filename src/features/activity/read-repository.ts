import type { Activity, Issue } from '../../changelog/activity.ts'
import type { HostRepository } from '../../codehost/events.ts'
import { readGitActivity } from '../../codehost/git.ts'
import type { GitHub } from '../../codehost/github.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { atomically } from '../../db/client.ts'
import { OperatorError } from '../../errors.ts'
import { type HostAccess, openHost, repositoryOf } from '../integrations/code-host-access.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import { followRepository, isAnother } from '../integrations/record.ts'
import type { ReadRequest, RepositoryActivity, Selection, Window, WindowReading } from './model.ts'
import { toPushedCommits } from './stored-activity.ts'
import type { Event } from './table.ts'

/** Reads one repository: the activity of a window, and the ranges of the selected releases. */
export async function readRepository(
  ctx: Context,
  integration: IntegrationRow,
  reading: ReadRequest,
  window: Window | null,
  access: HostAccess,
): Promise<Pick<RepositoryActivity, 'activity' | 'releases'> & { note?: string }> {
  const history =
    integration.provider === 'git' ? localHistory(integration) : await hostHistory(ctx, integration, access)
  if (reading.type === 'window' && window) {
    const { selection, dataPoints } = reading
    const tags = dataPoints.includeReleases ? tagsFor(selection, integration.id) : []
    const isNeeded = isWindowNeeded(reading)
    const [closed, activity, ...releases] = await Promise.all([
      isNeeded ? readIssues(ctx, integration, window, access) : null,
      isNeeded ? history.readWindow(window) : null,
      ...tags.map((tagName) => history.readRelease(tagName, true)),
    ])
    const complete = activity && closed?.issues ? { ...activity, issues: closed.issues } : activity
    const notes = [history.note(), closed?.note].filter((note) => note !== undefined)
    return {
      activity: complete ?? null,
      releases: releases.filter((range) => range !== null),
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    }
  }
  if (reading.type === 'range') {
    const { from, to } = reading
    const { activity } = await readGitActivity({ path: integration.url, from, to })
    return { activity, releases: [] }
  }
  if (reading.type === 'delivery') {
    return { activity: await readEvent(ctx, integration, reading, access), releases: [] }
  }
  throw new Error('A reading of a window has one.')
}

/** The repository's own closed issues, if requested; its code is read even if this fails. */
async function readIssues(
  ctx: Context,
  integration: IntegrationRow,
  { start, end }: Window,
  access: HostAccess,
): Promise<{ issues?: Issue[]; note?: string }> {
  if (!integration.issues || integration.provider !== 'github') return {}
  try {
    const github = await openHost(ctx, integration, access)
    return { issues: await github.readClosedIssues(repositoryOf(integration), start, end) }
  } catch (error) {
    const isFinal =
      error instanceof CodeHostError && ['unauthorized', 'forbidden', 'not_found'].includes(error.reason)
    if (!isFinal) throw error
    return { note: `Its issues cannot be read: ${error.message}` }
  }
}

/** False if only releases are selected: the window is read for commits and pull requests. */
function isWindowNeeded({ selection }: WindowReading): boolean {
  return selection === null || selection.commitShas.length + selection.pullRequestNumbers.length > 0
}

function tagsFor(selection: Selection | null, repositoryId: string): string[] {
  return (selection?.releaseTags ?? [])
    .filter((tag) => tag.repositoryId === null || tag.repositoryId === repositoryId)
    .map(({ tagName }) => tagName)
}

type History = {
  readWindow(window: Window): Promise<Activity>
  /** Null if there is no such release. */
  readRelease(tagName: string, stableOnly: boolean): Promise<Activity | null>
  /** What the log says about the reading. */
  note(): string | undefined
}

function localHistory({ url: path }: IntegrationRow): History {
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
    note: () => undefined,
  }
}

async function hostHistory(ctx: Context, integration: IntegrationRow, access: HostAccess): Promise<History> {
  const github = await openHost(ctx, integration, access)
  const repository = repositoryOf(integration)
  let note: string | undefined
  return {
    async readWindow({ start, end }) {
      const times = { since: start, until: end }
      const branch = integration.branch ?? integration.defaultBranch
      try {
        return await github.readWindowActivity(repository, { ...times, branch })
      } catch (error) {
        const now = isMissing(error) ? await followDefaultBranch(ctx, integration, github) : null
        if (!now) throw error
        note = `Its default branch is now ${now.defaultBranch}.`
        const renamed = { ...repository, owner: now.owner, name: now.name }
        return github.readWindowActivity(renamed, { ...times, branch: now.defaultBranch })
      }
    },
    async readRelease(tagName, stableOnly) {
      try {
        return await github.readReleaseActivity(repository, { tagName, stableOnly })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    note: () => note,
  }
}

const isMissing = (error: unknown) => error instanceof CodeHostError && error.reason === 'not_found'

/**
 * Asks the host for the repository whose default branch it did not find, and stores its new branch and name. Null if
 * another branch is read, or if the repository still has this default branch.
 */
async function followDefaultBranch(
  ctx: Context,
  integration: IntegrationRow,
  github: GitHub,
): Promise<HostRepository | null> {
  const { branch, defaultBranch } = integration
  if (defaultBranch === null || (branch !== null && branch !== defaultBranch)) return null
  const now = await github.probeRepository(integration.owner, integration.repo).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (
    !now ||
    now.defaultBranch === null ||
    now.defaultBranch === defaultBranch ||
    isAnother(integration, now)
  )
    return null
  await atomically(ctx.db, followRepository(ctx, integration, now))
  return now
}

async function readEvent(
  ctx: Context,
  integration: IntegrationRow,
  { event, stableOnly }: Extract<ReadRequest, { type: 'delivery' }>,
  access: HostAccess,
): Promise<Activity> {
  if (integration.provider === 'git') return readLocalEvent(integration, event)
  const github = await openHost(ctx, integration, access)
  const repository = repositoryOf(integration)
  return event.kind === 'release'
    ? github.readReleaseActivity(repository, { tagName: String(event.data.tagName), stableOnly })
    : github.readPushActivity(repository, toPushedCommits(event))
}

/** A push to a repository on this machine is read from its stored delivery. */
async function readLocalEvent(integration: IntegrationRow, { kind, data }: Event): Promise<Activity> {
  const tag = kind === 'release' ? String(data.tagName) : null
  const activity = tag === null ? null : await localHistory(integration).readRelease(tag, true)
  if (activity) return activity
  const missing = tag === null ? 'the pushed commits' : `the tag ${tag}`
  throw new CodeHostError('not_found', `${integration.displayName} on this machine does not have ${missing}.`)
}
