import type { Context } from '../../../context.ts'
import { nextTurn } from '../../../slices.ts'
import type { RateCheck } from './ingest-rates.ts'
import { type ReceivedVisit, storeArrivals } from './store-visits.ts'

type QueuedVisit = { arrival: ReceivedVisit; resolve(granted: RateCheck): void; reject(error: unknown): void }

const maxPerBatch = 100
/** Each batch waits for the disk once: one of ten visits costs a third of one visit for each. */
const leastMilliseconds = 5
const mostMilliseconds = 15

/**
 * Waits until five milliseconds after the start of the last batch, then as long as each turn of the event loop brings
 * more arrivals, but at most until 15 milliseconds after it.
 */
export async function waitForNext(
  startedAt: number,
  countWaiting: () => number,
  now = () => performance.now(),
): Promise<void> {
  const left = startedAt + leastMilliseconds - now()
  if (left > 0) await Bun.sleep(left)
  for (let before = 0; countWaiting() > before && countWaiting() < maxPerBatch; ) {
    if (now() >= startedAt + mostMilliseconds) return
    before = countWaiting()
    await nextTurn()
  }
}

/**
 * Returns a function that stores an arrival and resolves after the commit with the state of its rate limit. Arrivals of
 * one turn of the event loop, those that wait for an earlier batch, and those shortly after its start share a batch.
 */
export function createCollector(
  ctx: Context,
  wait = waitForNext,
): (arrival: ReceivedVisit) => Promise<RateCheck> {
  let waiting: QueuedVisit[] = []
  let isBusy = false
  let startedAt = Number.NEGATIVE_INFINITY

  async function flush() {
    while (waiting.length > 0) {
      await wait(startedAt, () => waiting.length)
      startedAt = performance.now()
      const batch = waiting.slice(0, maxPerBatch)
      waiting = waiting.slice(maxPerBatch)
      await store(batch)
    }
    isBusy = false
  }

  async function store(batch: QueuedVisit[]) {
    try {
      const granted = await storeArrivals(
        ctx,
        batch.map(({ arrival }) => arrival),
      )
      for (const [index, { resolve, reject }] of batch.entries()) {
        const own = granted[index]
        if (own) resolve(own)
        else reject(new Error('A visit has no result.'))
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (arrival) =>
    new Promise((resolve, reject) => {
      waiting.push({ arrival, resolve, reject })
      if (isBusy) return
      isBusy = true
      setImmediate(() => void flush())
    })
}
