import { categories } from '../category.ts'

/** A part of a text that may describe a change: a bullet, a heading with its text, or a paragraph. */
export type Block = {
  kind: 'bullet' | 'heading' | 'paragraph'
  /** Start of its first line and end of its last one. */
  from: number
  to: number
  text: string
  /** The level-two heading above it; null before the first. */
  section: string | null
  /** The category above it. */
  category: string | null
}

export const bullet = /^\s*(?:[-*+]|\d{1,9}[.)])[ \t]+/
const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#*)?\s*$/
const fence = /^\s*(?:```|~~~)/
const blank = /^\s*$/

/** What a line begins: a block, a section of the document, or nothing. */
export function readLine(line: string): { bullet: true } | { level: number; name: string } | null {
  if (bullet.test(line)) return { bullet: true }
  const [, marks, name = ''] = heading.exec(line) ?? []
  return marks ? { level: marks.length, name } : null
}

const isCategory = (name: string) => categories.some((each) => each.toLowerCase() === name.toLowerCase())

/** The blocks of a text, in order. Headings of categories are not blocks. */
export function readBlocks(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  let open: Block | null = null
  let section: string | null = null
  let category: string | null = null
  let isFenced = false
  let afterBlank = false
  let from = 0

  for (const [index, line] of lines.entries()) {
    const to = from + line.length
    const begins = isFenced ? null : readLine(line)
    if (fence.test(line)) isFenced = !isFenced

    if (begins && 'level' in begins) {
      open = null
      if (begins.level <= 2) {
        section = begins.name
        category = null
      } else if (isCategory(begins.name) || leadsList(lines, index)) category = begins.name
      else open = begin('heading')
    } else if (begins) open = begin('bullet')
    else if (blank.test(line) && !isFenced) afterBlank = true
    else {
      const continues: boolean =
        open !== null && (open.kind === 'heading' || !afterBlank || /^(?: {2,}|\t)/.test(line))
      open = continues ? open : begin('paragraph')
      afterBlank = false
    }
    if (open && !blank.test(line)) {
      open.to = to
      open.text = text.slice(open.from, to)
    }
    from = to + 1
  }
  return blocks

  function begin(kind: Block['kind']): Block {
    const block = { kind, from, to: from, text: '', section, category }
    blocks.push(block)
    afterBlank = false
    return block
  }
}

/** Whether a heading introduces a list: its next line is a bullet. */
function leadsList(lines: string[], index: number): boolean {
  const next = lines.slice(index + 1, index + 4).find((line) => !blank.test(line))
  return next !== undefined && bullet.test(next)
}
