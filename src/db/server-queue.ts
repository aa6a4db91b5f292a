import type { RowsResult, Stmt } from '@libsql/hrana-client'
import { toLibsqlError } from './errors.ts'
import { type KeptStream, serverSilent } from './server-stream.ts'

/** A WebSocket message of 16 MB would be refused, and everything in it with it. */
const maxGroup = 4_000_000

export type Statement = { stmt: Stmt; isRead: boolean; length: number }

/** Statements that someone waits for: all of them or none. */
export type Call = {
  statements: Statement[]
  /** When its caller is told that the server is silent. */
  until: number
  isOpen: boolean
  resolve(results: RowsResult[]): void
  reject(error: unknown, statementIndex?: number): void
}

/** Carries out calls together on a stream, and settles each of them. */
export type Perform = (stream: KeptStream, calls: Call[]) => Promise<void>

/** Shares streams out among calls: what waits when a stream is free goes in one trip, and so does what one turn of the event loop asks. */
export function createQueue(
  streams: KeptStream[],
  { mostTogether, patience, perform }: { mostTogether: number; patience: number; perform: Perform },
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
      if (count > 0 && (count === mostTogether || total > maxGroup)) break
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
