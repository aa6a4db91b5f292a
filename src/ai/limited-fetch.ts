import { ModelError } from './error.ts'

/** Several times the size of an answer of 100,000 characters, even if every character is escaped. */
const mostBytes = 4 * 1024 * 1024

/** A fetch that reads at most 4 MB of the answer of a model server: a larger one is refused, a larger error is cut. */
export const limitedFetch = Object.assign(
  async (...sent: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(...sent)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > mostBytes && !response.ok) break
      if (bytes > mostBytes)
        throw new ModelError('unusable', 'The model server sent an answer that is larger than 4 MB.')
      chunks.push(chunk)
    }
    const { status, statusText, headers } = response
    return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, statusText, headers })
  },
  { preconnect: fetch.preconnect },
)
