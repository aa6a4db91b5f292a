import { badRequest } from '../../../errors.ts'
import type { IntegrationRow, TrackerRow } from '../../integrations/model.ts'
import type { DataPoints } from '../model.ts'
import type { Sources } from './model.ts'

/** Ids of the connected repositories that a request names in one of three ways; none where it names none (contract 6.1). */
export function chooseRepositories(body: Sources, connected: IntegrationRow[]): string[] {
  const ids = exclusive('GitHub repositories', [body.repositoryIds, body.integrations?.github])
  const names = body.github?.repositories ?? []
  if (ids.length > 0 && names.length > 0) throw badRequest('Choose GitHub repositories in one way only')
  if (ids.length > 0) {
    const missing = ids.filter((id) => !connected.some((row) => row.id === id))
    if (missing.length === 0) return ids
    throw badRequest(
      `Requested GitHub integrations are not available for this organization: ${missing.join(', ')}`,
    )
  }
  const fullName = ({ owner, repo }: { owner: string; repo: string }) =>
    `${owner.trim()}/${repo.trim()}`.toLowerCase()
  const found = names.map((name) => connected.find((row) => fullName(row) === fullName(name)))
  const missing = names.filter((_, index) => !found[index]).map(({ owner, repo }) => `${owner}/${repo}`)
  if (missing.length > 0) {
    throw badRequest(`Requested repositories are not connected for this organization: ${missing.join(', ')}`)
  }
  return [...new Set(found.flatMap((row) => row?.id ?? []))]
}

/** Ids of the trackers that a request names; none where it names none. */
export function namedTrackers({ linearIntegrationIds, integrations }: Sources): string[] {
  return exclusive('Linear integrations', [linearIntegrationIds, integrations?.linear])
}

/**
 * Ids of the trackers that a request reads: those that it names or picks issues of, or all of them where it asks for
 * Linear data without a name. `includeLinearData` sent as false leaves all of them out.
 */
export function chooseTrackers(body: Sources, picked: string[], connected: TrackerRow[]): string[] {
  const named = namedTrackers(body)
  const isConnected = (id: string) => connected.some((row) => row.id === id)
  const missing = named.filter((id) => !isConnected(id))
  if (missing.length > 0) {
    throw badRequest(
      `Requested Linear integrations are not available for this organization: ${missing.join(', ')}`,
    )
  }
  // What is picked of others is told to be missing.
  const ids = named.length > 0 ? named : [...new Set(picked.filter(isConnected))]
  const { includeLinearData = ids.length > 0 } = body.dataPoints ?? {}
  if (!includeLinearData) return []
  return ids.length > 0 ? ids : connected.map(({ id }) => id)
}

/** The one list of several equal ways that is not empty. */
function exclusive(what: string, lists: (string[] | undefined)[]): string[] {
  const given = lists.filter((list) => list && list.length > 0)
  if (given.length > 1) throw badRequest(`Choose ${what} in one way only`)
  return [...new Set(given[0] ?? [])]
}

/** Which kinds of activity a request wants; all that it does not name. */
export function readWantedData({ dataPoints }: Sources): DataPoints {
  const { includePullRequests = true, includeCommits = true, includeReleases = true } = dataPoints ?? {}
  return { includePullRequests, includeCommits, includeReleases }
}
