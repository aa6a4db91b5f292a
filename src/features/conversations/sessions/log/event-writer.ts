import type { Context } from '../../../../context.ts'
import { atomically, type Statement } from '../../../../db/client.ts'
import { once } from '../../../../db/prepared.ts'
import { append, type Fence } from './append.ts'
import type { SessionEvent, StepPosition } from './events.ts'
import { listenersOf } from './listeners.ts'

/** What a model streams in pieces. */
export type Kind = 'message' | 'reasoning'
type Delta = { kind: Kind; place: StepPosition; text: string }

/** Pieces that follow each other closely share an event: with a row each, writers would wait for each other. */
const flushMilliseconds = 30
const flushCharacters = 4096

export type Writer = ReturnType<typeof createWriter>

/**
 * Writes all events of a turn during one attempt. The first piece of a message is written immediately, further ones are
 * gathered for a moment; any other event writes them first. Calls `onFailure` when a piece could not be written.
 */
export function createWriter(ctx: Context, fence: Fence, onFailure: (error: unknown) => void) {
  let gathered: Delta[] = []
  /** The last piece that was written; null after any other event. */
  let written: Delta | null = null
  let writing: Promise<void> | null = null
  let failure: { error: unknown } | null = null

  async function commit(events: SessionEvent[], also: Statement[] = []) {
    await atomically(ctx.db, [...append(ctx, fence, events), ...also])
    listenersOf(ctx).wake(fence.sessionId)
  }

  function take(): SessionEvent[] {
    const taken = gathered
    gathered = []
    written = taken.at(-1) ?? written
    return taken.map(toEvent)
  }

  /** Writes the gathered pieces; pieces that arrive meanwhile are gathered until that is done. */
  function flush() {
    if (writing || failure || gathered.length === 0) return
    writing = commit(take())
      .catch((error) => {
        failure = { error }
        onFailure(error)
      })
      .finally(() => {
        writing = null
        if (gathered.length > 0) schedule()
      })
  }

  function schedule() {
    const characters = gathered.reduce((sum, { text }) => sum + text.length, 0)
    if (characters >= flushCharacters) flush()
    else beatOf(ctx)(flush)
  }

  return {
    /** A piece of what the model says. */
    say(kind: Kind, place: StepPosition, text: string) {
      if (text === '' || failure) return
      const last = gathered.at(-1)
      if (last && isSame(last, kind, place)) last.text += text
      else gathered.push({ kind, place, text })
      if (isSame(written, kind, place)) schedule()
      else flush()
    },
    /** Writes events and other statements in one batch, after all pieces that were gathered before. */
    async write(events: SessionEvent[], also: Statement[] = []): Promise<void> {
      while (writing) await writing
      if (failure) throw failure.error
      await commit([...take(), ...events], also)
      written = null
    },
    /** Writes nothing more. */
    stop() {
      gathered = []
    },
  }
}

/** Flushes all writers of this process at the same moment, so that they share a commit. */
const beatOf = once(() => {
  const waiting = new Set<() => void>()
  return (flush: () => void) => {
    if (waiting.size === 0) setTimeout(sendHeartbeat, flushMilliseconds)
    waiting.add(flush)
  }
  function sendHeartbeat() {
    const due = [...waiting]
    waiting.clear()
    for (const flush of due) flush()
  }
})

const isSame = (one: Delta | null, kind: Kind, place: StepPosition) =>
  one?.kind === kind && one.place.turnId === place.turnId && one.place.stepIndex === place.stepIndex

const toEvent = ({ kind, place, text }: Delta): SessionEvent =>
  kind === 'message'
    ? { type: 'message.appended', data: { ...place, messageDelta: text } }
    : { type: 'reasoning.appended', data: { ...place, reasoningDelta: text } }
