import { once } from '../../../db/prepared.ts'
import { AppError } from '../../../errors.ts'
import type { Actor } from '../../../http/internal-request.ts'

/** Somebody who reads a session, and how to reach them. */
export type Reader = {
  asker: Actor
  /** Tells whether they may still read. */
  mayRead(): Promise<boolean>
  /** True while they have not taken what was given to them. */
  isFull(): boolean
  /** Gives them a blank line. */
  keepAlive(): void
  /** Ends their stream; `reason` where they are not there to see an end. */
  end(reason?: string): void
}
type ReaderState = { givenAt: number; fullSince: number | null }

export const maxReaders = 256
const lookMilliseconds = 250
/** Clients take a stream for dead that is silent for 15 s. */
const keepAliveMilliseconds = 5000
const patienceMilliseconds = 60_000

/** The readers of this process. */
export const openReaders = once(() => createReaders())

/** Keeps count of readers, has each hear something every five seconds, and ends those who are gone or may read no more. */
export function createReaders(now = () => performance.now()) {
  const seats = new Map<Reader, ReaderState>()
  let timer: Timer | null = null
  let looking = false

  async function look() {
    if (looking) return
    looking = true
    await lookAt([...seats]).finally(() => {
      looking = false
    })
  }

  async function lookAt(taken: [Reader, ReaderState][]) {
    const at = now()
    const due: Reader[] = []
    for (const [reader, seat] of taken) {
      seat.fullSince = reader.isFull() ? (seat.fullSince ?? at) : null
      if (seat.fullSince === null && at - seat.givenAt >= keepAliveMilliseconds) due.push(reader)
      if (seat.fullSince !== null && at - seat.fullSince >= patienceMilliseconds)
        reader.end('Nothing was read for a minute.')
    }
    await beat(due, at)
  }

  /** Looks each of them up once, however many streams they read. */
  async function beat(due: Reader[], at: number) {
    const answers = new Map<string, Promise<boolean>>()
    for (const reader of due) {
      const { id, organizationId } = reader.asker
      const answer = answers.get(`${organizationId} ${id}`) ?? reader.mayRead()
      answers.set(`${organizationId} ${id}`, answer)
      const isAllowed = await answer
      const seat = seats.get(reader)
      if (!seat) continue
      if (!isAllowed) reader.end()
      else reader.keepAlive()
      seat.givenAt = at
    }
  }

  return {
    look,
    /** Takes a reader in; 503 where as many read as an organization may at once. */
    add(reader: Reader) {
      const { organizationId } = reader.asker
      const others = [...seats.keys()].filter(({ asker }) => asker.organizationId === organizationId)
      if (others.length >= maxReaders) throw tooManyReaders()
      seats.set(reader, { givenAt: now(), fullSince: null })
      timer ??= setInterval(look, lookMilliseconds)
    },
    /** Notes that a reader was given something. */
    note(reader: Reader) {
      const seat = seats.get(reader)
      if (seat) seat.givenAt = now()
    },
    leave(reader: Reader) {
      seats.delete(reader)
      if (seats.size > 0 || !timer) return
      clearInterval(timer)
      timer = null
    },
  }
}

const tooManyReaders = () =>
  new AppError(503, `No more than ${maxReaders} streams can be read at a time. Try again in a moment.`, {
    headers: { 'Retry-After': '5' },
  })
