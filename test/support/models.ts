import { createModels, type Models } from '../../src/ai/models.ts'
import { modelConfig } from './config.ts'

type Asked = { model: string; instructions: string; prompt: string; authorization: string | null; body: any }
type Reply =
  | string
  | object
  | Response
  | ((asked: Asked) => string | object | Response | Promise<string | object | Response>)

/**
 * A scripted OpenAI-compatible server on the loopback. Replies are given in order, the last one repeatedly: a
 * text, an object (sent as JSON text), a whole Response, or a function of the request.
 */
export function startModels(...replies: Reply[]) {
  const asked: Asked[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request): Promise<Response> {
      const body = (await request.json().catch(() => null)) as any
      // The process was killed while it sent the request.
      if (body === null) return new Response(null, { status: 400 })
      const text = (role: string) =>
        body.messages
          .filter((message: any) => message.role === role)
          .map((message: any) => asText(message.content))
          .join('\n')
      const question = {
        model: body.model,
        instructions: [text('system'), text('developer')].filter(Boolean).join('\n'),
        prompt: text('user'),
        authorization: request.headers.get('authorization'),
        body,
      }
      asked.push(question)
      const reply = replies.length > 1 ? replies.shift() : replies[0]
      const answer = typeof reply === 'function' ? await reply(question) : reply
      if (answer instanceof Response) return new Response(await answer.clone().text(), answer)
      return Response.json(completion(answer, body.model))
    },
  })
  const url = `http://127.0.0.1:${server.port}/v1`
  return {
    url,
    asked,
    replyWith: (...next: Reply[]) => {
      replies.length = 0
      replies.push(...next)
    },
    /** The models of a context with this server. */
    models: (): Models => createModels(modelConfig(url)),
    stop: () => server.stop(true),
    [Symbol.dispose]: () => void server.stop(true),
  }
}

/** Texts that models add around a requested object, each with its name. */
export const aloud: [how: string, say: (json: string) => string][] = [
  ['thoughts before it', (json) => `<think>Is it {"word": "draft"}? Hm.</think>\n${json}`],
  ['two thoughts before it', (json) => `<thinking>So.</thinking> <think>{"no": {</think>${json}`],
  ['thoughts whose beginning is left out', (json) => `Let me see {that}.\n</think>\n\n${json}`],
  ['a fence around it', (json) => `\`\`\`json\n${json}\n\`\`\``],
  ['a preface and a fence', (json) => `Here you are: {the answer}\n\`\`\`\n${json}\n\`\`\`\nAnything else?`],
  ['an object of another kind after it', (json) => `${json}\nI used {"temperature": 0} for this.`],
]

function asText(content: unknown): string {
  if (typeof content === 'string') return content
  return (content as { text?: string }[]).map((part) => part.text ?? '').join('')
}

/** A whole answer in the API's format. */
export function completion(content: string | object, model = 'writer') {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: typeof content === 'string' ? content : JSON.stringify(content),
        },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  }
}
