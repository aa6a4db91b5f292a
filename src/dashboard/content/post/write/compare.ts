import { Chunk, diff } from '@codemirror/merge'
import { type ChangeSet, Text } from '@codemirror/state'
import type { Change } from '../../../../text/difference.ts'
import { type Hunk, linesIn, toHunks } from './hunks.ts'

/** How long it may look for the shortest way from one text to another before it takes a longer one. */
const limits = { scanLimit: 1000, timeout: 200 }

/** The changes that lead from one text to another. */
export function compareTexts(from: string, to: string): readonly Change[] {
  return from === to ? [] : diff(from, to, limits)
}

export const toText = (text: string) => Text.of(text.split('\n'))

/** The comparison of a text with what it was, kept up as the text changes. */
export function followChanges(was: Text, now: Text) {
  let chunks = Chunk.build(was, now, limits)
  let doc = now
  let pending: ChangeSet | null = null
  return {
    note(changes: ChangeSet, next: Text) {
      pending = pending ? pending.compose(changes) : changes
      doc = next
    },
    /** How many lines were added and removed. */
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
