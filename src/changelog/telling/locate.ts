import type { Change } from '../../text/difference.ts'
import { type Block, readBlocks } from './blocks.ts'
import { type Index, matchEntries } from './match.ts'

/** The blocks of a text as it was written, and which of them tells of which entry, by the entry's place. */
export type Original = { text: string; blocks: Block[]; found: (Block | null)[] }

/**
 * Reads the text as it was written. What neither a reference nor a title tells is told by its place: the text has the
 * highlights, and the bullets of each category, in the order of the ledger.
 */
export function readOriginal(text: string, index: Index): Original {
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
 * Which block of a text tells of which entry: by reference or title, else because it is what became of the block that
 * told of it in the original. `changes` lead from the original to the text.
 */
export function locate(
  text: string,
  index: Index,
  original: Original,
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

/** Where most of a block is in the other text; null where less than half of it is left. */
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
