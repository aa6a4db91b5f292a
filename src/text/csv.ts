import { CsvError, type Info, parse } from 'csv-parse/sync'
import { defineTextTask } from '../text-thread.ts'

/** A row by lower-case column name, with its first line number. */
export type CsvRow = { line: number; values: Record<string, string> }
/** An error in a file, with its line. */
export type CsvIssue = { line: number; message: string }

export type CsvFile = { rows: CsvRow[]; issues: CsvIssue[] }

const maxRows = 5_000
const maxColumns = 100

/** Parses a user's CSV file; a large one on the text thread. */
export const csvFile = defineTextTask(
  'csv',
  50_000,
  ({ text, required }: { text: string; required: string[] }) => readCsv(text, required),
)

/**
 * The rows of a CSV file whose first row names its columns, separated by commas, semicolons or tabs. A file that is
 * empty, lacks a required column or cannot be read has no rows and one issue with the reason. Reads up to 5,000 rows.
 */
export function readCsv(text: string, required: string[]): CsvFile {
  const records = readRecords(text)
  if ('issue' in records) return { rows: [], issues: [records.issue] }
  const [head, ...rest] = records.records
  if (!head) return { rows: [], issues: [{ line: 1, message: 'The file is empty.' }] }
  if (head.record.length > maxColumns)
    return { rows: [], issues: [{ line: 1, message: `The file has more than ${maxColumns} columns.` }] }
  const columns = head.record.map((name) => name.toLowerCase())
  const missing = required.filter((name) => !columns.includes(name))
  if (missing.length > 0) {
    const issues = missing.map((name) => ({ line: 1, message: `The column "${name}" is missing.` }))
    return { rows: [], issues }
  }
  const rows = rest.slice(0, maxRows).map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    values: Object.fromEntries(columns.map((name, place) => [name, record[place] ?? ''])),
  }))
  const next = rest[maxRows]
  const issues = next
    ? [{ line: next.info.lines, message: `Only the first ${maxRows.toLocaleString('en')} rows are read.` }]
    : []
  return { rows, issues }
}

type Records = { records: { record: string[]; info: Info }[] } | { issue: CsvIssue }

function readRecords(text: string): Records {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: findDelimiter(text),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      to: maxRows + 2,
    })
    return { records: records as unknown as { record: string[]; info: Info }[] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(/at line (\d+)/.exec(error.message)?.[1] ?? 1)
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const message = isOpen ? 'A quote before this line is not closed.' : 'This line cannot be read.'
    return { issue: { line, message } }
  }
}

/** The most frequent one in the first line. */
function findDelimiter(text: string): string {
  const [head = ''] = text.split(/\r?\n|\r/, 1)
  const counted = [',', ';', '\t'].map((mark) => [mark, head.split(mark).length] as const)
  return counted.reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}
