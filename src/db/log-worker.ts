/** Message to the thread: what to do, and the state that it sets while it works. */
export type LogTask = { work: LogWork; state: Int32Array }
/** An open `-wal` file to write to the disk, or a database whose log is copied into its file; its files as identified. */
export type LogWork = { descriptor: number } | { path: string; files: string[] }
/** Message from the thread. */
export type LogAnswer = { failure?: { message: string; code: string | undefined } }

export const threadStates = { idle: 0, working: 1, closed: 2 }
/** Longer than a disk that still works takes. */
const maxCloseMilliseconds = 10_000

/** Bun's worker; the type of a browser's has no such methods. */
type CountedWorker = Worker & { ref(): void; unref(): void }

/** The thread ended before it answered. */
export class LostThread extends Error {}

/** Works on the write-ahead log, on one task at a time, on a thread that the first task starts. */
export function createLogWorker() {
  const state = new Int32Array(new SharedArrayBuffer(4))
  let thread: CountedWorker | null = null
  let current: PromiseWithResolvers<void> | null = null

  function start(): CountedWorker {
    const started = new Worker(new URL('./log-thread.ts', import.meta.url).href, {
      smol: true,
    }) as CountedWorker
    started.onmessage = ({ data: { failure } }: MessageEvent<LogAnswer>) => {
      started.unref()
      const answered = current
      // After this event: a caller that runs the event loop to wait for its next task would get no message within it.
      setImmediate(() => {
        if (failure) answered?.reject(Object.assign(new Error(failure.message), { code: failure.code }))
        else answered?.resolve()
      })
    }
    started.onerror = ({ message }) => {
      Atomics.store(state, 0, threadStates.idle)
      end()
      current?.reject(new LostThread(message))
    }
    return started
  }

  function end() {
    thread?.terminate()
    thread = null
  }

  return {
    run(work: LogWork): Promise<void> {
      thread ??= start()
      // Only a task in progress keeps the process alive.
      thread.ref()
      current = Promise.withResolvers()
      thread.postMessage({ work, state } satisfies LogTask)
      return current.promise
    },
    /** Blocks until a task that has begun is done: afterwards the thread no longer uses the files. */
    close() {
      const { idle, working, closed } = threadStates
      if (Atomics.compareExchange(state, 0, idle, closed) === working)
        Atomics.wait(state, 0, working, maxCloseMilliseconds)
      end()
    },
  }
}
