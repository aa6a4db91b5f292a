import { Chunk, diff } from '@codemirror/merge'
import { type ChangeSet, Text } from '@codemirror/state'
import type { Change } from '../../../../text/difference.ts'
import { type Hunk, linesIn, toHunks } from './hunks.ts'

/** The time limit for the shortest diff; after it a longer diff is accepted. */
const limits = { scanLimit: 1000, timeout: 200 }

/** The changes from one text to another. */
export function compareTexts(from: string, to: string): readonly Change[] {
  return from === to ? [] : diff(from, to, limits)
}

export const toText = (text: string) => Text.of(text.split('\n'))

/** The diff of a text to its original, updated as the text changes. */
export function followChanges(was: Text, now: Text) {
  let chunks = Chunk.build(was, now, limits)
  let doc = now
  let pending: ChangeSet | null = null
  return {
    note(changes: ChangeSet, next: Text) {
      pending = pending ? pending.compose(changes) : changes
      doc = next
    },
    /** The number of added and removed lines. */
    count() {
      catchUp()
      return countLines(chunks, was, doc)
    },
    hunks() {
      catchUp()
      return toHunks(chunks, was, doc)
    },
  }

  function catchUp() {
    if (pending) chunks = Chunk.updateB(chunks, was, doc, pending, limits)
    pending = null
  }
}

export function hunksBetween(was: Text, now: Text): Hunk[] {
  return toHunks(Chunk.build(was, now, limits), was, now)
}

export type LineCount = { added: number; removed: number }

function countLines(chunks: readonly Chunk[], was: Text, now: Text): LineCount {
  let added = 0
  let removed = 0
  for (const { fromA, toA, fromB, toB } of chunks) {
    removed += linesIn(was, fromA, toA).length
    added += linesIn(now, fromB, toB).length
  }
  return { added, removed }
}
