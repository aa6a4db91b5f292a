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

/** Servers end streams that are idle for 10 s, and networks forget idle connections without a word. */
const idleMilliseconds = 8000

const closeMilliseconds = 1000

type Connection = { client: Client; stream: Stream; end(): void }
export type Connect = { protocol: 'ws' | 'http'; open(): Connection }

/** How a server's streams are opened: by WebSocket for `libsql: ws: wss:`, by HTTP for `http: https:`. */
export function connector(url: string, authToken: string | null): Connect {
  const { hranaWsUrl, hranaHttpUrl, authToken: tokenOfUrl } = parseLibsqlUrl(url)
  const token = authToken ?? tokenOfUrl
  if (hranaWsUrl) return { protocol: 'ws', open: () => connectionOf(openWs(hranaWsUrl, token)) }
  return {
    protocol: 'http',
    open() {
      const ending = new AbortController()
      const ask = (request: Request) => {
        // Packing every answer would cost both sides more than the network saves.
        request.headers.set('accept-encoding', 'identity')
        // The last request closes the stream, which the server would else keep, with a connection of its few, for 10 s.
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

/** The server was not reached, or did not look at what was sent: nothing can have been written. */
export class NotSent extends LibsqlError {}

/** A stream that is opened at first use, kept, and opened anew when it was lost. */
export type KeptStream = {
  /** Lets `act` use the stream until a time. When that fails the stream goes, with the transaction that may be open on it. */
  use<T>(until: number, act: (stream: Stream) => Promise<T>): Promise<T>
  drop(): void
  /** Drops it for good. */
  end(): void
}

export function keepStream(connect: Connect): KeptStream {
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

/** What a promise gives, or an error once the time has come. */
async function within<T>(until: number, promise: Promise<T>): Promise<T> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(serverSilent()), Math.max(1, until - performance.now()))
  try {
    return await Promise.race([promise, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

export const serverSilent = () =>
  new LibsqlError('The database server did not answer in time.', 'SERVER_SILENT')

const notSent = (error: unknown) =>
  new NotSent(
    `The database server cannot be reached: ${reasonOf(error)}.`,
    'SERVER_UNREACHABLE',
    undefined,
    undefined,
    error as Error,
  )

/** The server let the stream go, has no room for another one, or was not there. */
function isUnsent(error: unknown): boolean {
  if (error instanceof HttpServerError) return error.status === 429
  const code = (error as { code?: string }).code ?? ''
  return ['STREAM_EXPIRED', 'ECONNREFUSED', 'ENOTFOUND', 'ConnectionRefused'].includes(code)
}

function toConnectionError(error: unknown): unknown {
  if (error instanceof LibsqlError) return error
  if (isUnsent(error)) return notSent(error)
  if (error instanceof ResponseError) return error
  return new LibsqlError(
    `The connection to the database server was lost: ${reasonOf(error)}.`,
    'SERVER_LOST',
    undefined,
    undefined,
    error as Error,
  )
}

const reasonOf = (error: unknown) => (error as Error).message.split(/\n|\. /)[0]?.replace(/\.$/, '')
