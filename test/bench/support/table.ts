import type { Row } from '../benchmark.ts'

const titles = ['what', 'reached', 'baseline', 'ratio', 'aim', '']

/** The rows as an aligned Markdown table. */
export function formatTable(rows: Row[]): string {
  const lines = [titles, ...rows.map(toCells)]
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const toLine = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const [head, ...body] = lines.map(toLine)
  return [head, rule, ...body].join('\n')
}

function toCells({ what, reached, baseline, ratio, aim, met }: Row): string[] {
  const verdict = met === undefined ? '' : met ? 'ok' : 'short'
  return [what, reached, baseline ?? '', ratio?.toFixed(2) ?? '', aim ?? '', verdict]
}
