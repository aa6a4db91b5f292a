import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { oneOf } from '../../http/fields.ts'
import { lookbackWindows } from '../automations/table.ts'
import type { IntegrationRow, TrackerRow } from '../integrations/model.ts'
import { listEnabled } from '../integrations/service.ts'
import { findTrackers } from '../integrations/trackers.ts'
import type { DataPoints } from './model.ts'

const Id = t.String({ minLength: 1, maxLength: 100 })
const Ids = t.Array(Id, { maxItems: 100 })
const Point = t.Optional(t.Boolean())

/** The kinds of activity that a request includes; all by default. */
export const WantedData = t.Object({
  includePullRequests: Point,
  includeCommits: Point,
  includeReleases: Point,
  includeLinearData: Point,
})

/** The request fields that select repositories, a window and kinds of activity (contract 6.1). */
export const sourceFields = {
  lookbackWindow: t.Optional(
    oneOf(lookbackWindows, { error: `lookbackWindow must be one of ${lookbackWindows.join(', ')}` }),
  ),
  integrations: t.Optional(
    t.Object({
      github: t.Optional(t.Array(Id, { minItems: 1, maxItems: 100 })),
      linear: t.Optional(t.Array(Id, { minItems: 1, maxItems: 100 })),
    }),
  ),
  github: t.Optional(
    t.Object({
      repositories: t.Array(t.Object({ owner: Id, repo: Id }), {
        minItems: 1,
        maxItems: 100,
        error: 'github.repositories must contain 1 to 100 repositories',
      }),
    }),
  ),
  repositoryIds: t.Optional(Ids),
  linearIntegrationIds: t.Optional(Ids),
  dataPoints: t.Optional(WantedData),
}
export const Sources = t.Object(sourceFields)
export type Sources = typeof Sources.static

/**
 * Ids of the connected repositories that a request names in one of three ways; empty if it names none (contract 6.1).
 */
function chooseRepositories(body: Sources, connected: IntegrationRow[]): string[] {
  const ids = exclusive('GitHub repositories', [body.repositoryIds, body.integrations?.github])
  const names = body.github?.repositories ?? []
  if (ids.length > 0 && names.length > 0) throw badRequest('Select GitHub repositories with only one field')
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

/** Ids of the trackers that a request names; empty if it names none. */
export function namedTrackers({ linearIntegrationIds, integrations }: Sources): string[] {
  return exclusive('Linear integrations', [linearIntegrationIds, integrations?.linear])
}

/**
 * Ids of the trackers that a request reads: those that it names or selects issues from, or all if it asks for Linear
 * data without naming one. `includeLinearData: false` excludes all of them.
 */
function chooseTrackers(body: Sources, picked: string[], connected: TrackerRow[]): string[] {
  const named = namedTrackers(body)
  const isConnected = (id: string) => connected.some((row) => row.id === id)
  const missing = named.filter((id) => !isConnected(id))
  if (missing.length > 0) {
    throw badRequest(
      `Requested Linear integrations are not available for this organization: ${missing.join(', ')}`,
    )
  }
  // Issues selected from other trackers are reported as missing.
  const ids = named.length > 0 ? named : [...new Set(picked.filter(isConnected))]
  const { includeLinearData = ids.length > 0 } = body.dataPoints ?? {}
  if (!includeLinearData) return []
  return ids.length > 0 ? ids : connected.map(({ id }) => id)
}

/** The only non-empty one of several alternative lists. */
function exclusive(what: string, lists: (string[] | undefined)[]): string[] {
  const given = lists.filter((list) => list && list.length > 0)
  if (given.length > 1) throw badRequest(`Select ${what} with only one field`)
  return [...new Set(given[0] ?? [])]
}

/** The kinds of activity that a request includes; all by default. */
export function readWantedData({ dataPoints }: Sources): DataPoints {
  const { includePullRequests = true, includeCommits = true, includeReleases = true } = dataPoints ?? {}
  return { includePullRequests, includeCommits, includeReleases }
}

/**
 * The repositories and trackers that a request names. If it names none, all enabled repositories; if it names only
 * trackers, no repository. `picked` has the ids of the trackers from which it selects issues.
 */
export async function findSources(
  ctx: Context,
  organizationId: string,
  body: Sources,
  picked: string[] = [],
): Promise<{ repositoryIds: string[]; repositories: IntegrationRow[]; trackers: TrackerRow[] }> {
  const [connected, tracked] = await Promise.all([
    listEnabled(ctx, organizationId),
    findTrackers(ctx, organizationId),
  ])
  const repositoryIds = chooseRepositories(body, connected)
  const trackerIds = chooseTrackers(body, picked, tracked)
  const trackers = tracked.filter(({ id }) => trackerIds.includes(id))
  const named = connected.filter(({ id }) => repositoryIds.includes(id))
  const isAll = repositoryIds.length === 0 && namedTrackers(body).length === 0
  return { repositoryIds, repositories: isAll ? connected : named, trackers }
}
