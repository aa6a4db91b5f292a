import type { Frame } from './message.ts'

const encoder = new TextEncoder()

/** A frame on the wire (agents.md 1). */
const encodeFrame = (frame: Frame) => encoder.encode(`data: ${JSON.stringify(frame)}\n\n`)
const heartbeat = encoder.encode(': \n\n')
const done = encoder.encode('data: [DONE]\n\n')

/** `no-cache` would allow storing the reply; proxies must not buffer it. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  'X-Accel-Buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
}

const heartbeatMilliseconds = 10_000
/** A reader that takes nothing for so long is gone. */
const maxUnreadMilliseconds = 60_000

type Options = {
  /** Aborted when the connection is. */
  gone?: AbortSignal
  beat?: number
  maxUnread?: number
}

/**
 * Frames as the body of a response, each written when the reader has taken the one before. Aborts `leave` when the
 * reader disconnects or stops reading.
 */
export function toBody(
  frames: AsyncGenerator<Frame, void>,
  leave: AbortController,
  { gone, beat = heartbeatMilliseconds, maxUnread = maxUnreadMilliseconds }: Options = {},
): ReadableStream<Uint8Array> {
  // A generator that has never begun would not clean up.
  let next: Promise<IteratorResult<Frame, void>> | null = frames.next()
  let unread: Timer | undefined

  /** The next frame; null if a heartbeat is due. */
  async function take() {
    next ??= frames.next()
    const { promise, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), beat)
    const taken = await Promise.race([next, promise])
    clearTimeout(timer)
    if (taken) next = null
    return taken
  }

  async function end() {
    clearTimeout(unread)
    leave.abort()
    await frames.return()
  }
  gone?.addEventListener('abort', () => void end(), { once: true })

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(unread)
        const taken = await take()
        if (!taken) controller.enqueue(heartbeat)
        else if (!taken.done) controller.enqueue(encodeFrame(taken.value))
        else {
          controller.enqueue(done)
          return controller.close()
        }
        unread = setTimeout(() => {
          void end()
          controller.error(new Error('Nobody reads.'))
        }, maxUnread)
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  )
}
