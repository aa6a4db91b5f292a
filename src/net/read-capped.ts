type Body = ReadableStream<Uint8Array> | null

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
  const sink = new Bun.ArrayBufferSink()
  sink.start({ asUint8Array: true })
  let bytes = 0
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      if (refuse) throw refuse()
      break
    }
    inspect?.(chunk)
    sink.write(chunk)
  }
  // Guaranteed by `asUint8Array`.
  return sink.end() as Uint8Array<ArrayBuffer>
}

/** The same as text. */
export const readCappedText = async (...read: Parameters<typeof readCapped>): Promise<string> =>
  new TextDecoder().decode(await readCapped(...read))
