import { eventRunId } from '../../generation/rules.ts'
import { rememberedMilliseconds } from '../rules.ts'

type Processed = { referenceId: string; createdAt: Date; triggerIds: string[] }
type Run = { workflowRunId: string | null; createdAt: Date }

/** What the runs are called that a processed delivery may have started. */
export const runIdsOf = ({ referenceId, triggerIds }: Processed) =>
  triggerIds.map((triggerId) => eventRunId(triggerId, referenceId))

/** Whether a delivery started a run: one that is sent again after it was forgotten did not start those of the first. */
export function hasStarted(delivery: Processed, { workflowRunId, createdAt }: Run): boolean {
  const age = delivery.createdAt.getTime() - createdAt.getTime()
  const isOfThen = age >= 0 && age < rememberedMilliseconds
  return isOfThen && workflowRunId !== null && runIdsOf(delivery).includes(workflowRunId)
}
