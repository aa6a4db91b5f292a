import { t } from 'elysia'
import { oneOf } from '../../../http/fields.ts'
import { generationStatuses } from '../table.ts'

/** How an automation stands, beside what it is defined as. */
export const AutomationState = t.Object({
  id: t.String(),
  /** Of schedules that are switched on. */
  nextRunAt: t.Nullable(t.String()),
  /** Why it was switched off by itself. */
  pausedBecause: t.Nullable(t.String()),
  lastRun: t.Nullable(
    t.Object({
      id: t.String(),
      status: oneOf(generationStatuses),
      error: t.Nullable(t.String()),
      /** What it wrote, unless it was deleted since. */
      post: t.Nullable(t.Object({ id: t.String(), title: t.String() })),
      createdAt: t.String(),
    }),
  ),
})
export type AutomationState = typeof AutomationState.static

export const AutomationStates = t.Object({ automations: t.Array(AutomationState) })
