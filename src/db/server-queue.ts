import type { RowsResult, Stmt } from '@libsql/hrana-client'
import { toLibsqlError } from './errors.ts'
import type { ReusableStream } from './server-stream.ts'
import { serverSilent } from './within.ts'

/** The server rejects a WebSocket message of 16 MB, with everything in it. */
const maxGroup = 4_000_000

export type Statement = { stmt: Stmt; sql: string; args: unknown[] | null; isRead: boolean; length: number }

/** Whether two reads have the same result. Named values are not compared. */
export const isSameRead = (one: Statement, other: Statement): boolean =>
  one.sql === other.sql &&
  one.args !== null &&
  one.args.length === other.args?.length &&
  one.args.every((value, index) => value === other.args?.[index])

/** The statements of one caller: all or none run. */
export type Call = {
  statements: Statement[]
  /** When the caller gets the error that the server does not respond. */
  until: number
  isOpen: boolean
  resolve(results: RowsResult[]): void
  reject(error: unknown, statementIndex?: number): void
}

/** Runs calls together on a stream, and settles each of them. */
export type Perform = (stream: ReusableStream, calls: Call[]) => Promise<void>

/**
 * Assigns calls to streams: all calls that wait when a stream becomes free share one round trip, and so do the calls
 * of one event loop turn.
 */
export function createQueue(
  streams: ReusableStream[],
  { maxTogether, patience, perform }: { maxTogether: number; patience: number; perform: Perform },
) {
  const idle = [...streams]
  let waiting: Call[] = []
  let isScheduled = false

  function dispatch() {
    isScheduled = false
    waiting = waiting.filter((call) => call.isOpen)
    while (waiting.length > 0) {
      const stream = idle.pop()
      if (!stream) return
      const calls = take()
      void perform(stream, calls).then(() => {
        idle.push(stream)
        dispatch()
      })
    }
  }

  function take(): Call[] {
    let count = 0
    let total = 0
    for (const { statements } of waiting) {
      for (const { length } of statements) total += length
      if (count > 0 && (count === maxTogether || total > maxGroup)) break
      count++
    }
    return waiting.splice(0, count)
  }

  return (statements: Statement[], isBatch: boolean): Promise<RowsResult[]> =>
    new Promise((resolve, reject) => {
      waiting.push(createCall({ statements, isBatch, patience }, resolve, reject))
      if (isScheduled) return
      isScheduled = true
      setImmediate(dispatch)
    })
}

function createCall(
  asked: { statements: Statement[]; isBatch: boolean; patience: number },
  resolve: (results: RowsResult[]) => void,
  reject: (error: unknown) => void,
): Call {
  const timer = setTimeout(() => call.reject(serverSilent()), asked.patience)
  function end() {
    call.isOpen = false
    clearTimeout(timer)
  }
  const call: Call = {
    statements: asked.statements,
    until: performance.now() + asked.patience,
    isOpen: true,
    resolve(results) {
      end()
      resolve(results)
    },
    reject(error, statementIndex) {
      end()
      reject(toLibsqlError(error, asked.isBatch ? statementIndex : undefined))
    },
  }
  return call
}
