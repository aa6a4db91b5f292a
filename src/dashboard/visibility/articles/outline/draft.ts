import type { Brief } from '../../../data/briefs.ts'
import { Problem } from '../../../kit/problem.ts'
import { createSaver } from '../../../kit/saver.ts'
import { createStore } from '../../../kit/store.ts'
import { missingIn, type Outline, type Patch, toOutline, toPatch } from './outline.ts'

/** Saves an outline if it is unchanged since the known version. */
export type SaveOutline = (patch: Patch, known: string) => Promise<Brief>

export type Draft = ReturnType<typeof startDraft>

/** The edited outline of a brief, saved when the user pauses. */
export function startDraft(brief: Brief, save: SaveOutline) {
  const outline = createStore(toOutline(brief))
  const patchOf = (of: Outline) => JSON.stringify(toPatch(of))
  const saver = createSaver<Brief>(brief, {
    async send(base) {
      try {
        return { saved: await save(toPatch(outline.get()), base.updatedAt) }
      } catch (error) {
        // The error includes the current brief.
        if (error instanceof Problem && error.status === 409 && error.body.current)
          return { theirs: error.body.current as Brief }
        throw error
      }
    },
    show: (stored) => outline.set(toOutline(stored)),
    matches: (stored) => patchOf(outline.get()) === patchOf(toOutline(stored)),
    areSame: (one, other) => patchOf(toOutline(one)) === patchOf(toOutline(other)),
    isIncomplete: () => missingIn(outline.get()) !== null,
  })
  return {
    ...saver,
    outline,
    change(patch: Partial<Outline>) {
      outline.set({ ...outline.get(), ...patch })
      saver.noteEdit()
    },
  }
}
