import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { once } from '../../../../db/prepared.ts'
import { prepareSelect } from '../../../../db/prepared-select.ts'
import type { Actor } from '../../../../http/internal-request.ts'
import { reserveStream } from '../../../../http/stream-limit.ts'
import { agentEvents } from '../table.ts'
import { listenersOf } from './listeners.ts'
import { openReaders, type Reader } from './readers.ts'

const rowsAtATime = 200
const encoder = new TextEncoder()
const blankLine = encoder.encode('\n')
/** The last event of a session that has ended; in the data of another its quotes would be escaped. */
const last = /^\{"type":"session\.(completed|failed)",/

type StreamRequest = {
  sessionId: string
  /** The index of the first line. */
  from: number
  /** The index before which to end; null to wait for further events. */
  until: number | null
  asker: Actor
  /** Checks whether they may still read. */
  mayRead(): Promise<boolean>
}

/**
 * The lines of a session's stream, each once it is committed; 503 if too many streams are open. A reader keeps only an
 * index: the next lines are read from the database when it has taken the ones before.
 */
export function readEvents(ctx: Context, { sessionId, from, until, asker, mayRead }: StreamRequest) {
  const readers = openReaders(ctx)
  let index = from
  let isHere = true
  let isFresh = true
  let goOn = () => {}
  let controller: ReadableStreamDefaultController<Uint8Array>

  const reader: Reader = {
    asker,
    mayRead,
    isFull: () => (controller.desiredSize ?? 0) <= 0,
    keepAlive: () => controller.enqueue(blankLine),
    end(reason) {
      if (!isHere) return
      stop()
      if (reason === undefined) controller.close()
      else controller.error(new Error(reason))
    },
  }
  const stream = reserveStream(ctx)
  try {
    readers.add(reader)
  } catch (error) {
    stream[Symbol.dispose]()
    throw error
  }
  const close = () => reader.end()
  ctx.closing.signal.addEventListener('abort', close)
  const unwatch = listenersOf(ctx).watch(sessionId, {
    wake() {
      isFresh = true
      goOn()
    },
    onAttempt(attempt) {
      if (attempt === null) reader.end()
    },
  })

  function stop() {
    isHere = false
    readers.remove(reader)
    stream[Symbol.dispose]()
    unwatch()
    ctx.closing.signal.removeEventListener('abort', close)
    goOn()
  }

  async function untilWoken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    goOn = resolve
    if (!isFresh) await promise
  }

  /** Ends the stream with an error. A client that connects again starts at the first line that it misses. */
  function fail(error: unknown): never {
    stop()
    throw error
  }

  return new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    async pull() {
      while (isHere) {
        isFresh = false
        const chunk = await readChunk(ctx, sessionId, index, until).catch(fail)
        if (!isHere) return
        if (chunk) {
          index += chunk.count
          controller.enqueue(chunk.bytes)
          readers.noteDelivery(reader)
          if (chunk.isLast || index === until) reader.end()
          return
        }
        if (until !== null) return reader.end()
        await untilWoken()
      }
    },
    cancel: stop,
  })
}

type Chunk = { bytes: Uint8Array; count: number; isLast: boolean } | null

/** Reads in progress by their first index: readers that wait at the same index share one query. */
const chunks = once(() => new Map<string, Promise<Chunk>>())

function readChunk(ctx: Context, sessionId: string, from: number, until: number | null): Promise<Chunk> {
  const reading = chunks(ctx)
  const key = `${sessionId} ${from} ${until}`
  const known = reading.get(key)
  if (known) return known
  const chunk = readRows(ctx, sessionId, from, until).finally(() => reading.delete(key))
  reading.set(key, chunk)
  return chunk
}

async function readRows(ctx: Context, sessionId: string, from: number, until: number | null): Promise<Chunk> {
  const limit = until === null ? rowsAtATime : Math.min(rowsAtATime, until - from)
  const rows = limit > 0 ? await eventsFrom(ctx).all({ sessionId, from, limit }) : []
  const end = rows.at(-1)
  if (!end) return null
  const bytes = encoder.encode(`${rows.map(({ event }) => event).join('\n')}\n`)
  return { bytes, count: rows.length, isLast: last.test(end.event) }
}

const eventsFrom = once((db) =>
  prepareSelect(
    db,
    db
      .select({ event: agentEvents.event })
      .from(agentEvents)
      .where(
        and(
          eq(agentEvents.sessionId, sql.placeholder('sessionId')),
          gte(agentEvents.index, sql.placeholder('from')),
        ),
      )
      .orderBy(asc(agentEvents.index))
      .limit(sql.placeholder('limit')),
  ),
)
