/** Message to the thread: an open file of the process, which it writes to the disk. */
export type LogTask = { descriptor: number }
/** Message from the thread. */
export type LogAnswer = { failure?: { message: string; code: string | undefined } }

/** Bun's worker; the type of a browser's has no such methods. */
type CountedWorker = Worker & { ref(): void; unref(): void }

/** The thread ended before it answered. */
export class LostThread extends Error {}

/** Runs tasks of the write-ahead log, one at a time, on a thread that the first task starts. */
export function createLogWorker() {
  let thread: CountedWorker | null = null
  let current: PromiseWithResolvers<void> | null = null

  function start(): CountedWorker {
    const started = new Worker(new URL('./log-thread.ts', import.meta.url).href, {
      smol: true,
    }) as CountedWorker
    started.onmessage = ({ data: { failure } }: MessageEvent<LogAnswer>) => {
      started.unref()
      // After this event: a caller that runs the event loop to wait for its next task would get no message within it.
      setImmediate(() => {
        if (failure) current?.reject(Object.assign(new Error(failure.message), { code: failure.code }))
        else current?.resolve()
      })
    }
    started.onerror = ({ message }) => {
      close()
      current?.reject(new LostThread(message))
    }
    return started
  }

  function close() {
    thread?.terminate()
    thread = null
  }

  return {
    run(task: LogTask): Promise<void> {
      thread ??= start()
      // Only a task in progress keeps the process alive.
      thread.ref()
      current = Promise.withResolvers()
      thread.postMessage(task)
      return current.promise
    },
    close,
  }
}
