import { badRequest, giveUp } from '../../errors.ts'
import type { DataPoints, Selection } from '../activity/rules.ts'
import type { FailureReason } from '../automations/record.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import type { OutputType } from '../posts/table.ts'
import { type DenialReason, featureOf } from '../usage/model.ts'
import { type Cause, type GenerationRequest, type GenerationRow, unknownFormat } from './model.ts'

/** Ids of the connected repositories that a request names in one of three ways; none where it names none (contract 6.1). */
export function chooseRepositories(body: GenerationRequest, connected: IntegrationRow[]): string[] {
  const ids = exclusive('GitHub repositories', [body.repositoryIds, body.integrations?.github])
  const names = body.github?.repositories ?? []
  if (ids.length > 0 && names.length > 0) throw badRequest('Choose GitHub repositories in one way only')
  const linear = exclusive('Linear integrations', [body.linearIntegrationIds, body.integrations?.linear])
  if (linear.length > 0) {
    throw badRequest(
      `Requested Linear integrations are not available for this organization: ${linear.join(', ')}`,
    )
  }

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

/** The one list of several equal ways that is not empty. */
function exclusive(what: string, lists: (string[] | undefined)[]): string[] {
  const given = lists.filter((list) => list && list.length > 0)
  if (given.length > 1) throw badRequest(`Choose ${what} in one way only`)
  return [...new Set(given[0] ?? [])]
}

/** The formats that a request asks for: one, or two to five of which none is named twice (spec: Changelog content rules, 6). */
export function readFormats({ contentType, contentTypes }: GenerationRequest): OutputType[] {
  if (contentType && contentTypes) throw badRequest('Give contentType or contentTypes, not both')
  if (contentType) return [contentType]
  if (!contentTypes) throw badRequest(unknownFormat)
  if (new Set(contentTypes).size < contentTypes.length)
    throw badRequest('contentTypes must not name a format twice')
  return contentTypes
}

/** The brand identity that a request asks for, by either of its names; null for the default one. */
export function readIdentity({ brandIdentityId, brandVoiceId }: GenerationRequest): string | null {
  if (brandIdentityId && brandVoiceId) throw badRequest('Give brandIdentityId or brandVoiceId, not both')
  return brandIdentityId || brandVoiceId || null
}

/** Which kinds of activity a request wants; all that it does not name. */
export function readDataPoints({ dataPoints }: GenerationRequest): DataPoints {
  const { includePullRequests = true, includeCommits = true, includeReleases = true } = dataPoints ?? {}
  return { includePullRequests, includeCommits, includeReleases }
}

/** The items that a request picks by hand, null when it picks none. */
export function readSelection({ selectedItems }: GenerationRequest): Selection | null {
  const {
    commitShas = [],
    pullRequestNumbers = [],
    releaseTagNames = [],
    linearIssueIds: linearIssues = [],
  } = selectedItems ?? {}
  const lists = [commitShas, pullRequestNumbers, releaseTagNames, linearIssues]
  if (lists.every((list) => list.length === 0)) return null
  const releaseTags = releaseTagNames.map((tag) =>
    typeof tag === 'string' ? { repositoryId: null, tagName: tag } : tag,
  )
  return { commitShas, pullRequestNumbers, releaseTags, linearIssues }
}

/** Fails a run whose picked items are of other repositories than its own. */
export function checkSelection(selection: Selection | null, repositories: IntegrationRow[]) {
  const repositoryIds = repositories.map(({ id }) => id)
  const named = [...(selection?.pullRequestNumbers ?? []), ...(selection?.releaseTags ?? [])]
  if (named.every(({ repositoryId }) => repositoryId === null || repositoryIds.includes(repositoryId))) return
  throw giveUp('Selected items must belong to the requested repositories.')
}

/** The automation that started a run; null for a person's own. */
export function automationOf(cause: Cause): string | null {
  if (cause.type === 'delivery') return cause.triggerId
  return cause.type === 'schedule' ? cause.scheduleId : null
}

/** What the post of a run is charged to. */
export function usageOf({ id, organizationId, contentType, source }: GenerationRow) {
  const holdMinutes = source === 'automation' ? 180 : 60
  return { organizationId, executionId: id, feature: featureOf(contentType), holdMinutes }
}

/** What a denied reservation counts as (contract 10.3). */
export function failureOf(reason: DenialReason): FailureReason {
  return reason === 'insufficient_ai_credits' ? 'ai_credits_depleted' : 'plan_limit_reached'
}
