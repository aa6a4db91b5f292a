import type { Context } from '../../../context.ts'
import type { RateCheck } from './ingest-rates.ts'
import { type ReceivedVisit, storeArrivals } from './store-visits.ts'

type QueuedVisit = { arrival: ReceivedVisit; resolve(granted: RateCheck): void; reject(error: unknown): void }

const maxPerBatch = 100

/**
 * Returns a function that stores an arrival and resolves after the commit with the state of its rate limit. Arrivals of one turn of the event loop, and those that wait for an earlier batch, share a batch.
 */
export function createCollector(ctx: Context): (arrival: ReceivedVisit) => Promise<RateCheck> {
  let waiting: QueuedVisit[] = []
  let isBusy = false

  async function flush() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxPerBatch)
      waiting = waiting.slice(maxPerBatch)
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
    isBusy = false
  }

  return (arrival) =>
    new Promise((resolve, reject) => {
      waiting.push({ arrival, resolve, reject })
      if (isBusy) return
      isBusy = true
      setImmediate(() => void flush())
    })
}
