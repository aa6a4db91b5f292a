import { Problem } from './problem.ts'
import { nextSave, recent, waitAfter } from './save-pace.ts'
import { createStore } from './store.ts'

export type Versioned = { updatedAt: string }

export type SaveState<Stored extends Versioned> =
  | { kind: 'saved'; at: string }
  /** Not sent yet. */
  | { kind: 'edited' }
  | { kind: 'saving' }
  /** The request failed; `again` is the time of the automatic retry. */
  | { kind: 'failed'; problem: Problem; again: number | null }
  /** Another version was saved elsewhere. */
  | { kind: 'conflict'; theirs: Stored }

/** The result of a request: the saved record, or a conflicting version saved elsewhere. */
export type SaveResult<Stored> = { saved: Stored } | { theirs: Stored }
type Outcome<Stored> = SaveResult<Stored> | { problem: Problem }

/** The edited content, and how to save it. */
type Document<Stored, Extra> = {
  /** Saves the content over `base`; throws a Problem if it is refused. */
  send(base: Stored, extra?: Extra): Promise<SaveResult<Stored>>
  /** Replaces the content by a stored version. */
  show(stored: Stored, isUndoable: boolean): void
  /** Whether the content equals a stored version. */
  matches(stored: Stored): boolean
  areSame(one: Stored, other: Stored): boolean
  /** Whether a required part is missing. */
  isIncomplete?(): boolean
  onEdit?(): void
  /** Called after each save, and after a version saved elsewhere was accepted. */
  onSettled?(): void
}

export type Saver<Stored extends Versioned, Extra = never> = ReturnType<typeof createSaver<Stored, Extra>>

/**
 * Saves an edited record: automatically when the user pauses, one request at a time, and never over a version saved
 * elsewhere.
 */
export function createSaver<Stored extends Versioned, Extra = never>(
  initial: Stored,
  document: Document<Stored, Extra>,
) {
  const state = createStore<SaveState<Stored>>({ kind: 'saved', at: initial.updatedAt })
  let base = initial
  let edits = 0
  let savedEdits = 0
  let editedAt = 0
  let sentAt: readonly number[] = []
  let notBefore = 0
  let failures = 0
  let saving: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  const isUnsaved = () => edits !== savedEdits

  function noteEdit() {
    edits += 1
    editedAt = Date.now()
    document.onEdit?.()
    const { kind } = state.get()
    if (kind === 'conflict') return
    // An error about the old content may not apply to the new one.
    if (kind === 'saved' || (kind === 'failed' && notBefore === 0)) state.set({ kind: 'edited' })
    schedule()
  }

  function schedule() {
    clearTimeout(timer)
    if (isClosed) return
    const now = Date.now()
    sentAt = recent(sentAt, now)
    timer = setTimeout(() => save(), nextSave({ editedAt, sentAt, notBefore }) - now)
  }

  /** Saves now, with `extra` if given; resolves to whether all is saved. */
  async function save(extra?: Extra): Promise<boolean> {
    while (saving) await saving
    const now = state.get()
    const isLimited = now.kind === 'failed' && now.problem.status === 429 && Date.now() < notBefore
    if (now.kind === 'conflict' || isLimited || document.isIncomplete?.()) return false
    if (extra === undefined && !isUnsaved()) return true
    clearTimeout(timer)
    saving = send(extra).finally(() => {
      saving = null
      const { kind, ...rest } = state.get()
      if (kind === 'edited' || ('again' in rest && rest.again !== null)) schedule()
    })
    return saving
  }

  async function send(extra?: Extra): Promise<boolean> {
    const sentEdits = edits
    if (extra === undefined && document.matches(base)) return take({ saved: base }, sentEdits)
    state.set({ kind: 'saving' })
    sentAt = [...sentAt, Date.now()]
    const outcome = await document
      .send(base, extra)
      .catch((error) => ({ problem: error instanceof Problem ? error : new Problem(0, String(error)) }))
    return take(outcome, sentEdits)
  }

  /** Handles the result of a save, for the content at that time. */
  function take(outcome: Outcome<Stored>, takenEdits: number): boolean {
    if ('theirs' in outcome) state.set({ kind: 'conflict', theirs: outcome.theirs })
    else if ('problem' in outcome) {
      const { problem } = outcome
      failures += 1
      const wait = waitAfter(problem, failures)
      notBefore = wait === null ? 0 : Date.now() + wait
      state.set({ kind: 'failed', problem, again: wait === null ? null : notBefore })
    } else {
      base = outcome.saved
      savedEdits = takenEdits
      failures = 0
      notBefore = 0
      state.set(isUnsaved() ? { kind: 'edited' } : { kind: 'saved', at: base.updatedAt })
    }
    document.onSettled?.()
    return 'saved' in outcome
  }

  /** Replaces the content by a version that is already stored. */
  function become(stored: Stored, isUndoable: boolean) {
    base = stored
    document.show(stored, isUndoable)
    take({ saved: stored }, edits)
  }

  /** Starts a conflict with a version saved elsewhere. */
  function disagree(theirs: Stored) {
    clearTimeout(timer)
    take({ theirs }, edits)
  }

  return {
    state,
    isUnsaved,
    noteEdit,
    save,
    disagree,
    /** Replaces the content by a version that is already stored, whatever its time. */
    replaceBy: (stored: Stored) => become(stored, true),
    /** The saved record. */
    stored: () => base,
    editedAt: () => editedAt,
    /** Receives the current record of the server, from any request. */
    receive(stored: Stored) {
      if (saving || stored.updatedAt <= base.updatedAt) return
      if (document.areSame(stored, base)) {
        base = stored
        if (state.get().kind === 'saved') state.set({ kind: 'saved', at: stored.updatedAt })
      } else if (!isUnsaved()) become(stored, false)
      else if (document.matches(stored)) take({ saved: stored }, edits)
      else disagree(stored)
    },
    /** Resolves a conflict: this content replaces the version saved elsewhere. */
    keepMine() {
      const now = state.get()
      if (now.kind !== 'conflict') return
      base = now.theirs
      state.set({ kind: 'edited' })
      void save()
    },
    /** Resolves a conflict: the version saved elsewhere replaces this content. */
    takeTheirs() {
      const now = state.get()
      if (now.kind === 'conflict') become(now.theirs, true)
    },
    /** Opens the page; returns a function that closes it and saves a last time. */
    open() {
      isClosed = false
      return () => {
        void save()
        isClosed = true
      }
    },
  }
}
