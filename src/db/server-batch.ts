import {
  type Batch,
  BatchCond,
  type BatchStep,
  ResponseError,
  type RowsResult,
  type Stmt,
  type Stream,
} from '@libsql/hrana-client'
import { type Call, isSameRead, type Statement } from './server-queue.ts'
import { NotSent, type ReusableStream } from './server-stream.ts'

const { ok, not, and, or } = BatchCond
/** Result of a statement; neither field if its condition was false. */
type Outcome = { rows?: RowsResult; error?: unknown }
/** The part of a call that running it needs. */
type BatchCall = Pick<Call, 'statements' | 'resolve' | 'reject'>
type AddedRead = { statement: Statement; outcome: Promise<Outcome> }
type AddedStep = { step: BatchStep; outcome: Promise<Outcome> }

const reconnectMilliseconds = 200
const busyMilliseconds = 25

/**
 * Runs the reads of several calls in one round trip; equal single reads run once. A failed call is retried alone, since
 * another call may have caused the error.
 */
export async function readTogether(kept: ReusableStream, calls: Call[]): Promise<void> {
  const failure = await readOnce(kept, calls)
  if (failure instanceof NotSent) await Bun.sleep(reconnectMilliseconds)
  for (const call of calls.filter(isOpen)) {
    const error = await readOnce(kept, [call])
    if (error) call.reject(error)
  }
}

async function readOnce(kept: ReusableStream, calls: Call[]): Promise<unknown> {
  try {
    await kept.use(latest(calls), async (stream) => {
      const batch = stream.batch()
      const single: AddedRead[] = []
      const parts = calls.map((call) => ({ call, outcomes: addReads(batch, call.statements, single) }))
      await batch.execute()
      for (const { call, outcomes } of parts) settle(call, await Promise.all(outcomes))
    })
    return null
  } catch (error) {
    return error
  }
}

/** One read, or several that see the same state of the database. `single` has the single reads that were added. */
function addReads(batch: Batch, statements: Statement[], single: AddedRead[]): Promise<Outcome>[] {
  const [first, second] = statements
  if (first && !second) {
    const equal = single.find(({ statement }) => isSameRead(statement, first))
    if (equal) return [equal.outcome]
    const { outcome } = add(batch, first.stmt)
    single.push({ statement: first, outcome })
    return [outcome]
  }
  const begin = add(batch, 'begin')
  const { outcomes } = addChain(batch, begin, statements)
  add(batch, 'commit', ok(begin.step))
  return outcomes
}

/**
 * Commits the writes of several calls in one transaction and one round trip, each call atomic by its own savepoint.
 * Only retries what was never sent, or what the server reports as not committed.
 */
export async function commitTogether(kept: ReusableStream, calls: Call[]): Promise<void> {
  let reconnected = false
  for (let open = calls; open.length > 0; open = open.filter(isOpen)) {
    try {
      const refusal = await kept.use(latest(open), (stream) => commitOnce(stream, open))
      if (!refusal) return
      if (isBusy(refusal)) await Bun.sleep(busyMilliseconds * (0.5 + Math.random()))
      else if (open.length > 1) for (const call of open) await commitTogether(kept, [call])
      else open[0]?.reject(refusal)
    } catch (error) {
      if (!(error instanceof NotSent) || reconnected) {
        for (const call of open) call.reject(error)
        return
      }
      reconnected = true
      await Bun.sleep(reconnectMilliseconds)
    }
  }
}

/** Returns why the whole transaction was rolled back; null if it was committed and every call has its result. */
async function commitOnce(stream: Stream, calls: BatchCall[]): Promise<unknown> {
  const batch = stream.batch()
  const begin = add(batch, 'begin immediate')
  let before = begin
  const parts = calls.map((call) => {
    const mark = add(batch, 'savepoint one', ok(before.step))
    const { last, outcomes } = addChain(batch, mark, call.statements)
    const undo = add(batch, 'rollback to one', and(batch, [ok(mark.step), not(ok(last.step))]))
    // An error that rolled everything back removes the savepoints: then no later statement runs.
    before = add(batch, 'release one', or(batch, [ok(last.step), ok(undo.step)]))
    return { call, outcomes }
  })
  const commit = add(batch, 'commit', ok(before.step))
  add(batch, 'rollback', not(ok(commit.step)))
  await batch.execute()

  const committed = await commit.outcome
  const settled = await Promise.all(parts.map(({ outcomes }) => Promise.all(outcomes)))
  if (committed.rows) {
    for (const [index, { call }] of parts.entries()) settle(call, settled[index] as Outcome[])
    return null
  }
  const outcomes = [await begin.outcome, committed, ...settled.flat()]
  const refusals = outcomes.flatMap(({ error }) => error ?? [])
  return refusals.find(isBusy) ?? refusals[0] ?? new Error('The transaction was not carried out.')
}

/**
 * Like `commitTogether` for one batch, with foreign keys off, since a migration may recreate a table that others
 * reference.
 */
export async function migrate(stream: Stream, statements: Statement[]): Promise<RowsResult[]> {
  await stream.run('pragma foreign_keys = off')
  const { promise, resolve, reject } = Promise.withResolvers<RowsResult[]>()
  for (;;) {
    const refusal = await commitOnce(stream, [{ statements, resolve, reject }])
    if (!refusal) return promise
    if (!isBusy(refusal)) throw refusal
    await Bun.sleep(busyMilliseconds)
  }
}

function settle(call: BatchCall, outcomes: Outcome[]) {
  const failed = outcomes.findIndex(({ rows }) => !rows)
  if (failed === -1) call.resolve(outcomes.map(({ rows }) => rows as RowsResult))
  else call.reject(outcomes[failed]?.error, failed)
}

/** Adds statements that each run only if the previous one succeeded. */
function addChain(batch: Batch, first: AddedStep, statements: Statement[]) {
  let last = first
  const outcomes = statements.map(({ stmt }) => {
    last = add(batch, stmt, ok(last.step))
    return last.outcome
  })
  return { last, outcomes }
}

function add(batch: Batch, statement: Stmt | string, condition?: BatchCond): AddedStep {
  const step = batch.step()
  if (condition) step.condition(condition)
  const outcome = step.query(statement).then(
    (rows) => (rows ? { rows } : {}),
    (error) => ({ error }),
  )
  return { step, outcome }
}

/** Another process is writing, or took the lock from a process that held it too long. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof ResponseError)) return false
  return (
    /^(SQLITE_BUSY|TRANSACTION_TIMEOUT)/.test(error.code ?? '') || /database is locked/.test(error.message)
  )
}

const isOpen = (call: Call) => call.isOpen && performance.now() < call.until
const latest = (calls: Call[]) => Math.max(...calls.map((call) => call.until))
