import { createClient } from './generated/client/index.ts'
import { Operations } from './generated/index.ts'
import type { ChatBody } from './generated/types.gen.ts'
import { type RetryOptions, retrying } from './retry.ts'
import { type ChatFrame, readFrames, readSession, type SessionEvent } from './streams.ts'

export type HeraldOptions = RetryOptions & {
  /** The address of the server, such as `https://herald.example.com`. */
  baseUrl: string
  /** An API key. */
  key: string
  /** Sends the requests. Default: the global `fetch`. */
  fetch?: typeof fetch
}

type SessionOptions = { startIndex?: number; follow?: boolean; signal?: AbortSignal }

/** The error of a refused request. */
export class HeraldError extends Error {
  override readonly name = 'HeraldError'
  constructor(
    readonly status: number,
    /** The body of the response: `error`, and `code`, `recovery` or `issues` if there are any. */
    readonly body: unknown,
    /** The id of the request in the log of the server. */
    readonly requestId: string | null,
  ) {
    const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown }
    super(typeof error === 'string' ? error : `The server returned status ${status}.`)
  }
}

/** A method for each operation of the API; it returns the body of the response and throws a `HeraldError`. */
export class Herald extends Operations {
  readonly #open: (path: string, init?: RequestInit) => Promise<Response>

  constructor({ baseUrl, key, fetch: given = fetch, ...retries }: HeraldOptions) {
    const root = baseUrl.replace(/\/+$/, '')
    const send = retrying(given, retries)
    const client = createClient({ baseUrl: root, auth: key, throwOnError: true, fetch: send })
    client.interceptors.error.use((error, response) => (response ? toError(response, error) : error))
    super({ client })
    this.#open = async (path, init) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
      const response = await send(new Request(`${root}${path}`, { ...init, headers }))
      if (response.ok) return response
      throw toError(response, await response.json().catch(() => null))
    }
  }

  /** Sends a message to a chat, or to a new one, and yields the frames of the reply as they are written. */
  async *chat(
    { chatId, ...body }: ChatBody & { chatId?: string },
    options: { signal?: AbortSignal } = {},
  ): AsyncGenerator<ChatFrame, void> {
    const path = chatId === undefined ? '' : `/${encodeURIComponent(chatId)}`
    const init = { ...options, method: 'POST', body: JSON.stringify(body) }
    yield* readFrames(await this.#open(`/v1/chats${path}`, init))
  }

  /** Yields the events of a session from `startIndex`, and continues after a lost connection. */
  sessionEvents(
    sessionId: string,
    { startIndex = 0, follow = true, signal }: SessionOptions = {},
  ): AsyncGenerator<SessionEvent, void> {
    const path = `/v2/agent/v1/session/${encodeURIComponent(sessionId)}/stream`
    const open = (index: number) => this.#open(`${path}?startIndex=${index}&follow=${follow}`, { signal })
    return readSession(open, { startIndex, follow, signal })
  }
}

const toError = (response: Response, body: unknown) =>
  new HeraldError(response.status, body, response.headers.get('X-Request-Id'))
