/** Work that yields at points where requests may be answered, and returns its result. */
export type Sliced<T> = Generator<undefined, T>

/** How long sliced work runs before the event loop gets a turn. */
const sliceMilliseconds = 10

/** Runs sliced work to its end without a pause. */
export function runAtOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Runs sliced work a few milliseconds at a time. */
export async function runInSlices<T>(work: Sliced<T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < sliceMilliseconds) continue
    await nextTurn()
    began = performance.now()
  }
}

/** Resolves after pending events have been handled. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Maps a list and yields after each item. */
export function* mapSliced<T, R>(items: Iterable<T>, act: (item: T) => R): Sliced<R[]> {
  const results: R[] = []
  for (const item of items) {
    results.push(act(item))
    yield
  }
  return results
}
