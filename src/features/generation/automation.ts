import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { clearScheduleFailures, noteScheduleFailure } from '../schedules/outcome.ts'
import { clearTriggerFailures, type FailureReason, noteTriggerFailure } from '../triggers/outcome.ts'
import type { DenialReason } from '../usage/model.ts'
import type { Cause } from './cause.ts'

/** Statements that count a failed run against the trigger or schedule that started it; people's own runs do not count. */
export function noteFailure(ctx: Context, cause: Cause, reason: FailureReason): Statement[] {
  if (cause.type === 'delivery') return noteTriggerFailure(ctx, cause.triggerId, reason)
  return cause.type === 'schedule' ? noteScheduleFailure(ctx, cause.scheduleId, reason) : []
}

/** Statements that forget earlier failures: a run wrote a post or had nothing to write. */
export function clearFailures(ctx: Context, cause: Cause): Statement[] {
  if (cause.type === 'delivery') return clearTriggerFailures(ctx, cause.triggerId)
  return cause.type === 'schedule' ? clearScheduleFailures(ctx, cause.scheduleId) : []
}

/** What a denied reservation counts as (contract 10.3). */
export function failureOf(reason: DenialReason): FailureReason {
  return reason === 'insufficient_ai_credits' ? 'ai_credits_depleted' : 'plan_limit_reached'
}
