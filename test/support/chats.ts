import type { UIMessageChunk } from 'ai'
import type { Api } from '../../src/api.ts'

export type Sent = {
  status: number
  headers: Headers
  chatId: string
  /** The frames in order of arrival. */
  text: string
  frames: UIMessageChunk[]
  /** The body of an error. */
  body: any
}

/** Sends to a chat, or a new one without an id, and reads the reply to its end. */
export async function send(
  api: Pick<Api, 'handle'>,
  key: string,
  body: unknown,
  chatId?: string,
): Promise<Sent> {
  const response = await begin(api, key, body, chatId)
  const text = await response.text()
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  return {
    status: response.status,
    headers: response.headers,
    chatId: response.headers.get('x-chat-id') ?? '',
    text,
    frames: isStream ? framesOf(text) : [],
    body: isStream ? null : JSON.parse(text),
  }
}

/** The same, while the reply streams. */
export async function begin(
  api: Pick<Api, 'handle'>,
  key: string,
  body: unknown,
  chatId?: string,
  signal?: AbortSignal,
): Promise<Response> {
  return api.handle(
    new Request(`http://localhost/v1/chats${chatId ? `/${chatId}` : ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }),
  )
}

export function framesOf(text: string): UIMessageChunk[] {
  const blocks = text.split('\n\n').filter((block) => block.startsWith('data: {'))
  return blocks.map((block) => JSON.parse(block.slice('data: '.length)))
}

/** The text of a reply. */
export function saidIn(frames: UIMessageChunk[]): string {
  return frames.flatMap((frame) => (frame.type === 'text-delta' ? frame.delta : [])).join('')
}

export const typesOf = (frames: UIMessageChunk[]) => frames.map(({ type }) => type)

/** A reply that is read step by step. */
export function reading(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  async function more(): Promise<boolean> {
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    return !done
  }
  return {
    /** All frames until one contains `part`. */
    async until(part: string): Promise<string> {
      while (!text.includes(part)) if (!(await more())) throw new Error(`It ended without ${part}: ${text}`)
      return text
    },
    async end(): Promise<string> {
      while (await more());
      return text
    },
    soFar: () => text,
    leave: () => reader.cancel(),
  }
}
