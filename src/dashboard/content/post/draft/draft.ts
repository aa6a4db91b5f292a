import type { Problem } from '../../../kit/problem.ts'
import { nextSave, recent, waitAfter } from '../../../kit/save-pace.ts'
import { createStore } from '../../../kit/store.ts'
import type { Keep } from './keep.ts'
import { hasSameWords, type Outcome, type Server, type Stored, saveOver, type Words } from './saving.ts'

export type SaveState<P extends Stored = Stored> =
  | { kind: 'saved'; at: string }
  | { kind: 'edited' }
  | { kind: 'saving' }
  /** Refused, or nobody answered; `again` is when it is tried once more by itself. */
  | { kind: 'failed'; problem: Problem; again: number | null }
  /** The post was changed elsewhere, in other words than these. */
  | { kind: 'conflict'; theirs: P }

/** The owner of the text while it is edited. */
type Holder = { replace(text: string, options: { isUndoable: boolean }): void }

export type Draft<P extends Stored = Stored> = ReturnType<typeof startDraft<P>>

/**
 * The edited title and text of a post: stored in this browser immediately, saved when the user pauses, and
 * never over a version saved elsewhere.
 */
export function startDraft<P extends Stored>(post: P, server: Server<P>, keep: Keep) {
  const title = createStore(post.title)
  const state = createStore<SaveState<P>>({ kind: 'saved', at: post.updatedAt })
  let base = post
  let readText = () => post.markdown ?? ''
  let holder: Holder | null = null
  let edits = 0
  let savedEdits = 0
  let editedAt = 0
  let sentAt: readonly number[] = []
  let notBefore = 0
  let failures = 0
  let saving: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const restoredAt = restore()

  function words(): Words {
    return { title: title.get(), ...(base.markdown === null ? {} : { markdown: readText() }) }
  }

  function isUnsaved() {
    return edits !== savedEdits
  }

  function unsavedWords() {
    const { title, markdown = '' } = words()
    return isUnsaved() ? { title, markdown, updatedAt: base.updatedAt, at: editedAt } : null
  }

  /**
   * Restores the changes of an earlier visit and returns their time; if the post has changed since, both
   * versions are available.
   */
  function restore(): number | null {
    const kept = keep.take()
    if (!kept || hasSameWords(kept, post)) {
      keep.clear()
      return null
    }
    readText = () => kept.markdown
    title.set(kept.title)
    edits = 1
    editedAt = Date.now()
    if (kept.updatedAt === post.updatedAt) {
      state.set({ kind: 'edited' })
      schedule()
    } else state.set({ kind: 'conflict', theirs: post })
    return kept.at
  }

  function noteEdit() {
    edits += 1
    editedAt = Date.now()
    keep.soon(unsavedWords)
    const { kind } = state.get()
    if (kind === 'conflict') return
    // An error about the old text may not apply to the new one.
    if (kind === 'saved' || (kind === 'failed' && notBefore === 0)) state.set({ kind: 'edited' })
    schedule()
  }

  function schedule() {
    clearTimeout(timer)
    if (isOver) return
    const now = Date.now()
    sentAt = recent(sentAt, now)
    timer = setTimeout(() => save(), nextSave({ editedAt, sentAt, notBefore }) - now)
  }

  /** Saves now, with another status if given; returns whether everything is saved. */
  async function save(status?: Stored['status']): Promise<boolean> {
    while (saving) await saving
    const now = state.get()
    const isLimited = now.kind === 'failed' && now.problem.status === 429 && Date.now() < notBefore
    if (now.kind === 'conflict' || isLimited) return false
    if (!status && !isUnsaved()) return true
    clearTimeout(timer)
    saving = send(status).finally(() => {
      saving = null
      const { kind, ...rest } = state.get()
      if (kind === 'edited' || ('again' in rest && rest.again !== null)) schedule()
    })
    return saving
  }

  async function send(status?: Stored['status']): Promise<boolean> {
    const sent = words()
    const sentEdits = edits
    if (!status && hasSameWords(sent, base)) return take({ saved: base }, sentEdits)
    state.set({ kind: 'saving' })
    sentAt = [...sentAt, Date.now()]
    return take(await saveOver(server, base, sent, status), sentEdits)
  }

  /** Handles the result of a save, for the text at that time. */
  function take(outcome: Outcome<P>, takenEdits: number): boolean {
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
      if (!isUnsaved()) keep.clear()
      state.set(isUnsaved() ? { kind: 'edited' } : { kind: 'saved', at: base.updatedAt })
    }
    keep.now(unsavedWords)
    return 'saved' in outcome
  }

  function setWords(words: Stored, isUndoable: boolean) {
    title.set(words.title)
    const text = words.markdown ?? ''
    if (holder) holder.replace(text, { isUndoable })
    else readText = () => text
    noteEdit()
  }

  /** Replaces the edited text by the text of an already saved post. */
  function become(post: P, isUndoable: boolean) {
    base = post
    setWords(post, isUndoable)
    take({ saved: post }, edits)
  }

  return {
    title,
    state,
    restoredAt,
    isUnsaved,
    save,
    keepNow: () => keep.now(unsavedWords),
    text: () => readText(),
    /** The saved post. */
    stored: () => base,
    setTitle(next: string) {
      if (next === title.get()) return
      title.set(next)
      noteEdit()
    },
    /** The owner of the text has changed it. */
    noteText(read: () => string) {
      readText = read
      noteEdit()
    },
    hold(next: Holder) {
      holder = next
    },
    /** The current post of the server, from any request. */
    hear(post: P) {
      if (saving || post.updatedAt <= base.updatedAt) return
      if (hasSameWords(post, base)) {
        base = post
        if (state.get().kind === 'saved') state.set({ kind: 'saved', at: post.updatedAt })
      } else if (!isUnsaved()) become(post, false)
      else if (hasSameWords(post, words())) take({ saved: post }, edits)
      else {
        clearTimeout(timer)
        take({ theirs: post }, edits)
      }
    },
    /** Resolves a conflict: this text replaces the version saved elsewhere. */
    keepMine() {
      const now = state.get()
      if (now.kind !== 'conflict') return
      base = now.theirs
      state.set({ kind: 'edited' })
      save()
    },
    /** Resolves a conflict: the version saved elsewhere replaces this text, which can be undone. */
    takeTheirs() {
      const now = state.get()
      if (now.kind === 'conflict') become(now.theirs, true)
    },
    /** Discards the changes of an earlier visit: the text is that of the post when the page was opened. */
    forgetRestored: () => setWords(post, true),
    /** Opens the page; returns a function that leaves it, which stores unsaved text here and sends it. */
    begin() {
      isOver = false
      return () => {
        keep.now(unsavedWords)
        save()
        isOver = true
      }
    },
  }
}
