import { eventRunId } from '../../generation/rules.ts'
import { rememberedMilliseconds } from '../delivery-outcomes.ts'

type ProcessedEvent = { referenceId: string; createdAt: Date; triggerIds: string[] }
type StartedRun = { workflowRunId: string | null; createdAt: Date }

/** The ids of the runs that a processed delivery may have started. */
export const runIdsOf = ({ referenceId, triggerIds }: ProcessedEvent) =>
  triggerIds.map((triggerId) => eventRunId(triggerId, referenceId))

/**
 * True if a delivery started a run. A delivery that is repeated after its id expired did not start the runs of the
 * first.
 */
export function hasStarted(delivery: ProcessedEvent, { workflowRunId, createdAt }: StartedRun): boolean {
  const age = delivery.createdAt.getTime() - createdAt.getTime()
  const isOfThen = age >= 0 && age < rememberedMilliseconds
  return isOfThen && workflowRunId !== null && runIdsOf(delivery).includes(workflowRunId)
}
