import { createShare, type Reservation } from '../input-budget.ts'

type QueuedImage = { owner: string; pixels: number; grant(reservation: Reservation): void }

export type ImageTurns = {
  /**
   * Waits until an image of an organization may be encoded; null if too many of its images wait. Rejects when the
   * signal aborts.
   */
  wait(owner: string, pixels: number, signal: AbortSignal): Promise<Reservation | null>
}

/**
 * Limits the pixels that are encoded at once. An owner has one image in work and `maxWaiting` that wait, and its next
 * one comes after those of other owners.
 */
export function createImageTurns(maxPixels: number, maxWaiting: number): ImageTurns {
  const share = createShare(maxPixels, 0)
  const working = new Set<string>()
  let queue: QueuedImage[] = []

  function grantNext() {
    for (const waiting of [...queue]) {
      if (working.has(waiting.owner)) continue
      const pixels = share.take(waiting.pixels)
      // Smaller images wait as well, so that a large one gets its turn.
      if (!pixels) return
      queue.splice(queue.indexOf(waiting), 1)
      working.add(waiting.owner)
      waiting.grant({ [Symbol.dispose]: () => end(waiting.owner, pixels) })
    }
  }

  function end(owner: string, pixels: Reservation) {
    pixels[Symbol.dispose]()
    working.delete(owner)
    const isOwn = (waiting: QueuedImage) => waiting.owner === owner
    queue = [...queue.filter((each) => !isOwn(each)), ...queue.filter(isOwn)]
    grantNext()
  }

  return {
    async wait(owner, pixels, signal) {
      signal.throwIfAborted()
      if (queue.filter((each) => each.owner === owner).length >= maxWaiting) return null
      const { promise, resolve, reject } = Promise.withResolvers<Reservation>()
      const waiting = { owner, pixels, grant: resolve }
      const leave = () => {
        queue = queue.filter((each) => each !== waiting)
        reject(signal.reason)
        grantNext()
      }
      queue.push(waiting)
      signal.addEventListener('abort', leave, { once: true })
      grantNext()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', leave)
      }
    },
  }
}
