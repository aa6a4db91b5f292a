import { diffArrays, diffWordsWithSpace } from 'diff'

/** Lines of one text that were replaced by lines of another; `line` counts from 1 in the first. */
export type Hunk = { line: number; removed: string[]; added: string[] }

/** Character ranges of a change: a part of one text replaced by a part of another. */
export type Change = { fromA: number; toA: number; fromB: number; toB: number }

/** Texts with more differences count as entirely different: finding what they share would take too long. */
const maxEdits = 250

/** The removed and added lines between the common parts of two texts. */
export function findHunks(before: string, after: string): Hunk[] {
  const [old, young] = [before.split('\n'), after.split('\n')]
  const hunks: Hunk[] = []
  let [a, b] = [0, 0]
  for (const [nextA, nextB] of [...matchLines(old, young), [old.length, young.length] as const]) {
    if (nextA > a || nextB > b)
      hunks.push({ line: a + 1, removed: old.slice(a, nextA), added: young.slice(b, nextB) })
    a = nextA + 1
    b = nextB + 1
  }
  return hunks
}

/**
 * The positions of the lines that stayed, in both texts. Lines that only one text has are left out before the search,
 * whose time grows with the square of their number.
 */
function matchLines(old: string[], young: string[]): (readonly [number, number])[] {
  const [a, b] = [onlyShared(old, young), onlyShared(young, old)]
  const parts = diffArrays(
    a.map(({ line }) => line),
    b.map(({ line }) => line),
    { maxEditLength: maxEdits },
  )
  const matched: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  for (const { removed, added, value } of parts ?? []) {
    if (!removed && !added)
      value.forEach((_, k) => {
        matched.push([a[i + k]?.at ?? 0, b[j + k]?.at ?? 0])
      })
    if (!added) i += value.length
    if (!removed) j += value.length
  }
  return matched
}

/** The lines of a text that another text also has, with their positions. */
function onlyShared(lines: string[], others: string[]) {
  const known = new Set(others)
  return lines.map((line, at) => ({ line, at })).filter(({ line }) => known.has(line))
}

/** The changes from one text to another: by line, then by word within lines. */
export function findChanges(before: string, after: string): Change[] {
  const starts = startsOf(before)
  const changes: Change[] = []
  let shift = 0
  for (const { line, removed, added } of findHunks(before, after)) {
    const from = starts[line - 1] ?? before.length + 1
    const [old, young] = [toText(removed), toText(added)]
    changes.push(...findWords(old, young).map((each) => move(each, from, from + shift)))
    shift += young.length - old.length
  }
  return changes
}

/** Start offset of each line. */
function startsOf(text: string): number[] {
  let next = 0
  return text.split('\n').map((line) => {
    const start = next
    next += line.length + 1
    return start
  })
}

const toText = (lines: string[]) => lines.map((line) => `${line}\n`).join('')

const move = ({ fromA, toA, fromB, toB }: Change, a: number, b: number): Change => ({
  fromA: fromA + a,
  toA: toA + a,
  fromB: fromB + b,
  toB: toB + b,
})

function findWords(old: string, young: string): Change[] {
  const parts = old && young ? diffWordsWithSpace(old, young, { maxEditLength: maxEdits }) : undefined
  if (!parts) return [{ fromA: 0, toA: old.length, fromB: 0, toB: young.length }]
  const changes: Change[] = []
  let [a, b] = [0, 0]
  let open: Change | null = null
  for (const { removed, added, value } of parts) {
    if (!added) a += value.length
    if (!removed) b += value.length
    if (!removed && !added) open = null
    else if (open) Object.assign(open, { toA: a, toB: b })
    else {
      const [fromA, fromB] = [added ? a : a - value.length, removed ? b : b - value.length]
      open = { fromA, toA: a, fromB, toB: b }
      changes.push(open)
    }
  }
  return changes
}
