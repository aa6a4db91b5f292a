import { lt } from 'drizzle-orm'
import { t } from 'elysia'
import pLimit from 'p-limit'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { databaseReason, findConnectionLoss, isGuardViolation } from '../db/errors.ts'
import { GiveUp, OperatorError, RetryAt } from '../errors.ts'
import { describeError, explainDatabase, traceError } from '../explain.ts'
import type { AttemptOutcome } from '../metrics/metrics.ts'
import { traced } from '../tracing/active.ts'
import { type Attempt, defineJob, type Job } from './define.ts'
import { logJob } from './log-job.ts'
import {
  type ClaimedJob,
  claimJobs,
  clearDeaths,
  createOwner,
  failJob,
  finishJobs,
  finishJobWith,
  hasDueJobs,
  type Lane,
  leaseMilliseconds,
  markAlone,
  maxDeathsAlone,
  readSteps,
  recoverJobs,
  renewLeases,
  requireLease,
  returnJob,
  suspectAfter,
  writeStep,
} from './queue.ts'
import { deleteInSlices } from './retention.ts'
import { jobs } from './table.ts'
import { createYield } from './yield.ts'

/** Concurrent jobs per lane. Turns mostly wait for their model, and must not delay webhook deliveries. */
const widths = { common: 32, turns: 64 }

export type Runner = {
  /** Claims jobs from other processes and jobs that have become due. */
  look(): Promise<void>
  /** Stops claiming jobs, lets running ones finish until the deadline, then aborts and reschedules them. */
  stop(graceMilliseconds?: number): Promise<void>
}

/** Starts to claim and run jobs: immediately, on each wake-up and on each poll. */
export async function startRunner(ctx: Context, jobs: Job[], concurrency = widths.common): Promise<Runner> {
  const worker = createWorker(ctx, jobs)
  const lanes = lanesOf(jobs)
  let stopping = false
  let claiming = false
  let again = false
  let isRefused = false

  async function pump() {
    again = true
    if (claiming) return
    claiming = true
    try {
      while (again && !stopping) {
        again = false
        // In one turn of the event loop, so that the lanes share a commit.
        const full = await Promise.all(lanes.map(fill))
        if (full.includes(true)) again = true
      }
    } catch (error) {
      isRefused = true
      ctx.log.error({ error: describeError(error) }, jobsWait(error))
    } finally {
      claiming = false
    }
  }

  /** Claims as many jobs as a lane has free slots; true if there may be more. */
  async function fill(lane: Lane): Promise<boolean> {
    const width = lane === 'common' ? concurrency : widths[lane]
    const free = width - worker.busy[lane]
    if (free <= 0) return false
    const claimed = await claimJobs(ctx, worker.owner, free, lane)
    if (isRefused) ctx.log.info(writesAgain)
    isRefused = false
    for (const job of claimed) void worker.perform(job).then(pump)
    return claimed.length === free
  }

  async function look() {
    const [hasRecovered, isDue] = await Promise.all([
      recoverJobs(ctx, worker.owner, [...worker.running.keys()]),
      hasDueJobs(ctx),
    ])
    if (hasRecovered || isDue) await pump()
  }

  ctx.jobsReady.onWake(() => void pump())
  const renewal = setInterval(() => {
    worker.renew().catch((error) => ctx.log.error({ error: describeError(error) }, jobsWait(error)))
  }, leaseMilliseconds / 3)
  await look()

  return {
    look,
    async stop(graceMilliseconds = 5000) {
      stopping = true
      const grace = setTimeout(worker.abort, graceMilliseconds)
      await worker.idle()
      clearTimeout(grace)
      clearInterval(renewal)
    },
  }
}

/** Runs all due jobs until none is left; for tests. */
export async function performDueJobs(ctx: Context, jobs: Job[]): Promise<number> {
  const worker = createWorker(ctx, jobs)
  await recoverJobs(ctx, worker.owner)
  return performReady(ctx, jobs, worker)
}

/** Returns a function that runs due jobs concurrently with those still running, like one worker of a server. */
export function createPerformer(ctx: Context, jobs: Job[]): () => Promise<number> {
  const worker = createWorker(ctx, jobs)
  return () => performReady(ctx, jobs, worker)
}

async function performReady(
  ctx: Context,
  jobs: Job[],
  worker: ReturnType<typeof createWorker>,
): Promise<number> {
  let performed = 0
  for (;;) {
    const taken = await Promise.all(
      lanesOf(jobs).map((lane) => claimJobs(ctx, worker.owner, widths[lane], lane)),
    )
    const claimed = taken.flat()
    if (claimed.length === 0) return performed
    await Promise.all(claimed.map(worker.perform))
    performed += claimed.length
  }
}

/** The lanes that have jobs; a lane without jobs is not polled. */
const lanesOf = (jobs: Job[]): Lane[] => [...new Set<Lane>(['common', ...jobs.map(({ lane }) => lane)])]

function createWorker(ctx: Context, jobs: Job[]) {
  const owner = createOwner()
  const byName = new Map(jobs.map((job) => [job.name, job]))
  const running = new Map<number, AbortController>()
  const busy = { common: 0, turns: 0 }
  const finish = createFinisher(ctx, owner)
  const turn = createYield()
  const inTurn = pLimit(1)
  let onIdle: (() => void) | null = null

  async function perform(claimed: ClaimedJob): Promise<void> {
    const controller = new AbortController()
    const started = performance.now()
    let outcome: AttemptOutcome = 'lost'
    running.set(claimed.id, controller)
    busy[claimed.lane]++
    try {
      const name = byName.has(claimed.name) ? claimed.name : 'unknown'
      const attributes = { 'herald.job.name': name, 'herald.job.attempt': claimed.failures + 1 }
      outcome = await ctx.tracing.run(`job ${name}`, attributes, () => tryOnce(claimed, controller.signal))
    } catch (error) {
      // Nothing was written: the lease expires and the job is retried.
      const lost = isGuardViolation(error)
      const fields = { error: describeError(error) }
      await logJob(ctx, lost ? 'warn' : 'error', byName.get(claimed.name), claimed, {
        fields,
        event: lost
          ? 'was taken over by another attempt. This one stored nothing.'
          : 'ended, but its result could not be stored. It will be repeated.',
      })
    } finally {
      // A name that no version of this program has was not chosen by it.
      ctx.metrics.attempt(
        byName.has(claimed.name) ? claimed.name : 'unknown',
        outcome,
        (performance.now() - started) / 1000,
      )
      running.delete(claimed.id)
      busy[claimed.lane]--
      if (running.size === 0) onIdle?.()
    }
  }

  async function tryOnce(claimed: ClaimedJob, signal: AbortSignal): Promise<AttemptOutcome> {
    const job = byName.get(claimed.name)
    try {
      if (!job) throw new GiveUp(`This version of Herald does not know the job ${claimed.name}.`)
      if (claimed.deaths >= suspectAfter + maxDeathsAlone)
        throw new GiveUp(`The server crashed ${maxDeathsAlone} times while this job ran alone.`)
      const perform = async (onProgress = () => {}) =>
        (await job.perform(ctx, claimed.payload, createAttempt(claimed, signal, onProgress))) ?? []
      const statements =
        claimed.deaths < suspectAfter ? await perform() : await performAlone(claimed, signal, perform)
      if (statements.length > 0) await finishJobWith(ctx, owner, claimed.id, statements)
      else await finish(claimed.id)
      job.onEnd(ctx, claimed.payload)
      return 'done'
    } catch (error) {
      if (isGuardViolation(error)) throw error
      return failed(claimed, job, error as Error, signal)
    }
  }

  /** Runs a job that may have caused crashes. Only one such job runs at a time, until it ends or completes a step. */
  async function performAlone(
    claimed: ClaimedJob,
    signal: AbortSignal,
    perform: (onProgress: () => void) => Promise<Statement[]>,
  ): Promise<Statement[]> {
    const cleared = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    void inTurn(() => {
      begun.resolve()
      return cleared.promise
    })
    // While it waits, other jobs may use its slot.
    busy[claimed.lane]--
    await begun.promise
    busy[claimed.lane]++
    try {
      signal.throwIfAborted()
      await markAlone(ctx, owner, claimed.id)
      await logJob(ctx, 'warn', byName.get(claimed.name), claimed, {
        fields: { crashes: claimed.deaths },
        event:
          'was running when the server crashed several times. It now runs alone, to find out which job crashes the server.',
      })
      return await perform(cleared.resolve)
    } finally {
      cleared.resolve()
    }
  }

  async function failed(
    claimed: ClaimedJob,
    job: Job | undefined,
    thrown: Error,
    signal: AbortSignal,
  ): Promise<AttemptOutcome> {
    // Stored and shown to users, so never the text of an unexpected error.
    const reason = explainDatabase(thrown) ?? describeError(thrown)
    const now = ctx.now()
    // Each line is logged after its result is stored: without space for it, the attempt has another end.
    ctx.log.debug(
      { job: claimed.name, jobId: claimed.id, trace: traceError(thrown) },
      'A job attempt failed.',
    )
    if (signal.aborted) {
      await returnJob(ctx, owner, claimed.id, { runAt: now, failed: false, error: null })
      return 'returned'
    }
    if (thrown instanceof RetryAt) {
      await returnJob(ctx, owner, claimed.id, { runAt: thrown.at, failed: false, error: reason })
      await logJob(ctx, 'warn', job, claimed, {
        fields: { error: describeError(thrown), retryAt: thrown.at.toISOString() },
        event: 'waits and will be retried.',
      })
      return 'returned'
    }
    if (isInterruption(thrown, claimed)) {
      const runAt = new Date(now.getTime() + backoff(Math.min(claimed.interruptions + 1, maxLossBackoff)))
      await returnJob(ctx, owner, claimed.id, { runAt, failed: false, interrupted: true, error: reason })
      await logJob(ctx, 'warn', job, claimed, {
        fields: { error: describeError(thrown) },
        event: 'lost the connection to the database server and will be retried.',
      })
      return 'returned'
    }
    if (!job || isFinal(thrown) || claimed.failures + 1 >= job.attempts) {
      await failJob(ctx, owner, claimed.id, reason, (await job?.onDead(ctx, claimed.payload, reason)) ?? [])
      await logJob(ctx, 'warn', job, claimed, {
        fields: { error: thrown instanceof GiveUp ? thrown.logged : describeError(thrown) },
        event: 'failed permanently and will not be tried again.',
      })
      job?.onEnd(ctx, claimed.payload)
      return 'dead'
    }
    const runAt = new Date(now.getTime() + backoff(claimed.failures + 1))
    await returnJob(ctx, owner, claimed.id, { runAt, failed: true, error: reason })
    await logJob(ctx, 'warn', job, claimed, {
      fields: { error: describeError(thrown), attempt: `${claimed.failures + 1} of ${job.attempts}` },
      event: 'failed and will be retried.',
    })
    return 'retried'
  }

  function createAttempt(claimed: ClaimedJob, signal: AbortSignal, onProgress: () => void): Attempt {
    let steps: Promise<Map<string, unknown>> | null = null
    let isSuspect = claimed.deaths > 0
    const attempt: Attempt = {
      jobId: claimed.id,
      key: claimed.key,
      number: claimed.failures + 1,
      signal,
      async step<T>(name: string, act: () => Promise<T>, also?: (result: T) => Statement[]): Promise<T> {
        steps ??= readSteps(ctx, claimed.id)
        const finished = await steps
        if (finished.has(name)) return finished.get(name) as T
        signal.throwIfAborted()
        const result = await traced('step', { 'herald.job.step': name }, act)
        const forgotten = isSuspect ? [clearDeaths(ctx, owner, claimed.id)] : []
        await writeStep(ctx, owner, claimed.id, name, result, [...forgotten, ...(also?.(result) ?? [])])
        isSuspect = false
        onProgress()
        finished.set(name, result)
        await turn()
        return result
      },
      async noteProgress() {
        if (!isSuspect) return
        await clearDeaths(ctx, owner, claimed.id)
        isSuspect = false
        onProgress()
      },
      ifOurs: () => requireLease(ctx, owner, claimed.id),
      async once(name, statements) {
        const act = async () => null
        await attempt.step(name, act, () => statements)
      },
    }
    return attempt
  }

  return {
    owner,
    running,
    busy,
    perform,
    async renew() {
      if (running.size === 0) return
      const ours = new Set(await renewLeases(ctx, owner, [...running.keys()]))
      for (const [id, controller] of running) if (!ours.has(id)) controller.abort()
    },
    abort() {
      for (const controller of running.values()) controller.abort()
    },
    idle: () =>
      new Promise<void>((resolve) => {
        onIdle = resolve
        if (running.size === 0) resolve()
      }),
  }
}

/** Jobs that end in the same turn of the event loop are marked done by one statement. */
function createFinisher(ctx: Context, owner: string) {
  let ids: number[] = []
  let flushed: Promise<void> | null = null
  return (id: number): Promise<void> => {
    ids.push(id)
    flushed ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const ended = ids
      ids = []
      flushed = null
      return finishJobs(ctx, owner, ended)
    })
    return flushed
  }
}

const writesAgain = 'The database accepts writes again. Jobs continue.'

/** Why no job can be claimed or stored. */
const jobsWait = (error: unknown) => `The database refuses writes (${databaseReason(error)}). Jobs wait.`

/** A job that loses its connection this often may be the cause, for example by a request that the server refuses. */
const maxLosses = 20
/** The longest wait after a lost connection is that of the fifth attempt: a server restarts in less. */
const maxLossBackoff = 5

/** The database server was restarted: the attempt does not count. */
function isInterruption(error: Error, { interruptions }: ClaimedJob): boolean {
  const loss = findConnectionLoss(error)
  return loss === 'unreachable' || (loss === 'lost' && interruptions < maxLosses)
}

/** Another attempt cannot help: the work gave up, or a user must act first. */
function isFinal(error: Error): boolean {
  return error instanceof GiveUp || error instanceof OperatorError
}

/**
 * Milliseconds until the next attempt: 1 s doubled per attempt, at most 10 min, with jitter so that failed jobs do
 * not retry together.
 */
export function backoff(attempt: number, random = Math.random()): number {
  const ceiling = Math.min(1000 * 2 ** (attempt - 1), 600_000)
  return Math.round(ceiling / 2 + (ceiling / 2) * random)
}

const retentionMs = 7 * 24 * 60 * 60 * 1000

/** Deletes finished jobs after a week: until then their keys prevent duplicates and their errors can be read. */
export const sweepJobs = defineJob(
  'jobs.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = new Date(ctx.now().getTime() - retentionMs)
    await deleteInSlices(ctx, jobs, lt(jobs.finishedAt, before), { signal })
  },
  { title: 'Deleting finished jobs' },
)
