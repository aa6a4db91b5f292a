import { TrackerError } from './error.ts'

const mostBytes = 32 * 1024 * 1024

/** The text of an answer; one that is larger than 32 MB is refused. */
export async function readText(response: Response): Promise<string> {
  const sink = new Bun.ArrayBufferSink()
  sink.start({ asUint8Array: true })
  let bytes = 0
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw new TrackerError('failed', 'Linear sent an answer that is too large to be read.')
    sink.write(chunk)
  }
  return new TextDecoder().decode(sink.end() as Uint8Array)
}
