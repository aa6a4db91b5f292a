import { t } from 'elysia'
import { Organization } from '../../../organizations/model.ts'

/** A planning and what comes of it: chosen with the job, so that a try that comes back goes on with the same. */
export const Planning = t.Object({ planId: t.String(), briefId: t.String(), runId: t.String() })
export type Planning = typeof Planning.static
/** A plan whose answer could not be used. */
export const RejectedPlan = t.Object({
  id: t.String(),
  topic: t.String(),
  /** Why there is no brief, and the faults of the answer; none if nothing in it could be read. */
  error: t.String(),
  faults: t.Array(t.String()),
  /** What the model answered, unchanged. */
  rejectedText: t.String(),
  createdAt: t.String(),
})
export const RejectedPlans = t.Object({ plans: t.Array(RejectedPlan), organization: Organization })

export type Ids = Omit<Planning, 'planId'>
