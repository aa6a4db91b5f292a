import { toPrice } from '../../ai/engines/engine.ts'
import type { Model } from '../../ai/models.ts'

/** The text that the sample model returns in one call, and the tool that it calls. */
export type Line = { text: string; call?: { tool: string; input: unknown } }

/** A local model that returns the lines of a script in order, so the sample needs no API key. */
export function startSpeaker(lines: Line[]): { model: Model } & Disposable {
  const waiting = [...lines]
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const line = waiting.shift()
      if (!line) return new Response(null, { status: 404 })
      const usage = { prompt_tokens: tokensOf(await request.text()), completion_tokens: tokensOf(line.text) }
      const chunks = [...toChunks(line), { choices: [], usage }]
      const body = chunks.map((chunk) => `data: ${JSON.stringify({ ...frame, ...chunk })}\n\n`).join('')
      return new Response(`${body}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
    },
  })
  return {
    model: {
      id: 'sample',
      endpoint: { baseURL: `http://127.0.0.1:${server.port}/v1`, apiKey: 'none' },
      zdr: 'all',
      price: toPrice({ input: 0, output: 0 }),
      thinking: false,
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
}

const frame = { id: 'sample', object: 'chat.completion.chunk', created: 0, model: 'sample' }

const tokensOf = (text: string) => Math.ceil(text.length / 4)

function toChunks({ text, call }: Line) {
  const tool = call && {
    tool_calls: [
      {
        ...{ index: 0, id: 'call_1', type: 'function' },
        function: { name: call.tool, arguments: JSON.stringify(call.input) },
      },
    ],
  }
  return [
    toChunk({ content: text }, null),
    ...(tool ? [toChunk(tool, null)] : []),
    toChunk({}, tool ? 'tool_calls' : 'stop'),
  ]
}

const toChunk = (delta: object, reason: 'stop' | 'tool_calls' | null) => ({
  choices: [{ index: 0, delta, finish_reason: reason }],
})
