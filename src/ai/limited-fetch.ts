import { readCapped } from '../net/read-capped.ts'
import { withTrace } from '../tracing/active.ts'
import { ModelError } from './error.ts'

const megabyte = 1024 * 1024

/** Several times the size of an answer of 100,000 characters, even if every character is escaped. */
const maxBytes = 4 * megabyte

/** A stream has an event of a few hundred bytes for each token. */
const maxStreamBytes = 128 * megabyte

const tooLarge = (maxBytes: number) =>
  new ModelError(
    'unusable',
    `The response of the model server is larger than ${Math.ceil(maxBytes / megabyte)} MB.`,
  )

/**
 * A fetch that reads at most 4 MB of a model server's response: a larger one is refused, a larger error is cut.
 */
export const limitedFetch = Object.assign(
  async (...sent: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...withTrace(...sent))
    const { status, statusText, headers, ok } = response
    const body = await readCapped(response.body, maxBytes, ok ? () => tooLarge(maxBytes) : null)
    return new Response(body.length === 0 ? null : body, { status, statusText, headers })
  },
  { preconnect: fetch.preconnect },
)

/**
 * A fetch whose response is a stream of at most 128 MB. An event, which its reader buffers, has at most 4 MB.
 */
export const limitedStreamFetch = Object.assign(
  async (...sent: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...withTrace(...sent))
    const { status, statusText, headers } = response
    return new Response(response.body?.pipeThrough(limitStream(maxStreamBytes, maxBytes)), {
      status,
      statusText,
      headers,
    })
  },
  { preconnect: fetch.preconnect },
)

/**
 * Passes a stream on until it, or one of its server-sent events, has too many bytes. A blank line ends an event.
 */
export function limitStream(maxBytes: number, maxEventBytes: number) {
  let [bytes, bytesOfEvent, previous] = [0, 0, 0]
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      for (const byte of chunk) {
        bytesOfEvent = isBlankLine(previous, byte) ? 0 : bytesOfEvent + 1
        previous = byte
        if (bytesOfEvent > maxEventBytes) throw tooLarge(maxEventBytes)
      }
      controller.enqueue(chunk)
    },
  })
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Whether two bytes end a line and the empty line after it; lines end with LF, CR or CRLF. */
const isBlankLine = (previous: number, byte: number) =>
  previous === lineFeed
    ? byte === lineFeed || byte === carriageReturn
    : previous === carriageReturn && byte === carriageReturn
