import { erased, isPlainLetter, kind, kindOf } from './fold.ts'
import { type Spelling, seam } from './spelling.ts'

/** The spellings of all terms, folded, as a trie: a node stores its matches, and most have one child. */
export type Node<End> = {
  code: number
  child: Node<End> | null
  others: Map<number, Node<End>> | null
  seam: number
  ends: End[]
}

/** A match, with the position after its last character. */
export type Reached<End> = { end: End; at: number }

export function createNode<End>(): Node<End> {
  return { code: erased, child: null, others: null, seam: seam.none, ends: [] }
}

/** Adds a spelling under the root; `end` is the value that a walk returns for it. */
export function plant<End>(
  root: Node<End>,
  { codes, seams }: Pick<Spelling, 'codes' | 'seams'>,
  end: End,
): void {
  let node = root
  codes.forEach((code, index) => {
    const next = childOf(node, code) ?? addChild(node, code)
    next.seam = Math.max(next.seam, seams[index] ?? seam.none)
    node = next
  })
  node.ends.push(end)
}

function childOf<End>(node: Node<End>, code: number): Node<End> | null {
  if (node.code === code) return node.child
  return node.others?.get(code) ?? null
}

function addChild<End>(node: Node<End>, code: number): Node<End> {
  const child = createNode<End>()
  if (node.child === null) {
    node.code = code
    node.child = child
  } else {
    node.others ??= new Map()
    node.others.set(code, child)
  }
  return child
}

function* childrenOf<End>(node: Node<End>): Iterable<[number, Node<End>]> {
  if (node.child) yield [node.code, node.child]
  if (node.others) yield* node.others
}

/**
 * Finds the next position in a range at which a spelling may start, by its first two characters, which rules out most
 * positions. Pairs share 65,536 slots, so there are false positives, but none is missed.
 */
export function compileOpenings<End>(
  root: Node<End>,
): (codes: Uint16Array, from: number, length: number) => number {
  const firsts = new Uint8Array(0x10000)
  const pairs = new Uint8Array(0x10000)
  for (const [first, node] of childrenOf(root)) {
    firsts[first] = node.ends.length > 0 || node.seam !== seam.none ? anything : something
    for (const [second] of childrenOf(node)) pairs[placeOf(first, second)] = something
  }
  return (codes, from, length) => {
    let isInWord = from > 0 && isPlainLetter(codes[from - 1] as number)
    for (let at = from; at < length; at++) {
      const code = codes[at] as number
      const isLetter = isPlainLetter(code)
      if (isLetter && isInWord) continue
      isInWord = isLetter
      const first = firsts[code] as number
      if (first === 0) continue
      const second = codes[at + 1] as number
      if (first === anything || pairs[placeOf(code, second)] === something || second === erased) return at
    }
    return length
  }
}

const something = 1
const anything = 2

function placeOf(first: number, second: number): number {
  return ((first << 7) ^ second) & 0xffff
}

/** Follows the text from a node, whose last character is before this position, and adds every match. */
export function walk<End>(from: Node<End>, codes: Uint16Array, place: number, reached: Reached<End>[]): void {
  let node = from
  let at = place
  for (;;) {
    for (const end of node.ends) reached.push({ end, at })
    while (codes[at] === erased) at++
    if (node.seam !== seam.none) {
      const beyond = passJoint(codes, at, node.seam)
      const next = beyond > at ? childOf(node, codes[beyond] as number) : null
      if (next) walk(next, codes, beyond + 1, reached)
    }
    const next = childOf(node, codes[at] as number)
    if (!next) return
    node = next
    at++
  }
}

/** The position after the separator that starts here, or here if there is none. */
function passJoint(codes: Uint16Array, start: number, width: number): number {
  let spaces = 0
  let lines = 0
  let strokes = 0
  let dots = 0
  let at = start
  for (; at < start + maxJoint; at++) {
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
  // `Acme - Cloud` and `Acme. Cloud` are two names, unless the term itself is written so.
  const isJoint =
    isOne && (!isApart || ((strokes === 0 || width >= seam.stroke) && (dots === 0 || width === seam.wide)))
  return isJoint ? at : start
}

const maxJoint = 12
const dot = 0x2e
const underscore = 0x5f
