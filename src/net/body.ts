import type { IncomingMessage } from 'node:http'
import { pipeline, Readable, type Transform } from 'node:stream'
import { builtIn } from '../built-in.ts'
import { FetchError } from './fetch-error.ts'

const decoders: Record<string, () => Transform> = {
  gzip: () => builtIn.zlib.createGunzip(),
  'x-gzip': () => builtIn.zlib.createGunzip(),
  br: () => builtIn.zlib.createBrotliDecompress(),
}

/** The encodings that `readBody` decodes. */
export const acceptedEncodings = 'gzip, br'

/**
 * The decompressed bytes of a response. They are counted after decompression, so a decompression bomb is dropped at
 * the limit. `cut` returns what fits instead of throwing; `packed` also unpacks a gzipped file.
 */
export async function readBody(
  message: IncomingMessage,
  host: string,
  { maxBytes, cut, packed = false }: { maxBytes: number; cut: boolean; packed?: boolean },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    const decoded = decode(message, host) as AsyncIterable<Buffer>
    for await (const chunk of packed ? unpack(decoded) : decoded) {
      size += chunk.length
      chunks.push(chunk)
      if (size > maxBytes) break
    }
  } finally {
    message.destroy()
  }
  if (size > maxBytes && !cut) {
    throw new FetchError('unusable', `The page at ${host} is larger than ${maxBytes} bytes.`)
  }
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

function decode(message: IncomingMessage, host: string): Readable {
  const encoding = message.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return message
  const decoder = decoders[encoding]?.()
  if (!decoder)
    throw new FetchError('unusable', `The page at ${host} is compressed as ${encoding.slice(0, 20)}.`)
  // `pipe` would leave the reader waiting when the connection breaks; the reader reports the error.
  return pipeline(message, decoder, () => {})
}

/** The content of a gzipped file; other files unchanged. */
async function* unpack(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 2) {
    const { value, done } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const whole = (async function* () {
    yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  })()
  const isPacked = head[0] === 0x1f && head[1] === 0x8b
  yield* isPacked ? pipeline(Readable.from(whole), builtIn.zlib.createGunzip(), () => {}) : whole
}
