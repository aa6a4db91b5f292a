import type { EventHead } from '../activity/model.ts'
import { eventKinds } from '../activity/table.ts'
import type { Start } from '../generation/rules.ts'
import type { RunCause } from '../generation/runs/model.ts'
import { toCause } from '../generation/runs/run-causes.ts'
import type { PostOrigin } from '../posts/model.ts'

/** The cause of a post, read from its metadata, which outlives its run; null if unknown. */
export function causeOf(origin: PostOrigin, automations: Map<string, string>): RunCause | null {
  const start = startOf(origin)
  if (!start) return null
  const { lookbackWindow = null, repositories } = origin
  return toCause({ lookbackWindow, source: 'automation' }, start, {
    automationName: start.type === 'request' ? null : (automations.get(start.automationId) ?? null),
    event: eventOf(origin),
    repositories: (repositories ?? []).map(({ owner, repo }) => `${owner}/${repo}`),
  })
}

function startOf({ triggerSourceType, triggerId }: PostOrigin): Start | null {
  if (triggerSourceType === 'manual') return { type: 'request' }
  if (!triggerId) return null
  if (triggerSourceType === 'cron') return { type: 'schedule', automationId: triggerId }
  if (triggerSourceType !== 'github_webhook') return null
  return { type: 'delivery', automationId: triggerId, deliveryId: null }
}

function eventOf({
  eventType,
  rangeEnd = null,
}: PostOrigin): Pick<EventHead, 'kind' | 'ref' | 'commits'> | null {
  const kind = eventKinds.find((each) => each === eventType)
  if (!kind) return null
  return { kind, ref: kind === 'release' ? rangeEnd : null, commits: null }
}
