import { nextTurn } from '../slices.ts'

const encoder = new TextEncoder()

/** Streams JSON text in pieces and handles other requests between them. It bypasses the route's schema. */
export function streamJson(pieces: AsyncGenerator<string, void>): never {
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
  return new Response(body, { headers: { 'Content-Type': 'application/json;charset=utf-8' } }) as never
}
