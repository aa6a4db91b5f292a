/** Work that yields wherever requests may be answered in between, and returns its result. */
export type Sliced<T> = Generator<undefined, T>

/** How long sliced work runs before others get their turn. */
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

/** Resolves once everything that arrived meanwhile had its turn. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Maps a list, with a chance for others after each item. */
export function* mapSliced<T, R>(items: Iterable<T>, act: (item: T) => R): Sliced<R[]> {
  const results: R[] = []
  for (const item of items) {
    results.push(act(item))
    yield
  }
  return results
}
