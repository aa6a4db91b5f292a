import { createModels, type Models } from '../../src/ai/models.ts'
import type { Config } from '../../src/config.ts'
import { modelConfig } from './config.ts'

/** A line of an endpoint: a chunk of the API, or a raw text. */
type Line = object | string
type Script = Line[] | AsyncIterable<Line> | Response
export type Talk = {
  body: any
  headers: Headers
  /** How many lines were sent. */
  sent: number
  /** When the client disconnected. */
  left: Promise<void>
}

/**
 * A scripted OpenAI-compatible server on the loopback that streams. Scripts are played in order, the last one
 * repeatedly; each question has the number of lines sent for it, and when its client disconnected.
 */
export function startTalking(...scripts: (Script | ((talk: Talk) => Script))[]) {
  const talks: Talk[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request): Promise<Response> {
      const left = Promise.withResolvers<void>()
      request.signal.addEventListener('abort', () => left.resolve())
      const body = await request.json().catch(() => null)
      // The process was killed while it sent the request.
      if (body === null) return new Response(null, { status: 400 })
      const talk: Talk = { body, headers: request.headers, sent: 0, left: left.promise }
      talks.push(talk)
      const next = scripts.length > 1 ? scripts.shift() : scripts[0]
      const script = (typeof next === 'function' ? next(talk) : next) ?? []
      if (script instanceof Response) return script.clone() as Response
      return new Response(play(script, talk, left.promise) as unknown as ReadableStream, {
        headers: { 'content-type': 'text/event-stream' },
      })
    },
  })
  const url = `http://127.0.0.1:${server.port}/v1`
  const settings = {
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'test-key',
    WRITER_MODEL: 'writer',
    SMALL_MODEL: 'small',
  }
  return {
    url,
    talks,
    settings,
    play: (...next: typeof scripts) => {
      scripts.length = 0
      scripts.push(...next)
    },
    models: (config: Partial<Config> = {}): Models => createModels({ ...modelConfig(url), ...config }),
    [Symbol.dispose]: () => void server.stop(true),
  }
}

async function* play(
  script: Line[] | AsyncIterable<Line>,
  talk: Talk,
  left: Promise<void>,
): AsyncGenerator<Uint8Array> {
  const gone = left.then(() => ({ done: true, value: undefined }) as const)
  const lines = Symbol.asyncIterator in script ? script[Symbol.asyncIterator]() : script[Symbol.iterator]()
  for (;;) {
    const { done, value } = await Promise.race([lines.next(), gone])
    if (done || value === undefined) return
    talk.sent++
    yield new TextEncoder().encode(typeof value === 'string' ? value : `data: ${JSON.stringify(value)}\n\n`)
  }
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 0,
  model: 'writer',
  choices: [{ index: 0, delta, finish_reason }],
})

export const say = (...texts: string[]) => texts.map((content) => chunk({ content }))
export const think = (...texts: string[]) => texts.map((reasoning_content) => chunk({ reasoning_content }))

/** A call of a tool; `wire` has the fields of its first delta other than name and arguments. */
export const call = (name: string, input: unknown, wire: object = { index: 0, id: 'call_1' }) =>
  chunk({
    tool_calls: [
      {
        type: 'function',
        ...wire,
        function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
      },
    ],
  })

export const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }
export const done = 'data: [DONE]\n\n'

/** The last chunk of an answer. */
export const end = (reason = 'stop', used: object | null = usage): Line[] => [
  chunk({}, reason),
  ...(used ? [{ ...chunk({}), choices: [], usage: used }] : []),
  done,
]

export const answer = (...texts: string[]): Line[] => [...say(...texts), ...end()]
