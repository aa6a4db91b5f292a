import { badRequest, giveUp } from '../../errors.ts'
import { capitalize } from '../../text/line.ts'
import type { OutputType } from '../../writer/content-types.ts'
import type { Selection } from '../activity/model.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import type { Denial } from '../usage/denials.ts'
import { featureOf } from '../usage/model.ts'
import { type Cause, type GenerationRequest, type GenerationRow, unknownFormat } from './model.ts'

/**
 * Returns the requested formats: one, or two to five without duplicates (spec: Changelog content rules, 6).
 */
export function readFormats({ contentType, contentTypes }: GenerationRequest): OutputType[] {
  if (contentType && contentTypes) throw badRequest('Send contentType or contentTypes, not both')
  if (contentType) return [contentType]
  if (!contentTypes) throw badRequest(unknownFormat)
  if (new Set(contentTypes).size < contentTypes.length)
    throw badRequest('contentTypes must not contain a format twice')
  return contentTypes
}

/** Returns the requested brand identity from either field; null for the default. */
export function readIdentity({ brandIdentityId, brandVoiceId }: GenerationRequest): string | null {
  if (brandIdentityId && brandVoiceId) throw badRequest('Send brandIdentityId or brandVoiceId, not both')
  return brandIdentityId || brandVoiceId || null
}

/** Returns the selected items of a request; null if it selects none. */
export function readSelection({ selectedItems, dataPoints }: GenerationRequest): Selection | null {
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
  const isTracked = dataPoints?.includeLinearData !== false
  return { commitShas, pullRequestNumbers, releaseTags, linearIssues: isTracked ? linearIssues : [] }
}

/** Fails a run whose selected items belong to other repositories. */
export function checkSelection(selection: Selection | null, repositories: IntegrationRow[]) {
  const repositoryIds = repositories.map(({ id }) => id)
  const named = [...(selection?.pullRequestNumbers ?? []), ...(selection?.releaseTags ?? [])]
  if (named.every(({ repositoryId }) => repositoryId === null || repositoryIds.includes(repositoryId))) return
  throw giveUp('Selected items must belong to the requested repositories.')
}

/** Returns the automation of a run; null for a run that a user started (contract 10.3). */
export function automationOf(cause: Cause): string | null {
  if (cause.type === 'delivery') return cause.triggerId
  return cause.type === 'schedule' && !cause.byHand ? cause.scheduleId : null
}

/** The `workflowRunId` of an event trigger's run for a delivery. */
export const eventRunId = (triggerId: string, deliveryId: string) => `event-${triggerId}-${deliveryId}`

/** The `workflowRunId` of a schedule's run; each has its own mark. */
export const scheduleRunId = (scheduleId: string, mark: string | number) => `schedule-${scheduleId}-${mark}`

/** Names of the formats that need a model, for use in sentences. */
export const textNames = {
  blog_post: 'a blog post',
  linkedin_post: 'a LinkedIn post',
  twitter_post: 'an X post',
} as const

export const isText = (contentType: OutputType): contentType is keyof typeof textNames =>
  contentType in textNames

/** Why a text cannot be written without a model: the configured one stores its input, or there is none. */
export const lacksModel = (name: string, isConfigured = false) =>
  isConfigured
    ? `${capitalize(name)} needs a model that stores no data, because zero data retention is on: set WRITER_MODEL to one that has "zdr": "all" in ENGINES_FILE. Changelogs need no model.`
    : `${capitalize(name)} needs a model: set one under Server, or set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL. Changelogs need no model.`

/** The parsed `workflowRunId`: what started a run. */
export type Start =
  | { type: 'delivery'; automationId: string; deliveryId: string | null }
  | { type: 'schedule'; automationId: string }
  | { type: 'request' }

export function startOf({ workflowRunId }: Pick<GenerationRow, 'workflowRunId'>): Start {
  const [, type, automationId = '', mark = ''] = startPattern.exec(workflowRunId ?? '') ?? []
  if (type === 'event') return { type: 'delivery', automationId, deliveryId: mark }
  return type === 'schedule' ? { type, automationId } : { type: 'request' }
}

/** The ids of automations are UUIDs. */
const startPattern = /^(event|schedule)-([0-9a-f-]{36})-(.*)$/s

/** Returns what the post of a run is charged to. */
export function usageOf({ id, organizationId, contentType, source }: GenerationRow) {
  const holdMinutes = source === 'automation' ? 180 : 60
  return { organizationId, executionId: id, feature: featureOf(contentType), holdMinutes }
}

/** Returns how a run ends that the quota denies, and how that counts for its automation (contract 10.3). */
export function toFailure({ denied, reason }: Denial) {
  const isOutOfCredits = reason === 'insufficient_ai_credits'
  const counts = isOutOfCredits ? ('ai_credits_depleted' as const) : ('plan_limit_reached' as const)
  return { type: 'failed' as const, reason: denied, counts }
}
