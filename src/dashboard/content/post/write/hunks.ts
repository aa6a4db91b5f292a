import type { Chunk } from '@codemirror/merge'
import type { Line, Text } from '@codemirror/state'

/** Removed lines and the lines that replace them. */
export type Hunk = {
  /** The range of the new lines, and the text that restores the old ones. */
  from: number
  to: number
  former: string
  removed: Piece[][]
  added: Piece[][]
  /** The unchanged lines around it. */
  before: string[]
  after: string[]
}

/** A part of a line; changed parts are marked. */
export type Piece = { text: string; isChanged: boolean }

/** The hunks of a diff for display. */
export function toHunks(chunks: readonly Chunk[], was: Text, now: Text): Hunk[] {
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

/** The lines of a part of a text, without the empty one after the last line ending. */
export function linesIn(text: Text, from: number, to: number): Line[] {
  if (from === to) return []
  const first = text.lineAt(from).number
  const last = text.lineAt(Math.min(text.length, to - 1)).number
  return Array.from({ length: last - first + 1 }, (_, at) => text.line(first + at)).filter(
    ({ length, number }) => length > 0 || number < text.lines,
  )
}
