import type { Frame } from './message.ts'

const encoder = new TextEncoder()

/** A frame on the wire (agents.md 1). */
const encodeFrame = (frame: Frame) => encoder.encode(`data: ${JSON.stringify(frame)}\n\n`)
const heartbeat = encoder.encode(': \n\n')
const done = encoder.encode('data: [DONE]\n\n')

/** `no-cache` would let others keep it; proxies must not gather it. */
export const streamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'private, no-store',
  'X-Accel-Buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
}

const heartbeatMilliseconds = 10_000
/** Whoever takes nothing for so long does not read any more. */
const patienceMilliseconds = 60_000

type Manner = {
  /** Aborted when the connection is. */
  gone?: AbortSignal
  beat?: number
  patience?: number
}

/**
 * Frames as the body of an answer, each written when the reader has taken the one before; `leave` is aborted when the
 * reader goes, or stops taking.
 */
export function toBody(
  frames: AsyncGenerator<Frame, void>,
  leave: AbortController,
  { gone, beat = heartbeatMilliseconds, patience = patienceMilliseconds }: Manner = {},
): ReadableStream<Uint8Array> {
  // Begun at once: what was never begun would not clean up after itself.
  let next: Promise<IteratorResult<Frame, void>> | null = frames.next()
  let unread: Timer | undefined

  /** The next frame; null where it is time to say that there will be one. */
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
        }, patience)
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  )
}
