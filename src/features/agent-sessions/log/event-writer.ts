import type { Context } from '../../../context.ts'
import { atomically, type Statement } from '../../../db/client.ts'
import { once } from '../../../db/prepared.ts'
import { append, type Fence } from './append.ts'
import type { SessionEvent, StepPlace } from './events.ts'
import { listenersOf } from './listeners.ts'

/** What a model says by and by. */
export type Kind = 'message' | 'reasoning'
type Delta = { kind: Kind; place: StepPlace; text: string }

/** Pieces that come close upon each other are told together: a row each would have writers wait for each other. */
const gatherMilliseconds = 30
const gatherCharacters = 4096

export type Writer = ReturnType<typeof createWriter>

/**
 * The one hand that tells of a turn while an attempt of it lasts. What a model says is told from its first piece on, and
 * then gathered a little; whatever else happens closes it. `onFailure` is told when a piece could not be written.
 */
export function createWriter(ctx: Context, fence: Fence, onFailure: (error: unknown) => void) {
  let gathered: Delta[] = []
  /** What the last piece that was told belongs to; null after anything else. */
  let told: Delta | null = null
  let writing: Promise<void> | null = null
  let failure: { error: unknown } | null = null

  async function commit(happenings: SessionEvent[], also: Statement[] = []) {
    await atomically(ctx.db, [...append(ctx, fence, happenings), ...also])
    listenersOf(ctx).wake(fence.sessionId)
  }

  function take(): SessionEvent[] {
    const taken = gathered
    gathered = []
    told = taken.at(-1) ?? told
    return taken.map(toHappening)
  }

  /** Tells what is gathered; what comes meanwhile is gathered until that is done. */
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
    if (characters >= gatherCharacters) flush()
    else beatOf(ctx)(flush)
  }

  return {
    /** A piece of what the model says. */
    say(kind: Kind, place: StepPlace, text: string) {
      if (text === '' || failure) return
      const last = gathered.at(-1)
      if (last && isSame(last, kind, place)) last.text += text
      else gathered.push({ kind, place, text })
      if (isSame(told, kind, place)) schedule()
      else flush()
    },
    /** What happened, with what else is true from then on, once all that was said is told. */
    async write(happenings: SessionEvent[], also: Statement[] = []): Promise<void> {
      while (writing) await writing
      if (failure) throw failure.error
      await commit([...take(), ...happenings], also)
      told = null
    },
    /** Tells nothing more. */
    stop() {
      gathered = []
    },
  }
}

/** The next moment at which those who gather in this process tell what they have: together, so that they share a commit. */
const beatOf = once(() => {
  const waiting = new Set<() => void>()
  return (tell: () => void) => {
    if (waiting.size === 0) setTimeout(beat, gatherMilliseconds)
    waiting.add(tell)
  }
  function beat() {
    const due = [...waiting]
    waiting.clear()
    for (const tell of due) tell()
  }
})

const isSame = (one: Delta | null, kind: Kind, place: StepPlace) =>
  one?.kind === kind && one.place.turnId === place.turnId && one.place.stepIndex === place.stepIndex

const toHappening = ({ kind, place, text }: Delta): SessionEvent =>
  kind === 'message'
    ? { type: 'message.appended', data: { ...place, messageDelta: text } }
    : { type: 'reasoning.appended', data: { ...place, reasoningDelta: text } }
