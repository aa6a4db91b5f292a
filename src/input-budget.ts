const megabyte = 1024 * 1024

/** Bodies up to this size never wait behind larger ones. */
export const smallBytes = megabyte

/** Bytes reserved from a share until disposed. */
export type Reservation = Disposable

/** A semaphore over bytes: the first request that fits is served. */
export type Share = {
  readonly bytes: number
  readonly free: number
  /** Reserves bytes if they are free now, else returns null. */
  take(bytes: number): Reservation | null
  /** Waits until bytes are free; null if too many wait already. Rejects when the signal aborts. */
  wait(bytes: number, signal?: AbortSignal): Promise<Reservation | null>
}

/**
 * The memory that input from outside may use in this process: request bodies whose sender is not authenticated yet,
 * and fetched pages. Each kind has its own share, so that none can starve the others.
 */
export type InputBudget = {
  /** Bodies up to `smallBytes`. */
  small: Share
  /** Larger bodies, which only code hosts send. Requests beyond the waiting limit are refused. */
  large: Share
  /** Pages, sitemaps and robots.txt files that jobs fetch. */
  pages: Share
}

export function createInputBudget(): InputBudget {
  return {
    small: createShare(32 * megabyte, 0),
    // Two bodies of the largest size. A waiting connection costs about 2 MB in the runtime itself.
    large: createShare(50 * megabyte, 12),
    // One sitemap, or five pages.
    pages: createShare(40 * megabyte, Number.POSITIVE_INFINITY),
  }
}

type QueuedInput = { bytes: number; grant(reservation: Reservation): void }

/** A share of `bytes`; at most `maxWaiting` requests wait for it. */
export function createShare(bytes: number, maxWaiting: number): Share {
  let used = 0
  const queue: QueuedInput[] = []

  function take(wanted: number): Reservation | null {
    // A request for more than the whole share is granted when the share is unused.
    const needed = Math.min(wanted, bytes)
    if (used + needed > bytes) return null
    used += needed
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        used -= needed
        grantWaiting()
      },
    }
  }

  function grantWaiting() {
    for (const waiting of [...queue]) {
      const reservation = take(waiting.bytes)
      if (!reservation) continue
      queue.splice(queue.indexOf(waiting), 1)
      waiting.grant(reservation)
    }
  }

  async function wait(wanted: number, signal?: AbortSignal): Promise<Reservation | null> {
    signal?.throwIfAborted()
    const reservation = take(wanted)
    if (reservation || queue.length >= maxWaiting) return reservation
    const { promise, resolve, reject } = Promise.withResolvers<Reservation>()
    const waiting = { bytes: wanted, grant: resolve }
    const leave = () => {
      const at = queue.indexOf(waiting)
      if (at >= 0) queue.splice(at, 1)
      reject(signal?.reason)
    }
    queue.push(waiting)
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  return {
    bytes,
    get free() {
      return bytes - used
    },
    take,
    wait,
  }
}
