import { erased, kind, kindOf } from './fold.ts'
import { type Spelling, seam } from './spelling.ts'

/** The spellings of all terms, folded into one tree; a node holds what ends there. */
export type Node<End> = { next: Map<number, Node<End>>; seam: number; ends: End[] }

export function makeNode<End>(): Node<End> {
  return { next: new Map(), seam: seam.none, ends: [] }
}

/** Adds a spelling under the root; end is what a walk tells when it comes there. */
export function plant<End>(
  root: Node<End>,
  { codes, seams }: Pick<Spelling, 'codes' | 'seams'>,
  end: End,
): void {
  let node = root
  codes.forEach((code, index) => {
    const next = node.next.get(code) ?? makeNode<End>()
    node.next.set(code, next)
    next.seam = Math.max(next.seam, seams[index] ?? seam.none)
    node = next
  })
  node.ends.push(end)
}

/** Walks the text from here on, and tells every end that it comes to with the place behind its last character. */
export function walk<End>(
  from: Node<End>,
  codes: Uint16Array,
  start: number,
  tell: (end: End, at: number) => void,
): void {
  let node = from
  let at = start
  for (;;) {
    while (codes[at] === erased) at++
    if (node.seam !== seam.none) {
      const beyond = passJoint(codes, at, node.seam)
      const next = beyond > at && node.next.get(codes[beyond] as number)
      if (next) {
        for (const end of next.ends) tell(end, beyond + 1)
        walk(next, codes, beyond + 1, tell)
      }
    }
    const next = node.next.get(codes[at] as number)
    if (!next) return
    node = next
    at++
    for (const end of node.ends) tell(end, at)
  }
}

/** The place behind the joint that starts here, or here if there is none. */
function passJoint(codes: Uint16Array, start: number, width: number): number {
  let spaces = 0
  let lines = 0
  let strokes = 0
  let dots = 0
  let at = start
  for (; at < start + longestJoint; at++) {
    const code = codes[at] as number
    const sort = kindOf(code)
    if (sort === kind.space) spaces++
    else if (sort === kind.line) lines++
    else if (code === dot) dots++
    else if (sort === kind.stroke && code !== underscore) strokes++
    else if (code !== erased && code !== underscore) break
  }
  const isOne = strokes + dots <= 1 && lines <= 1
  const isApart = spaces + lines > 0
  // `Acme - Cloud` and `Acme. Cloud` are two things, unless the term itself is written so.
  const isJoint =
    isOne && (!isApart || ((strokes === 0 || width >= seam.stroke) && (dots === 0 || width === seam.wide)))
  return isJoint ? at : start
}

const longestJoint = 12
const dot = 0x2e
const underscore = 0x5f
