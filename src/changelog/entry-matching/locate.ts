import type { Change } from '../../text/difference.ts'
import { type Block, readBlocks } from './blocks.ts'
import { type Index, matchEntries } from './match.ts'

/** The blocks of a text as it was first written, and the block of each entry. */
export type WrittenText = { text: string; blocks: Block[]; found: (Block | null)[] }

/**
 * Reads the text as it was first written. Blocks without a reference or title are matched by position: highlights and
 * the bullets of each category are in the order of the ledger.
 */
export function readOriginal(text: string, index: Index): WrittenText {
  const blocks = readBlocks(text)
  const found = matchEntries(blocks, index)
  const lists = new Map<string, { entries: number[]; blocks: Block[] }>()
  for (const [place, { placement, category }] of index.entries.entries()) {
    if (placement === 'omitted') continue
    listOf(placement === 'highlight' ? null : category).entries.push(place)
  }
  for (const block of blocks) {
    if (block.kind === 'heading') listOf(null).blocks.push(block)
    if (block.kind === 'bullet' && block.category !== null) listOf(block.category).blocks.push(block)
  }
  const taken = new Set(found)
  for (const list of lists.values()) {
    if (list.entries.length !== list.blocks.length) continue
    for (const [at, place] of list.entries.entries()) {
      const block = list.blocks[at]
      if (block && !found[place] && !taken.has(block)) found[place] = block
    }
  }
  return { text, blocks, found }

  function listOf(category: string | null) {
    const known = lists.get(String(category))
    if (known) return known
    const list = { entries: [], blocks: [] } as { entries: number[]; blocks: Block[] }
    lists.set(String(category), list)
    return list
  }
}

/**
 * The block of each entry in a text: by reference or title, else by following the entry's original block through the
 * edits. `changes` is the diff from the original to the text.
 */
export function locate(
  text: string,
  index: Index,
  original: WrittenText,
  changes: readonly Change[],
): (Block | null)[] {
  const blocks = readBlocks(text)
  const found = matchEntries(blocks, index)
  const taken = new Set(found)
  for (const [place, block] of original.found.entries()) {
    if (!block || found[place]) continue
    const at = followBlock(block, changes)
    const now = at === null ? undefined : blocks.find(({ from, to }) => from <= at && at <= to)
    if (now && !taken.has(now)) {
      found[place] = now
      taken.add(now)
    }
  }
  return found
}

/** The position of a block in the other text; null if less than half of it is left. */
function followBlock({ from, text }: Block, changes: readonly Change[]): number | null {
  const [line = ''] = text.split('\n', 1)
  const to = from + line.length
  let left = 0
  let at: number | null = null
  let shift = 0
  let pos = from
  for (const { fromA, toA, fromB, toB } of changes) {
    if (fromA > to) break
    if (fromA > pos) keep(pos, fromA)
    shift = toB - fromB - (toA - fromA) + shift
    pos = Math.max(pos, toA)
  }
  if (pos < to) keep(pos, to)
  return left * 2 >= line.length ? at : null

  function keep(start: number, end: number) {
    at ??= start + shift
    left += end - start
  }
}
