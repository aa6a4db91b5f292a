import type { Context } from '../../../context.ts'
import type { RateCheck } from './ingest-rates.ts'
import { type ReceivedVisit, storeArrivals } from './store-visits.ts'

type QueuedVisit = { arrival: ReceivedVisit; resolve(granted: RateCheck): void; reject(error: unknown): void }

const maxPerBatch = 100
/** A batch of one visit costs three times as much for each visit as one of ten. */
const leastMilliseconds = 2

/** Waits until two milliseconds after the start of the last batch. */
async function waitForNext(startedAt: number): Promise<void> {
  const left = startedAt + leastMilliseconds - performance.now()
  if (left > 0) await Bun.sleep(left)
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
      await wait(startedAt)
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
