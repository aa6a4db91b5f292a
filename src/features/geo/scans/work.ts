import { and, eq, lt } from 'drizzle-orm'
import pLimit, { type LimitFunction } from 'p-limit'
import { type Backoff, CoolingDown, createBackoff } from '../../../ai/backoff.ts'
import { isPage } from '../../../ai/engines/kind-of-answer.ts'
import { warmUpModel } from '../../../ai/generate.ts'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { isGuardViolation } from '../../../db/errors.ts'
import { RetryAt } from '../../../errors.ts'
import type { Attempt } from '../../../jobs/define.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { createMatcher, matcherVersion } from '../../../mentions/matcher.ts'
import type { Subject } from '../../../mentions/subject.ts'
import { findSubjects } from '../settings/subjects.ts'
import { askTask, type ScanRun, type TaskResult } from './ask-task.ts'
import { renewSlot } from './begin-scan.ts'
import { createJudge } from './judge/judge.ts'
import type { ScanRow } from './model.ts'
import { type Task, tasksOf } from './plan.ts'
import { endScan, findRunningScan } from './record.ts'
import { rescoreProject } from './rescore-slices.ts'
import { queueRepetition } from './retry-scan.ts'
import { endingOf, summarizeFailures } from './scan-ending.ts'
import { findSmallModel } from './small-model.ts'
import { type EngineFailures, ownKey, tallies } from './table.ts'
import { createTranslator } from './translate.ts'

/** Number of concurrent questions (contract geo 7: Parallelism). */
const width = 8
const pageWidth = 4
const renewalMilliseconds = 30 * 60_000

/** Asks the questions of a scan and ends it: completed with any answer, failed with none. */
export async function runScan(
  ctx: Context,
  { scanId }: { scanId: string },
  attempt: Attempt,
): Promise<Statement[]> {
  const scan = await findRunningScan(ctx, scanId)
  const subjects = scan && (await attempt.step('subjects', () => findSubjects(ctx, scan.projectId)))
  if (!scan || !subjects) return []
  try {
    const { asked, cents } = await askAll(ctx, scan, subjects, attempt)
    const saved = asked.reduce((sum, { checkIds }) => sum + checkIds.length, 0)
    const failures = summarizeFailures(asked)
    const unjudged = asked.flatMap((each) => each.unjudged)
    logMissing(ctx, scan, failures, unjudged)
    return [
      ...(await endScan(ctx, scan, { ...endingOf(saved, failures, unjudged), failures, saved, cents })),
      ...(saved === 0 && isRepeated(scan) ? [queueRepetition(ctx, scanId)] : []),
      ...(await rescoreIfEdited(ctx, scan, subjects)),
    ]
  } catch (error) {
    // The scan was deleted with its project, or ended by another process: nothing to report.
    if (isGuardViolation(error) && !(await findRunningScan(ctx, scanId))) return []
    throw error
  }
}

/** Logs what a scan lacks: people see it on the page of the scan, the operator only here. */
function logMissing(
  { log }: Context,
  { id: scanId, organizationId }: ScanRow,
  failures: EngineFailures[],
  unjudged: string[],
) {
  for (const { engine, failed, reasons } of failures)
    log.warn(
      { organizationId, scanId, failed, reason: reasons[0]?.reason },
      `Engine ${engine} did not answer some questions of a visibility scan. Retry the scan on its page when the engine works.`,
    )
  if (unjudged.length > 0)
    log.warn(
      { organizationId, scanId, failed: unjudged.length, reason: unjudged[0] },
      'Position and sentiment are missing for some answers of a visibility scan, because the small model failed. Later scans include them when the model works again.',
    )
}

/** Only a scan of everything is repeated as a whole, and none twice (contract geo 7: Retry of a scan). */
const isRepeated = ({ cause }: ScanRow) => cause === 'manual' || cause === 'recurring'

/** Rescores the answers if a name changed while the scan ran, or if older rules read some of them. */
async function rescoreIfEdited(ctx: Context, { projectId }: ScanRow, subjects: Subject[]) {
  const [now, [outdated]] = await Promise.all([
    findSubjects(ctx, projectId),
    ctx.db
      .select({ scanId: tallies.scanId })
      .from(tallies)
      .where(and(eq(tallies.projectId, projectId), lt(tallies.matcherVersion, matcherVersion)))
      .limit(1),
  ])
  const isEdited = now !== null && JSON.stringify(now) !== JSON.stringify(subjects)
  return isEdited || outdated ? [insertJob(ctx, rescoreProject, { projectId }, {})] : []
}

/** A finished task, and why some of its answers could not be judged. */
type CheckedTask = TaskResult & { unjudged: string[] }
type Check = (task: Task) => Promise<CheckedTask>

/**
 * Runs all tasks concurrently. Tasks of an engine in cooldown run last, if necessary in a later attempt of
 * the job.
 */
async function askAll(ctx: Context, scan: ScanRow, subjects: Subject[], attempt: Attempt) {
  const failure = new AbortController()
  const run = prepareRun(ctx, scan, subjects, attempt, failure.signal)
  const { organizationId, plan } = scan
  const model = await findSmallModel(ctx, { organizationId, enforceZdr: plan.enforceZdr })
  if (model) await warmUpModel(ctx, model)
  const translator = createTranslator(run, model)
  const judge = model && createJudge(run, subjects, model)

  async function check(task: Task): Promise<CheckedTask> {
    const asked = await askTask(run, task, await translator.questionsOf(task))
    const checked: CheckedTask = { ...asked, unjudged: [] }
    if (!judge) return checked
    for (const [index, id] of asked.checkIds.entries()) {
      const { failed, cents } = await judge(id, `${task.number}:${index}`)
      if (failed !== null) checked.unjudged.push(failed)
      checked.cents += cents
    }
    return checked
  }

  const asked: CheckedTask[] = []
  let open = tasksOf(plan)
  while (open.length > 0) {
    const resting = await checkSideBySide(check, open, asked, failure)
    const [soonest] = resting
      .map(({ rest }) => rest)
      .sort((one, other) => Number(one.until) - Number(other.until))
    if (soonest && soonest.until > ctx.now()) throw new RetryAt(soonest.until, soonest.message)
    open = resting.map(({ task }) => task)
  }
  const cents = asked.reduce((sum, each) => sum + each.cents, await translator.cents())
  return { asked, cents }
}

/** Returns the concurrency limit of an engine. Providers of pages have their own, lower ones. */
function createLimits(ctx: Context): (engine: string) => LimitFunction {
  const models = pLimit(width)
  const providers = new Map<string, LimitFunction>()
  return (id) => {
    const engine = ctx.engines.find(id)
    if (!engine || !isPage(engine)) return models
    return providers.getOrInsertComputed(engine.api, () => pLimit(pageWidth))
  }
}

function prepareRun(
  ctx: Context,
  scan: ScanRow,
  subjects: Subject[],
  attempt: Attempt,
  failed: AbortSignal,
): ScanRun {
  const backoffs = new Map<string, Backoff>()
  let shownAt = scan.startedAt.getTime()
  return {
    ctx,
    scan,
    attempt,
    signal: AbortSignal.any([attempt.signal, failed]),
    matcher: createMatcher(subjects),
    hosts: subjects.find(({ key }) => key === ownKey)?.hosts ?? [],
    limitOf: createLimits(ctx),
    backoffOf(engine) {
      const known = backoffs.get(engine) ?? createBackoff(ctx, attempt, engine)
      backoffs.set(engine, known)
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

/**
 * Adds finished tasks to `checked` and returns those that have to wait. An unexpected error ends them all.
 */
async function checkSideBySide(
  check: Check,
  tasks: Task[],
  checked: CheckedTask[],
  failure: AbortController,
) {
  const resting: { task: Task; rest: CoolingDown }[] = []
  const unforeseen: unknown[] = []
  await Promise.all(
    tasks.map(async (task) => {
      try {
        checked.push(await check(task))
      } catch (error) {
        if (error instanceof CoolingDown) resting.push({ task, rest: error })
        else if (unforeseen.push(error) === 1) failure.abort()
      }
    }),
  )
  if (unforeseen.length > 0) throw unforeseen[0]
  return resting.sort((one, other) => one.task.number - other.task.number)
}
