import { nextTurn } from '../slices.ts'

const encoder = new TextEncoder()

type Pieces = AsyncGenerator<string, void>

/** Streams JSON text in pieces and handles other requests between them. It bypasses the route's schema. */
export const streamJson = (pieces: Pieces): never => streamText(pieces, 'application/json;charset=utf-8')

/** Streams Markdown in the same way. */
export const streamMarkdown = (pieces: Pieces): never => streamText(pieces, 'text/markdown; charset=utf-8')

function streamText(pieces: Pieces, type: string): never {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await nextTurn()
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pieces.return()
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { headers: { 'Content-Type': type } }) as never
}
