import { type Json, record, records, text } from '../json.ts'

/** Deeper blocks and lists are left out: each level indents all lines below it again. */
const maxDepth = 10

/**
 * The text of blocks as Markdown, separated by blank lines. Blocks without text, such as videos, and those below ten
 * others are left out.
 */
export function textOfBlocks(blocks: unknown, depth = 0): string {
  if (depth > maxDepth) return ''
  return records(blocks)
    .map((block) => textOfBlock(block, depth))
    .filter(Boolean)
    .join('\n\n')
}

function textOfBlock(block: Json, depth: number): string {
  const { type, snippet, title, list, table, code, text_blocks: inner } = block
  const own = text(snippet) ?? text(title) ?? ''
  if (type === 'heading') return own && `### ${own}`
  if (type === 'code_block') return text(code) === null ? '' : `\`\`\`\n${code}\n\`\`\``
  if (type === 'table') return textOfTable(table)
  const parts = [own, textOfList(list, depth + 1), textOfBlocks(inner, depth + 1)]
  return parts.filter(Boolean).join('\n\n')
}

function textOfList(list: unknown, depth: number): string {
  if (depth > maxDepth) return ''
  return records(list)
    .map((item) => {
      const said = [text(item.title), text(item.snippet)].filter((each) => each !== null).join(' ')
      const below = [textOfList(item.list, depth + 1), textOfBlocks(item.text_blocks, depth + 1)]
        .filter(Boolean)
        .join('\n')
      const line = `- ${said}`
      return below ? `${line}\n${below.replace(/^/gm, '  ')}` : line
    })
    .filter((line) => line !== '- ')
    .join('\n')
}

function textOfTable(table: unknown): string {
  const rows = Array.isArray(table)
    ? table.filter(Array.isArray).map((row: unknown[]) => row.map((cell) => text(cell) ?? ''))
    : []
  const [head, ...others] = rows.filter((row) => row.length > 0)
  if (!head) return ''
  const line = (row: string[]) => `| ${row.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...others.map(line)].join('\n')
}

/** The numbers of the references that blocks or their parts point at. */
export function referencesIn(value: unknown): Set<number> {
  const found = new Set<number>()
  const visit = (each: unknown): void => {
    if (Array.isArray(each)) {
      each.forEach(visit)
      return
    }
    const { reference_indexes: indexes, ...others } = record(each)
    if (Array.isArray(indexes)) for (const index of indexes) if (typeof index === 'number') found.add(index)
    Object.values(others).forEach(visit)
  }
  visit(value)
  return found
}
