import type { TaskResult } from './ask-task.ts'
import type { EngineFailures } from './table.ts'

type MissingAnswers = Pick<TaskResult, 'task' | 'checkIds' | 'failed'>

/** Describes the missing verdicts of a scan that is complete otherwise. */
export function describeUnjudged(reasons: string[]): string | null {
  const [first] = reasons
  if (first === undefined) return null
  const answers = reasons.length === 1 ? 'one answer' : `${reasons.length} answers`
  return `Position and sentiment of ${answers} are missing. ${first}`
}

/** Sums up the missing answers of a scan by engine, with the most frequent reason first. */
export function summarizeFailures(asked: MissingAnswers[]): EngineFailures[] {
  const byEngine = new Map<string, Map<string, number>>()
  for (const { task, checkIds, failed } of asked) {
    if (failed === null) continue
    const reasons = byEngine.get(task.engine) ?? new Map<string, number>()
    byEngine.set(task.engine, reasons)
    reasons.set(failed, (reasons.get(failed) ?? 0) + task.turns.length - checkIds.length)
  }
  return [...byEngine].map(([engine, counts]) => {
    const reasons = [...counts].map(([reason, count]) => ({ reason, count }))
    reasons.sort((one, other) => other.count - one.count)
    return { engine, failed: reasons.reduce((sum, { count }) => sum + count, 0), reasons }
  })
}

/** Returns how a scan ends (contract geo 6): a single answer makes it complete. */
export function endingOf(saved: number, failures: EngineFailures[], unjudged: string[]) {
  if (saved > 0) {
    const retryable = failures.length > 0
    const errorMessage = describeUnjudged(unjudged)
    return { status: 'completed' as const, retryable, errorCode: null, errorMessage, failedStage: null }
  }
  const [reason] = failures.flatMap(({ reasons }) => reasons).sort((one, other) => other.count - one.count)
  return {
    status: 'failed' as const,
    retryable: true,
    errorCode: 'no_answers',
    errorMessage: reason ? `No engine answered. ${reason.reason}` : 'No engine answered.',
    failedStage: 'execution' as const,
  }
}
