const megabyte = 1024 * 1024

/** Bodies up to this size never wait behind larger ones. */
export const smallBytes = megabyte

/** Bytes taken out of a share until they are disposed of. */
export type Reservation = Disposable

/** A semaphore over bytes: the first that fits goes first. */
export type Share = {
  readonly bytes: number
  readonly free: number
  /** Takes bytes if they are free now. */
  take(bytes: number): Reservation | null
  /** Waits until bytes are free; null if too many wait already. Rejects when the signal aborts. */
  wait(bytes: number, signal?: AbortSignal): Promise<Reservation | null>
}

/**
 * The memory that outside input may occupy in this process at any time: bodies of requests whose sender is not known
 * yet, and pages that are fetched. Each kind has a share of its own, so that none of them can starve the others.
 */
export type InputBudget = {
  /** Bodies up to `smallBytes`. */
  small: Share
  /** Larger bodies, which only code hosts send; more of them than may wait are refused. */
  large: Share
  /** Pages, sitemaps and files of rules that jobs fetch. */
  pages: Share
}

export function createInputBudget(): InputBudget {
  return {
    small: createShare(32 * megabyte, 0),
    // Two bodies of the largest size. A connection that waits costs about 2 MB in the runtime itself.
    large: createShare(50 * megabyte, 12),
    // One sitemap, or five pages.
    pages: createShare(40 * megabyte, Number.POSITIVE_INFINITY),
  }
}

type Waiting = { bytes: number; grant(reservation: Reservation): void }

/** A share of so many bytes; at most `maxWaiting` wait for some of them to become free. */
export function createShare(bytes: number, mostWaiting: number): Share {
  let used = 0
  const queue: Waiting[] = []

  function take(wanted: number): Reservation | null {
    // More than the whole share is granted when nothing else is.
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
    if (reservation || queue.length >= mostWaiting) return reservation
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
