import { type Event, isLast } from './event.ts'

/** The state of a reader: reading stored events, waiting for new ones, reconnecting, or ended. */
export type Connection = 'opening' | 'following' | 'lost' | 'ended'

export type ReaderOptions = {
  /** The index of the first event to read; below 0 it counts from the end. */
  from: number
  open: (from: number, signal: AbortSignal) => Promise<Response>
  signal: AbortSignal
  /** Receives events in order, each once; `index` is that of the first. */
  onEvents: (events: Event[], index: number) => void
  /** Receives the state of the connection, with the index of the last event when it began. */
  onConnection: (connection: Connection, tail: number | null) => void
}

/** The server sends a heartbeat every 5 s: after this silence the connection is lost. */
const silenceMilliseconds = 15_000
const firstWait = 250
const maxWait = 5000

/**
 * Reads a session's stream until it ends. A lost connection resumes at the next event, so that no event is
 * missed or repeated. Throws on a permanent error.
 */
export async function readSession({
  from,
  open,
  signal,
  onEvents,
  onConnection,
}: ReaderOptions): Promise<void> {
  let next = from
  let wait = firstWait
  while (!signal.aborted) {
    const silence = watchSilence(signal)
    try {
      const answer = await open(next, silence.signal)
      const tail = tailOf(answer)
      if (next < 0) next = Math.max(0, tail + 1 + next)
      onConnection('following', tail)
      for await (const events of readEvents(answer.body, silence.hear)) {
        wait = firstWait
        onEvents(events, next)
        next += events.length
        if (events.some(isLast)) return onConnection('ended', null)
      }
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
      wait = Math.max(wait, secondsToWait(error) * 1000)
    } finally {
      silence.stop()
    }
    onConnection('lost', null)
    await sleep(wait, signal)
    wait = Math.min(wait * 2, maxWait)
  }
}

const tailOf = (answer: Response) => Number(answer.headers.get('x-eve-stream-tail-index') ?? -1)

/** The events of a stream; blank lines are heartbeats, and a truncated line is discarded. */
async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
  hear: () => void,
): AsyncGenerator<Event[], void> {
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    hear()
    text += decoder.decode(value, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    const events = lines.filter(Boolean).map((line) => JSON.parse(line) as Event)
    if (events.length > 0) yield events
  }
}

/** A signal that aborts a silent connection. */
function watchSilence(signal: AbortSignal) {
  const silent = new AbortController()
  const end = () => silent.abort()
  let timer = setTimeout(end, silenceMilliseconds)
  return {
    signal: AbortSignal.any([signal, silent.signal]),
    hear() {
      clearTimeout(timer)
      timer = setTimeout(end, silenceMilliseconds)
    },
    stop: () => clearTimeout(timer),
  }
}

type FailedRequest = { status?: number; retryAfter?: number | null }

/** Errors that a retry does not resolve; a user who is signed out may sign in again. */
const isFinal = (error: unknown) => [400, 403, 404].includes((error as FailedRequest).status ?? 0)

const secondsToWait = (error: unknown) => (error as FailedRequest).retryAfter ?? 0

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
