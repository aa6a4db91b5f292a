export type Value = string | number | null

/**
 * Rows as CSV (RFC 4180), with the byte order mark by which spreadsheets detect UTF-8. A text that they would
 * evaluate as a formula starts with an apostrophe.
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
