// A model in its own process that sends 200 tokens, one every 10 ms: each is the time at which it was sent.
import { tokenCount, tokenMilliseconds } from './support/talk.ts'

const encoder = new TextEncoder()

function encode(delta: object, finish_reason: string | null = null): Uint8Array {
  const choices = [{ index: 0, delta, finish_reason }]
  const chunk = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: 'writer', choices }
  return encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`)
}

/**
 * A late token is followed by the next ones at once, so that load on the machine does not lengthen an answer.
 */
async function* speak(): AsyncGenerator<Uint8Array> {
  const began = performance.now()
  for (let token = 1; token <= tokenCount; token++) {
    const wait = began + token * tokenMilliseconds - performance.now()
    if (wait > 0) await Bun.sleep(wait)
    yield encode({ content: `@${Date.now()} ` })
  }
  yield encode({}, 'stop')
  yield encoder.encode('data: [DONE]\n\n')
}

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.env.PORT),
  routes: { '/readyz': new Response() },
  fetch: () =>
    new Response(speak() as unknown as ReadableStream, { headers: { 'content-type': 'text/event-stream' } }),
})
