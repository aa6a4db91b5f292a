import { LibsqlError } from '@libsql/client/web'
import { unavailable } from '../errors.ts'
import type { Rows } from './database-client.ts'

/** Message to a reader thread: a read-only statement and the database file. */
export type ReaderRequest = { path: string; sql: string; args: Binding[] }
export type Binding = string | number | bigint | null | Uint8Array
/** Message from a reader thread: rows by position, or the error of SQLite. */
export type ReaderAnswer =
  | { columns: string[]; rows: unknown[][] }
  | { message: string; code: string | null; errno: number }

const maxThreads = 2
const maxWaiting = 200
const defaultDeadlineMs = 5_000
/** A thread holds a connection and its page cache, so an idle one is stopped. */
const idleMs = 30_000

type QueuedRead = { request: ReaderRequest; done: PromiseWithResolvers<Rows>; timer: Timer }
type Reader = { thread: Worker; current: QueuedRead | null; idle: Timer | null }

export type ReaderPool = {
  /** Returns the rows of a statement; 503 after five seconds, including the wait for a thread. */
  read(sql: string, args: Binding[]): Promise<Rows>
  close(): void
}

/**
 * Reads an SQLite file on at most two threads with their own connections, so that a statement whose cost grows with
 * the table never blocks the event loop. SQLite cannot be interrupted here: a statement that misses its deadline
 * fails with 503 and occupies its thread until it ends, so later reads wait for the other thread.
 */
export function createReaderPool(path: string, deadlineMs = defaultDeadlineMs): ReaderPool {
  const readers: Reader[] = []
  const queue: QueuedRead[] = []
  let isClosed = false

  function startReader(): Reader {
    const thread = new Worker(new URL('./reader-thread.ts', import.meta.url).href, { smol: true, ref: false })
    const reader: Reader = { thread, current: null, idle: null }
    thread.onmessage = ({ data }: MessageEvent<ReaderAnswer>) => {
      const { current } = reader
      reader.current = null
      if (current) settle(current, data)
      next(reader)
    }
    thread.onerror = ({ message }) => {
      const { current } = reader
      stop(reader)
      if (current) settle(current, { message, code: null, errno: 0 })
      for (const each of readers) next(each)
    }
    readers.push(reader)
    return reader
  }

  function stop(reader: Reader) {
    if (reader.idle) clearTimeout(reader.idle)
    const index = readers.indexOf(reader)
    if (index >= 0) readers.splice(index, 1)
    reader.current = null
    reader.thread.terminate()
  }

  function next(reader: Reader) {
    if (isClosed || reader.current || !readers.includes(reader)) return
    const waiting = queue.shift()
    if (!waiting) {
      reader.idle ??= setTimeout(() => stop(reader), idleMs)
      reader.idle.unref()
      return
    }
    if (reader.idle) clearTimeout(reader.idle)
    reader.idle = null
    reader.current = waiting
    reader.thread.postMessage(waiting.request)
  }

  function expire(waiting: QueuedRead) {
    const index = queue.indexOf(waiting)
    if (index >= 0) queue.splice(index, 1)
    waiting.done.reject(unavailable(tooSlow))
  }

  return {
    read(sql, args) {
      if (isClosed) return Promise.reject(new LibsqlError('The client is closed', 'CLIENT_CLOSED'))
      if (queue.length >= maxWaiting) return Promise.reject(unavailable(tooSlow))
      const done = Promise.withResolvers<Rows>()
      const waiting: QueuedRead = {
        request: { path, sql, args },
        done,
        timer: setTimeout(() => expire(waiting), deadlineMs),
      }
      queue.push(waiting)
      const idle = readers.find(({ current }) => current === null)
      if (idle) next(idle)
      else if (readers.length < maxThreads) next(startReader())
      return done.promise
    },
    close() {
      isClosed = true
      const open = [...queue.splice(0), ...readers.flatMap(({ current }) => current ?? [])]
      for (const { timer, done } of open) {
        clearTimeout(timer)
        done.reject(new LibsqlError('The client is closed', 'CLIENT_CLOSED'))
      }
      for (const reader of [...readers]) stop(reader)
    },
  }
}

function settle({ done, timer }: QueuedRead, answer: ReaderAnswer) {
  clearTimeout(timer)
  if ('rows' in answer) return done.resolve(answer)
  const { message, code, errno } = answer
  done.reject(new LibsqlError(message, code ?? 'SQLITE_ERROR', code ?? undefined, errno))
}

const tooSlow = 'This query takes longer than 5 seconds. Narrow the filters, or try again in a moment.'
