import type { Brief } from '../../../data/briefs.ts'
import { Problem } from '../../../kit/problem.ts'
import { waitAfter } from '../../../kit/save-pace.ts'
import { createStore } from '../../../kit/store.ts'
import { missingIn, type Outline, type Patch, toOutline, toPatch } from './outline.ts'

export type SaveState =
  | { kind: 'saved' }
  /** It is sent when the typing rests; `lacks` is what has to be filled in before. */
  | { kind: 'edited'; lacks: string | null }
  | { kind: 'saving' }
  /** Refused, or nobody answered; `again` is when it is tried once more by itself. */
  | { kind: 'failed'; problem: Problem; again: number | null }
  /** Somebody else has saved it in other words. */
  | { kind: 'conflict'; theirs: Brief }

/** Saves an outline if it is unchanged since the known version. */
export type Save = (patch: Patch, known: string) => Promise<Brief>

export type Draft = ReturnType<typeof startDraft>

/** The delay between the last key and the save. */
const patience = 1000

/**
 * The edited outline of a brief: saved when the user pauses, one request at a time, and never over a version
 * saved elsewhere.
 */
export function startDraft(brief: Brief, store: Save) {
  const outline = createStore(toOutline(brief.brief))
  const state = createStore<SaveState>({ kind: 'saved' })
  let base = brief
  let edits = 0
  let savedEdits = 0
  let failures = 0
  let saving: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isUnsaved = () => edits !== savedEdits

  function change(patch: Partial<Outline>) {
    outline.set({ ...outline.get(), ...patch })
    edits += 1
    if (state.get().kind === 'conflict') return
    state.set({ kind: 'edited', lacks: missingIn(outline.get()) })
    schedule(patience)
  }

  function schedule(wait: number) {
    clearTimeout(timer)
    timer = setTimeout(save, wait)
  }

  /** Saves now; returns whether everything is saved. */
  async function save(): Promise<boolean> {
    while (saving) await saving
    clearTimeout(timer)
    if (state.get().kind === 'conflict' || missingIn(outline.get())) return false
    if (!isUnsaved()) return true
    saving = send().finally(() => {
      saving = null
      const now = state.get()
      if (now.kind === 'edited') schedule(patience)
      if (now.kind === 'failed' && now.again !== null) schedule(now.again - Date.now())
    })
    return saving
  }

  async function send(): Promise<boolean> {
    const sentEdits = edits
    const patch = toPatch(outline.get())
    state.set({ kind: 'saving' })
    try {
      take(await store(patch, base.updatedAt), sentEdits)
    } catch (error) {
      const problem = error instanceof Problem ? error : new Problem(0, String(error))
      // The error includes the current brief.
      const theirs = problem.status === 409 ? (problem.body.current as Brief | undefined) : undefined
      if (theirs) state.set({ kind: 'conflict', theirs })
      else {
        const wait = waitAfter(problem, ++failures)
        state.set({ kind: 'failed', problem, again: wait === null ? null : Date.now() + wait })
      }
    }
    return state.get().kind === 'saved'
  }

  function take(saved: Brief, takenEdits: number) {
    base = saved
    savedEdits = takenEdits
    failures = 0
    state.set(isUnsaved() ? { kind: 'edited', lacks: missingIn(outline.get()) } : { kind: 'saved' })
  }

  function become(theirs: Brief) {
    outline.set(toOutline(theirs.brief))
    take(theirs, edits)
  }

  return {
    outline,
    state,
    change,
    save,
    isUnsaved,
    /** The current brief of the server, from any request. */
    hear(now: Brief) {
      if (saving || now.updatedAt <= base.updatedAt) return
      if (!isUnsaved()) become(now)
      else state.set({ kind: 'conflict', theirs: now })
    },
    /** Resolves a conflict: this outline replaces the version saved elsewhere. */
    keepMine() {
      const now = state.get()
      if (now.kind !== 'conflict') return
      base = now.theirs
      state.set({ kind: 'edited', lacks: missingIn(outline.get()) })
      void save()
    },
    /** Resolves a conflict: the version saved elsewhere replaces this outline. */
    takeTheirs() {
      const now = state.get()
      if (now.kind === 'conflict') become(now.theirs)
    },
  }
}
