import { sleep } from './retry.ts'

/**
 * Repeats a request until its response is final:
 * `poll(() => herald.getPostGeneration({ path: { jobId } }), ({ job }) => job.completedAt !== null)`.
 */
export async function poll<T>(
  read: () => Promise<T>,
  isDone: (response: T) => boolean,
  { everyMilliseconds = 2000, signal }: { everyMilliseconds?: number; signal?: AbortSignal } = {},
): Promise<T> {
  for (;;) {
    const response = await read()
    if (isDone(response)) return response
    await sleep(everyMilliseconds, signal)
  }
}
