import type { api } from '../../data/api.ts'
import type { OutputFormat } from '../../data/formats.ts'
import type { PreviewRequest, Request } from '../../data/generation.ts'
import { type Group, keys, type Preview } from './preview.ts'

/** A format, and the reason why it cannot be written, if any. */
export type FormatOption = NonNullable<
  Awaited<ReturnType<typeof api.api.app.formats.get>>['data']
>['formats'][number]
export type Source = { id: string; name: string; kind: 'repository' | 'tracker' }
export type Window = NonNullable<PreviewRequest['lookbackWindow']>

/** The maximum number of ids in a request. */
const maxIds = 100

/** The ids of the sources in a request; empty, which means all, if there are more than a request may name. */
export function sourcesOf(
  chosen: Source[],
  all: Source[],
): Pick<PreviewRequest, 'integrations' | 'dataPoints'> {
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
 * The items whose selection differs from the default: all are selected except releases, because a release
 * includes all of its changes, also those outside of the window and deselected ones.
 */
export type ToggledIds = ReadonlySet<string>

export const isTicked = (turned: ToggledIds, kind: Group['kind'], key: string) =>
  turned.has(key) !== (kind !== 'releases')

/** The selected items; undefined if everything is included, as it is by default. */
export function selectionOf(
  { pullRequests, commits, releases, issues }: Preview,
  turned: ToggledIds,
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

/** The number of included and excluded items; releases are not counted. */
export function countTicked(groups: Group[], turned: ToggledIds): { kept: number; left: number } {
  const changes = groups.filter(({ kind }) => kind !== 'releases').flatMap(({ items }) => items)
  const left = changes.filter(({ key }) => turned.has(key)).length
  return { kept: changes.length - left, left }
}

export const isNothing = (selection: Request['selectedItems'] | undefined) =>
  selection !== undefined && Object.values(selection).every((list) => list.length === 0)

/** The request that starts the runs of all formats. */
export function requestOf(
  wanted: PreviewRequest,
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
