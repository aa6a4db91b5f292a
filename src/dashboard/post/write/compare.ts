import { Chunk, diff } from '@codemirror/merge'
import { type ChangeSet, type Line, Text } from '@codemirror/state'
import type { Change } from '../ledger/locate.ts'

/** How long it may look for the shortest way from one text to another before it takes a longer one. */
const limits = { scanLimit: 1000, timeout: 200 }

/** The changes that lead from one text to another. */
export function compareTexts(from: string, to: string): readonly Change[] {
  return from === to ? [] : diff(from, to, limits)
}

export const toText = (text: string) => Text.of(text.split('\n'))

/** Lines that were taken out and others that came in their place. */
export type Hunk = {
  /** Where the new lines stand, and what takes their place when they are taken back. */
  from: number
  to: number
  former: string
  removed: Piece[][]
  added: Piece[][]
  /** The lines around, which are the same in both. */
  before: string[]
  after: string[]
}

/** A part of a line; what differs from the line that it replaces is marked. */
export type Piece = { text: string; isChanged: boolean }

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

/** The lines of a part of a text; what comes after the end of its last line is none. */
function linesIn(text: Text, from: number, to: number): Line[] {
  if (from === to) return []
  const first = text.lineAt(from).number
  const last = text.lineAt(Math.min(text.length, to - 1)).number
  return Array.from({ length: last - first + 1 }, (_, at) => text.line(first + at)).filter(
    ({ length, number }) => length > 0 || number < text.lines,
  )
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

function toHunks(chunks: readonly Chunk[], was: Text, now: Text): Hunk[] {
  return chunks.map(({ fromA, toA, fromB, toB, changes }) => {
    const isAtEnd = toB > now.length
    const former = was.sliceString(fromA, Math.max(fromA, toA - 1))
    return {
      from: fromB,
      to: Math.min(now.length, toB),
      former: fromA !== toA && !isAtEnd ? `${former}\n` : former,
      removed: toPieces(
        was,
        fromA,
        toA,
        changes.map((each) => [each.fromA, each.toA]),
      ),
      added: toPieces(
        now,
        fromB,
        toB,
        changes.map((each) => [each.fromB, each.toB]),
      ),
      before: linesBefore(now, fromB),
      after: linesAfter(now, toB),
    }
  })
}

function toPieces(text: Text, from: number, to: number, changed: [number, number][]): Piece[][] {
  return linesIn(text, from, to).map((line) => {
    const pieces: Piece[] = []
    let pos = line.from
    const put = (end: number, isChanged: boolean) => {
      if (end > pos) pieces.push({ text: text.sliceString(pos, end), isChanged })
      pos = Math.max(pos, end)
    }
    for (const [start, end] of changed) {
      if (from + end <= line.from || from + start >= line.to) continue
      put(Math.min(line.to, from + start), false)
      put(Math.min(line.to, from + end), true)
    }
    put(line.to, false)
    return pieces
  })
}

const around = 2

function linesBefore(text: Text, at: number): string[] {
  const { number } = text.lineAt(Math.min(at, text.length))
  const end = at > text.length ? number : number - 1
  return Array.from({ length: Math.min(around, end) }, (_, back) => text.line(end - back).text).reverse()
}

function linesAfter(text: Text, at: number): string[] {
  if (at > text.length) return []
  const { number } = text.lineAt(at)
  return Array.from(
    { length: Math.min(around, text.lines - number + 1) },
    (_, on) => text.line(number + on).text,
  )
}
