import { badRequest, giveUp } from '../../errors.ts'
import type { Selection } from '../activity/model.ts'
import type { IntegrationRow } from '../integrations/model.ts'
import type { OutputType } from '../posts/table.ts'
import { featureOf } from '../usage/model.ts'
import type { Denied } from '../usage/service.ts'
import { type Cause, type GenerationRequest, type GenerationRow, unknownFormat } from './model.ts'

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

/** The items that a request picks by hand, null when it picks none. */
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

/** Fails a run whose picked items are of other repositories than its own. */
export function checkSelection(selection: Selection | null, repositories: IntegrationRow[]) {
  const repositoryIds = repositories.map(({ id }) => id)
  const named = [...(selection?.pullRequestNumbers ?? []), ...(selection?.releaseTags ?? [])]
  if (named.every(({ repositoryId }) => repositoryId === null || repositoryIds.includes(repositoryId))) return
  throw giveUp('Selected items must belong to the requested repositories.')
}

/** The automation whose run it is; null for a person's own (contract 10.3). */
export function automationOf(cause: Cause): string | null {
  if (cause.type === 'delivery') return cause.triggerId
  return cause.type === 'schedule' && !cause.byHand ? cause.scheduleId : null
}

/** What the run of an event trigger for a delivery is known by, as its `workflowRunId`. */
export const eventRunId = (triggerId: string, deliveryId: string) => `event-${triggerId}-${deliveryId}`

/** What a run of a schedule is known by: each has a mark of its own. */
export const scheduleRunId = (scheduleId: string, mark: string | number) => `schedule-${scheduleId}-${mark}`

/** What only a model can write, as it is called in a sentence. */
export const textNames = {
  blog_post: 'blog post',
  linkedin_post: 'LinkedIn post',
  twitter_post: 'Twitter post',
} as const

export const isText = (contentType: OutputType): contentType is keyof typeof textNames =>
  contentType in textNames

/** Why a text cannot be written where no model may be asked: the one that is configured keeps what it reads, or there is none. */
export const lacksModel = (name: string, isConfigured = false) =>
  isConfigured
    ? `A ${name} takes a model that keeps nothing of what it reads, since zero data retention is on: have WRITER_MODEL name one, and ENGINES_FILE say so by "zdr": "all"; changelogs work without.`
    : `A ${name} takes a model to write: set OPENAI_BASE_URL, OPENAI_API_KEY and WRITER_MODEL; changelogs work without.`

/** What started a run, as its `workflowRunId` tells it. */
export type Start =
  | { type: 'delivery'; automationId: string; deliveryId: string | null }
  | { type: 'schedule'; automationId: string }
  | { type: 'request' }

export function startOf({ workflowRunId }: Pick<GenerationRow, 'workflowRunId'>): Start {
  const [, type, automationId = '', mark = ''] = startPattern.exec(workflowRunId ?? '') ?? []
  if (type === 'event') return { type: 'delivery', automationId, deliveryId: mark }
  return type === 'schedule' ? { type, automationId } : { type: 'request' }
}

/** Automations are called by UUIDs. */
const startPattern = /^(event|schedule)-([0-9a-f-]{36})-(.*)$/s

/** What the post of a run is charged to. */
export function usageOf({ id, organizationId, contentType, source }: GenerationRow) {
  const holdMinutes = source === 'automation' ? 180 : 60
  return { organizationId, executionId: id, feature: featureOf(contentType), holdMinutes }
}

/** How a run ends that the quota denies, and what that counts as (contract 10.3). */
export function toFailure({ denied, reason }: Denied) {
  const isOutOfCredits = reason === 'insufficient_ai_credits'
  const counts = isOutOfCredits ? ('ai_credits_depleted' as const) : ('plan_limit_reached' as const)
  return { type: 'failed' as const, reason: denied, counts }
}
