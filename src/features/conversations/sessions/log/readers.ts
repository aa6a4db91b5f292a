import { once } from '../../../../db/prepared.ts'
import { AppError } from '../../../../errors.ts'
import type { Actor } from '../../../../http/internal-request.ts'

/** A client that reads the stream of a session. */
export type Reader = {
  asker: Actor
  /** Checks whether it may still read. */
  mayRead(): Promise<boolean>
  /** True while it has not taken the lines that were sent to it. */
  isFull(): boolean
  /** Sends a blank line. */
  keepAlive(): void
  /** Ends its stream, with an error if a `reason` is given. */
  end(reason?: string): void
}
type ReaderState = { deliveredAt: number; fullSince: number | null }

export const maxReaders = 256
const pollMilliseconds = 250
/** Clients disconnect from a stream that is silent for 15 s. */
const keepAliveMilliseconds = 5000
const maxFullMilliseconds = 60_000

/** The readers of this process. */
export const openReaders = once(() => createReaders())

/** Counts readers, keeps their connections alive, and ends those that stopped reading or may not read any more. */
export function createReaders(now = () => performance.now()) {
  const readers = new Map<Reader, ReaderState>()
  let timer: Timer | null = null
  let polling = false

  async function poll() {
    if (polling) return
    polling = true
    await check([...readers]).finally(() => {
      polling = false
    })
  }

  async function check(open: [Reader, ReaderState][]) {
    const at = now()
    const due: Reader[] = []
    for (const [reader, state] of open) {
      state.fullSince = reader.isFull() ? (state.fullSince ?? at) : null
      if (state.fullSince === null && at - state.deliveredAt >= keepAliveMilliseconds) due.push(reader)
      if (state.fullSince !== null && at - state.fullSince >= maxFullMilliseconds)
        reader.end('Nothing was read for a minute.')
    }
    await keepAlive(due, at)
  }

  /** Checks each key or user once, however many streams it reads. */
  async function keepAlive(due: Reader[], at: number) {
    const answers = new Map<string, Promise<boolean>>()
    for (const reader of due) {
      const { id, organizationId } = reader.asker
      const answer = answers.get(`${organizationId} ${id}`) ?? reader.mayRead()
      answers.set(`${organizationId} ${id}`, answer)
      const isAllowed = await answer
      const state = readers.get(reader)
      if (!state) continue
      if (!isAllowed) reader.end()
      else reader.keepAlive()
      state.deliveredAt = at
    }
  }

  return {
    poll,
    /** Adds a reader; 503 if the organization has as many as it may. */
    add(reader: Reader) {
      const { organizationId } = reader.asker
      const others = [...readers.keys()].filter(({ asker }) => asker.organizationId === organizationId)
      if (others.length >= maxReaders) throw tooManyReaders()
      readers.set(reader, { deliveredAt: now(), fullSince: null })
      timer ??= setInterval(poll, pollMilliseconds)
    },
    /** Records that lines were sent to a reader, so that it needs no blank line yet. */
    noteDelivery(reader: Reader) {
      const state = readers.get(reader)
      if (state) state.deliveredAt = now()
    },
    remove(reader: Reader) {
      readers.delete(reader)
      if (readers.size > 0 || !timer) return
      clearInterval(timer)
      timer = null
    },
  }
}

const tooManyReaders = () =>
  new AppError(503, `At most ${maxReaders} streams can be read at a time. Try again in a moment.`, {
    headers: { 'Retry-After': '5' },
  })
