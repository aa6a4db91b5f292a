import { Problem } from '../../api.ts'
import { createStore } from '../store.ts'
import type { Keep } from './keep.ts'
import { nextSave, recent, waitAfter } from './pace.ts'

/** What is read of a post; a post without a text has no Markdown. */
export type Stored = {
  title: string
  markdown: string | null
  status: 'draft' | 'published'
  updatedAt: string
}

export type Change = {
  title: string
  markdown?: string
  status?: Stored['status']
  expectedUpdatedAt: string
}

/** What the server can be asked about the post. */
export type Server<P extends Stored> = { change(change: Change): Promise<P>; read(): Promise<P | null> }

export type SaveState<P extends Stored = Stored> =
  | { kind: 'saved'; at: string }
  | { kind: 'edited' }
  | { kind: 'saving' }
  /** Refused, or nobody answered; `again` is when it is tried once more by itself. */
  | { kind: 'failed'; error: unknown; again: number | null }
  /** The post was changed elsewhere, in other words than these. */
  | { kind: 'conflict'; theirs: P }

/** What holds the text while it is edited. */
type Holder = { replace(text: string, options?: { isUndoable?: boolean }): void }

export type Draft<P extends Stored = Stored> = ReturnType<typeof startDraft<P>>

/**
 * The title and the text of a post as somebody writes them: kept in this browser at once, saved by itself when they
 * pause, never over what was saved elsewhere in the meantime.
 */
export function startDraft<P extends Stored>(post: P, server: Server<P>, keep: Keep) {
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
  let saveTimer: ReturnType<typeof setTimeout> | undefined
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const title = createStore(post.title)
  const state = createStore<SaveState<P>>({ kind: 'saved', at: post.updatedAt })

  const words = () => ({ title: title.get(), ...(base.markdown === null ? {} : { markdown: readText() }) })
  const isUnsaved = () => edits !== savedEdits
  const restoredAt = restore()

  /** Brings back what an earlier visit left unsaved, and tells when that was; where the post has changed since, both are at hand. */
  function restore(): number | null {
    const kept = keep.take()
    if (!kept || isSame(kept, base)) {
      keep.clear()
      return null
    }
    readText = () => kept.markdown
    title.set(kept.title)
    edits += 1
    editedAt = Date.now()
    state.set(kept.updatedAt === base.updatedAt ? { kind: 'edited' } : { kind: 'conflict', theirs: post })
    if (state.get().kind === 'edited') schedule()
    return kept.at
  }

  function noteEdit() {
    edits += 1
    editedAt = Date.now()
    keepTimer ??= setTimeout(keepNow, 300)
    const { kind } = state.get()
    if (kind === 'conflict') return
    // What was refused for what it said may pass now.
    if (kind === 'saved' || (kind === 'failed' && notBefore === 0)) state.set({ kind: 'edited' })
    schedule()
  }

  function keepNow() {
    clearTimeout(keepTimer)
    keepTimer = undefined
    if (isUnsaved()) keep.write({ ...{ markdown: '', ...words() }, updatedAt: base.updatedAt, at: editedAt })
  }

  function schedule() {
    clearTimeout(saveTimer)
    if (isOver) return
    const now = Date.now()
    sentAt = recent(sentAt, now)
    saveTimer = setTimeout(() => save(), nextSave({ editedAt, sentAt, notBefore }) - now)
  }

  /** Saves now, with another status where one is given; tells whether all is saved. */
  async function save(status?: Stored['status']): Promise<boolean> {
    clearTimeout(saveTimer)
    while (saving) await saving
    if (state.get().kind === 'conflict') return false
    if (!status && !isUnsaved()) return true
    saving = send(status).finally(() => {
      saving = null
      const now = state.get()
      if (now.kind === 'edited' || (now.kind === 'failed' && now.again !== null)) schedule()
    })
    return saving
  }

  async function send(status?: Stored['status'], tries = 0): Promise<boolean> {
    const sent = words()
    const sentEdits = edits
    if (!status && isSame(sent, base)) {
      take(base, sentEdits)
      return true
    }
    state.set({ kind: 'saving' })
    sentAt = [...sentAt, Date.now()]
    try {
      const expectedUpdatedAt = base.updatedAt
      take(await server.change({ ...sent, ...(status ? { status } : {}), expectedUpdatedAt }), sentEdits)
      return true
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem(0, String(error))
      if (problem.status !== 409 || tries > 2) return fail(problem)
      return settle(problem)
    }

    /** The post is not what it was: whether its words are other ones decides. */
    async function settle(problem: Problem): Promise<boolean> {
      const theirs = await server.read().catch(() => null)
      if (!theirs || theirs.updatedAt === base.updatedAt) return fail(problem)
      if (isSame(theirs, base) || isSame(theirs, sent)) {
        base = theirs
        return send(status, tries + 1)
      }
      state.set({ kind: 'conflict', theirs })
      return false
    }
  }

  function take(post: P, takenEdits: number) {
    base = post
    savedEdits = takenEdits
    failures = 0
    notBefore = 0
    if (isUnsaved()) state.set({ kind: 'edited' })
    else {
      clearTimeout(keepTimer)
      keepTimer = undefined
      keep.clear()
      state.set({ kind: 'saved', at: post.updatedAt })
    }
  }

  function fail(problem: Problem): false {
    failures += 1
    const again = againAt(problem)
    notBefore = again ?? 0
    state.set({ kind: 'failed', error: problem, again })
    keepNow()
    return false
  }

  /** When it is worth another try; null where the words themselves were refused, or somebody has to sign in. */
  function againAt({ status, retryAfter }: Problem): number | null {
    if (status === 429) return Date.now() + (retryAfter ?? 60) * 1000
    return status === 0 || status >= 500 ? Date.now() + waitAfter(failures) : null
  }

  function setText(text: string, isUndoable: boolean) {
    if (holder) holder.replace(text, { isUndoable })
    else {
      readText = () => text
      noteEdit()
    }
  }

  function become(post: P, isUndoable: boolean) {
    base = post
    title.set(post.title)
    setText(post.markdown ?? '', isUndoable)
    take(post, edits)
  }

  return {
    title,
    state,
    restoredAt,
    isUnsaved,
    save,
    keepNow,
    text: () => readText(),
    /** The post as it is saved. */
    stored: () => base,
    setTitle(next: string) {
      if (next === title.get()) return
      title.set(next)
      noteEdit()
    },
    /** The text was edited by its holder. */
    noteText(read: () => string) {
      readText = read
      noteEdit()
    },
    hold(next: Holder) {
      holder = next
    },
    /** The post as the server has it now, whoever asked. */
    hear(post: P) {
      if (saving || post.updatedAt <= base.updatedAt) return
      if (isSame(post, base)) {
        base = post
        if (state.get().kind === 'saved') state.set({ kind: 'saved', at: post.updatedAt })
      } else if (!isUnsaved()) become(post, false)
      else if (isSame(post, words())) take(post, edits)
      else {
        clearTimeout(saveTimer)
        state.set({ kind: 'conflict', theirs: post })
      }
    },
    /** Ends a conflict: these words replace what was saved elsewhere. */
    keepMine() {
      const { kind, ...rest } = state.get()
      if (!('theirs' in rest)) return
      base = rest.theirs
      state.set({ kind: 'edited' })
      save()
    },
    /** Ends a conflict: what was saved elsewhere replaces these words; it can be undone in the text. */
    takeTheirs() {
      const now = state.get()
      if (now.kind === 'conflict') become(now.theirs, true)
    },
    /** Forgets what an earlier visit had left: the words are again what the post was when the page was opened. */
    forgetRestored() {
      title.set(post.title)
      setText(post.markdown ?? '', true)
    },
    /** The page is open; gives the act that leaves it: what is unsaved is kept here, and goes out. */
    begin() {
      isOver = false
      return () => {
        keepNow()
        if (state.get().kind !== 'conflict') save()
        isOver = true
      }
    },
  }
}

type Words = { title: string; markdown?: string | null }

function isSame(one: Words, other: Words): boolean {
  return one.title === other.title && (one.markdown ?? '') === (other.markdown ?? '')
}
