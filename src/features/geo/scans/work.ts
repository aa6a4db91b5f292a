import { createPatience, type Patience, Resting } from '../../../ai/patience.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { RetryAt } from '../../../errors.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { createLane } from '../../../jobs/lane.ts'
import { createMatcher } from '../../../mentions/matcher.ts'
import type { Subject } from '../../../mentions/subject.ts'
import { type Asked, askTask, type Run } from './asking/work.ts'
import { renewSlot } from './begin/record.ts'
import { findSubjects } from './facts/record.ts'
import { ownKey } from './facts/rules.ts'
import type { ScanRow } from './model.ts'
import { type Task, tasksOf } from './plan/rules.ts'
import { endScan, findRunningScan } from './record.ts'
import { endingOf, summarizeFailures } from './rules.ts'

/** So many questions are with engines at a time (contract geo 7: Parallelism). */
const width = 8
const renewalMilliseconds = 30 * 60_000

/** Asks what a scan has planned and ends it: completed with whatever was answered, failed where nothing was. */
export async function runScan(
  ctx: Context,
  { scanId }: { scanId: string },
  attempt: Attempt,
): Promise<Statement[]> {
  const scan = await findRunningScan(ctx, scanId)
  const subjects = scan && (await attempt.step('subjects', () => findSubjects(ctx, scan.projectId)))
  if (!scan || !subjects) return []
  try {
    const asked = await askAll(ctx, scan, subjects, attempt)
    const saved = asked.reduce((sum, { checkIds }) => sum + checkIds.length, 0)
    const failures = summarizeFailures(asked)
    return await endScan(ctx, scan, { failures, ...endingOf(saved, failures) })
  } catch (error) {
    // Swept away with its project, or ended in our place: there is nobody to answer to.
    if (isGuardViolation(error) && !(await findRunningScan(ctx, scanId))) return []
    throw error
  }
}

/** Asks all tasks side by side; those whose engine wants to be left alone come last, if need be in a later try of the job. */
async function askAll(ctx: Context, scan: ScanRow, subjects: Subject[], attempt: Attempt): Promise<Asked[]> {
  const failure = new AbortController()
  const run = prepareRun(ctx, scan, subjects, attempt, failure.signal)
  const asked: Asked[] = []
  let open = tasksOf(scan.plan)
  while (open.length > 0) {
    const resting = await askThrough(run, open, asked, failure)
    const [soonest] = resting
      .map(({ rest }) => rest)
      .sort((one, other) => Number(one.until) - Number(other.until))
    if (soonest && soonest.until > ctx.now()) throw new RetryAt(soonest.until, soonest.message)
    open = resting.map(({ task }) => task)
  }
  return asked
}

function prepareRun(
  ctx: Context,
  scan: ScanRow,
  subjects: Subject[],
  attempt: Attempt,
  failed: AbortSignal,
): Run {
  const patience = new Map<string, Patience>()
  let shownAt = ctx.now().getTime()
  return {
    ctx,
    scan,
    attempt,
    signal: AbortSignal.any([attempt.signal, failed]),
    matcher: createMatcher(subjects),
    hosts: subjects.find(({ key }) => key === ownKey)?.hosts ?? [],
    lane: createLane(width),
    patienceOf(engine) {
      const known = patience.get(engine) ?? createPatience(ctx, attempt, engine)
      patience.set(engine, known)
      return known
    },
    renewal() {
      const now = ctx.now().getTime()
      if (now - shownAt < renewalMilliseconds) return []
      shownAt = now
      return [renewSlot(ctx, scan.id)]
    },
  }
}

/** Asks tasks side by side, adds what became of them to `asked`, and gives those that have to wait. */
async function askThrough(run: Run, tasks: Task[], asked: Asked[], failure: AbortController) {
  const resting: { task: Task; rest: Resting }[] = []
  let unforeseen: { error: unknown } | null = null
  async function ask(task: Task) {
    try {
      asked.push(await askTask(run, task, task.turns))
    } catch (error) {
      if (error instanceof Resting) resting.push({ task, rest: error })
      else {
        unforeseen ??= { error }
        failure.abort()
      }
    }
  }
  await Promise.all(tasks.map(ask))
  if (unforeseen) throw (unforeseen as { error: unknown }).error
  return resting.sort((one, other) => one.task.number - other.task.number)
}
