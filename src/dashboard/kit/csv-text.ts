export type Value = string | number | null

/**
 * Rows as RFC 4180 has them, with the mark by which spreadsheets know the letters. A text that they would take for a
 * formula begins with an apostrophe.
 */
export function toCsv(rows: Value[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')}`
}

function toField(value: Value): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
