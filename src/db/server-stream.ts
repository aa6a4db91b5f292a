import { LibsqlError } from '@libsql/client/web'
import {
  type Client,
  HttpServerError,
  openHttp,
  openWs,
  parseLibsqlUrl,
  ResponseError,
  type Stream,
} from '@libsql/hrana-client'
import { within } from './within.ts'

/** Servers close streams that are idle for 10 s, and networks drop idle connections silently. */
const idleMilliseconds = 8000

const closeMilliseconds = 1000

type Connection = { client: Client; stream: Stream; end(): void }
export type Connect = { protocol: 'ws' | 'http'; open(): Connection }

/** How to open streams to a server: by WebSocket for `libsql: ws: wss:`, by HTTP for `http: https:`. */
export function connector(url: string, authToken: string | null): Connect {
  const { hranaWsUrl, hranaHttpUrl, authToken: tokenOfUrl } = parseLibsqlUrl(url)
  const token = authToken ?? tokenOfUrl
  if (hranaWsUrl) return { protocol: 'ws', open: () => connectionOf(openWs(hranaWsUrl, token)) }
  return {
    protocol: 'http',
    open() {
      const ending = new AbortController()
      const ask = (request: Request) => {
        // Compressing every response would cost both sides more than it saves.
        request.headers.set('accept-encoding', 'identity')
        // The last request closes the stream; otherwise the server would keep it, and one of its few connections, for
        // 10 s.
        const signal = ending.signal.aborted ? AbortSignal.timeout(closeMilliseconds) : ending.signal
        return fetch(request, { signal })
      }
      return connectionOf(openHttp(hranaHttpUrl as string, token, ask), () => ending.abort())
    },
  }
}

function connectionOf(client: Client, abort = () => {}): Connection {
  const stream = client.openStream()
  return {
    client,
    stream,
    end() {
      client.close()
      abort()
    },
  }
}

/** The request did not reach the server or was not processed: nothing can have been written. */
export class NotSent extends LibsqlError {}

/** A stream that is opened on first use, kept open, and opened again after it was lost. */
export type ReusableStream = {
  /**
   * Runs `act` with the stream until a deadline. If that fails, the stream is dropped, with any transaction open on
   * it.
   */
  use<T>(until: number, act: (stream: Stream) => Promise<T>): Promise<T>
  drop(): void
  /** Drops it permanently. */
  end(): void
}

export function reuseStream(connect: Connect): ReusableStream {
  let kept: Connection | null = null
  let usedAt = 0
  let ended = false

  function drop() {
    kept?.end()
    kept = null
  }

  async function open(until: number): Promise<Connection> {
    kept = connect.open()
    try {
      await within(until, kept.client.getVersion())
    } catch (error) {
      throw error instanceof LibsqlError ? error : notSent(error)
    }
    return kept
  }

  return {
    drop,
    end() {
      ended = true
      drop()
    },
    async use(until, act) {
      if (ended) throw new LibsqlError('The database was closed.', 'CLIENT_CLOSED')
      if (kept && (kept.client.closed || kept.stream.closed || performance.now() - usedAt > idleMilliseconds))
        drop()
      try {
        const { stream } = kept ?? (await open(until))
        return await within(until, act(stream))
      } catch (error) {
        drop()
        throw toConnectionError(error)
      } finally {
        usedAt = performance.now()
      }
    },
  }
}

const notSent = (error: unknown) =>
  new NotSent(
    `The database server cannot be reached: ${reasonOf(error)}.`,
    'SERVER_UNREACHABLE',
    undefined,
    undefined,
    error as Error,
  )

/** The server closed the stream, has no capacity for another one, or was not reachable. */
function isUnsent(error: unknown): boolean {
  if (error instanceof HttpServerError) return error.status === 429
  const code = (error as { code?: string }).code ?? ''
  return ['STREAM_EXPIRED', 'ECONNREFUSED', 'ENOTFOUND', 'ConnectionRefused'].includes(code)
}

function toConnectionError(error: unknown): unknown {
  if (error instanceof LibsqlError) return error
  if (isUnsent(error)) return notSent(error)
  if (error instanceof ResponseError) return error
  if (error instanceof HttpServerError && (error.status === 401 || error.status === 403))
    return new LibsqlError('The database server refused the token.', 'SERVER_DENIED')
  return new LibsqlError(
    `The connection to the database server was lost: ${reasonOf(error)}.`,
    'SERVER_LOST',
    undefined,
    undefined,
    error as Error,
  )
}

const reasonOf = (error: unknown) => (error as Error).message.split(/\n|\. /)[0]?.replace(/\.$/, '')
