import { nextTurn } from '../slices.ts'

type Body = ReadableStream<Uint8Array> | null

const bytesPerTurn = 512 * 1024
const chunksPerTurn = 100

/**
 * The bytes of a body. A body larger than `maxBytes` is not read to its end: throws the error of `refuse`, or returns
 * what was read if there is none. `inspect` receives each chunk first.
 */
export async function readCapped(
  body: Body,
  maxBytes: number,
  refuse: (() => Error) | null,
  inspect?: (chunk: Uint8Array) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let pauseAt = bytesPerTurn
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      if (refuse) throw refuse()
      break
    }
    inspect?.(chunk)
    chunks.push(chunk)
    // Chunks that have arrived are returned without a pause, so a large body would block all requests.
    if (bytes < pauseAt && chunks.length % chunksPerTurn !== 0) continue
    pauseAt = bytes + bytesPerTurn
    await nextTurn()
  }
  return concatenate(chunks)
}

function concatenate(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const chunk of chunks) {
    whole.set(chunk, end)
    end += chunk.length
  }
  return whole
}

/** The same as text. */
export const readCappedText = async (...read: Parameters<typeof readCapped>): Promise<string> =>
  new TextDecoder().decode(await readCapped(...read))
