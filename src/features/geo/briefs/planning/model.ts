import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'

/**
 * The ids of a plan, its brief and its run. They are chosen with the job, so that every attempt uses the same
 * ids.
 */
export const Planning = t.Object({ planId: t.String(), briefId: t.String(), runId: t.String() })
export type Planning = typeof Planning.static
/** A plan whose answer could not be used. */
export const RejectedPlan = t.Object({
  id: t.String(),
  topic: t.String(),
  /** Why there is no brief, and the faults of the answer if it could be parsed. */
  error: t.String(),
  faults: t.Array(t.String()),
  /** The model's answer, unchanged. */
  rejectedText: t.String(),
  createdAt: t.String(),
})
export const RejectedPlans = t.Object({ plans: t.Array(RejectedPlan), organization: Organization })

export type Ids = Omit<Planning, 'planId'>
