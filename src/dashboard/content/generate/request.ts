import type { api } from '../../data/api.ts'
import type { OutputFormat } from '../../data/formats.ts'
import type { Request, Wanted } from '../../data/generation.ts'
import { type Group, keys, type Preview } from './preview.ts'

/** A format, and what stands in the way of writing it. */
export type Offer = NonNullable<
  Awaited<ReturnType<typeof api.api.app.formats.get>>['data']
>['formats'][number]
export type Source = { id: string; name: string; kind: 'repository' | 'tracker' }
export type Window = NonNullable<Wanted['lookbackWindow']>

/** The API takes no more ids than this. */
const maxIds = 100

/** The sources of a request by their ids; without ids, which only more of them than it can name are, it is about all. */
export function sourcesOf(chosen: Source[], all: Source[]): Pick<Wanted, 'integrations' | 'dataPoints'> {
  const github = chosen.filter(({ kind }) => kind === 'repository').map(({ id }) => id)
  const linear = chosen.filter(({ kind }) => kind === 'tracker').map(({ id }) => id)
  if (chosen.length === all.length && chosen.length > maxIds)
    return { dataPoints: { includeLinearData: linear.length > 0 } }
  return {
    integrations: {
      ...(github.length > 0 ? { github } : {}),
      ...(linear.length > 0 ? { linear } : {}),
    },
  }
}

/**
 * Which items are not as they are at first: all are ticked then but releases, since a release brings all that it holds,
 * also what is not in the window and what is not ticked.
 */
export type Turned = ReadonlySet<string>

export const isTicked = (turned: Turned, kind: Group['kind'], key: string) =>
  turned.has(key) !== (kind !== 'releases')

/** What was picked by hand; undefined where everything is told, as it is while nothing was turned. */
export function selectionOf(
  { pullRequests, commits, releases, issues }: Preview,
  turned: Turned,
): Request['selectedItems'] | undefined {
  const isAsItWas =
    releases.every((each) => !turned.has(keys.release(each))) &&
    pullRequests.every((each) => !turned.has(keys.pullRequest(each))) &&
    commits.every((each) => !turned.has(keys.commit(each))) &&
    issues.every((each) => !turned.has(keys.issue(each)))
  if (isAsItWas) return undefined
  return {
    pullRequestNumbers: pullRequests
      .filter((each) => isTicked(turned, 'pullRequests', keys.pullRequest(each)))
      .map(({ repositoryId, number }) => ({ repositoryId, number })),
    commitShas: commits
      .filter((each) => isTicked(turned, 'commits', keys.commit(each)))
      .map(({ sha }) => sha),
    releaseTagNames: releases
      .filter((each) => isTicked(turned, 'releases', keys.release(each)))
      .map(({ repositoryId, tagName }) => ({ repositoryId, tagName })),
    linearIssueIds: issues
      .filter((each) => isTicked(turned, 'issues', keys.issue(each)))
      .map(({ integrationId, issueId }) => ({ integrationId, issueId })),
  }
}

/** How many items would be told, and how many not; releases are none of their own. */
export function countTicked(groups: Group[], turned: Turned): { told: number; left: number } {
  const changes = groups.filter(({ kind }) => kind !== 'releases').flatMap(({ items }) => items)
  const left = changes.filter(({ key }) => turned.has(key)).length
  return { told: changes.length - left, left }
}

export const isNothing = (selection: Request['selectedItems'] | undefined) =>
  selection !== undefined && Object.values(selection).every((list) => list.length === 0)

/** The request that starts the runs, however many formats there are. */
export function requestOf(
  wanted: Wanted,
  formats: OutputFormat[],
  brandIdentityId: string,
  selectedItems: Request['selectedItems'] | undefined,
): Request {
  const [contentType] = formats
  return {
    ...wanted,
    ...(formats.length > 1 ? { contentTypes: formats } : { contentType }),
    ...(brandIdentityId ? { brandIdentityId } : {}),
    ...(selectedItems ? { selectedItems } : {}),
  }
}
