import { badRequest } from '../../../../errors.ts'
import { type CsvFile, type CsvIssue, csvFile } from '../../../../text/csv.ts'
import { countCharacters } from '../../../../text/line.ts'
import { mostRows, type PromptImport } from './model.ts'

export type ImportedPrompt = { prompt: string; enabled: boolean }
export type Import = { rows: ImportedPrompt[]; issues: CsvIssue[] }

/** The prompts of an import, by rows where both are sent; 400 where there are none (contract geo 2: import). */
export async function readImport({ rows, csv }: PromptImport, organizationId: string): Promise<Import> {
  if (rows)
    return { rows: rows.map(({ prompt, enabled }) => ({ prompt, enabled: enabled ?? true })), issues: [] }
  if (!csv) throw badRequest('rows or csv is required')
  const file = readPromptFile(
    await csvFile.run({ text: csv, required: ['prompt'] }, csv.length, organizationId),
  )
  if (file.rows.length > 0) return file
  const [first] = file.issues
  throw badRequest(first ? `Line ${first.line}: ${first.message}` : 'The file has no prompts.')
}

/** The prompts of a CSV file, and what is wrong with its other rows (contract geo 2: CSV reading). */
export function readPromptFile(file: CsvFile): Import {
  const rows: ImportedPrompt[] = []
  const issues = [...file.issues]
  for (const { line, values } of file.rows) {
    if (rows.length === mostRows) {
      issues.push({ line, message: `Only the first ${mostRows} rows are imported.` })
      break
    }
    const read = readRow(values.prompt ?? '', values.enabled ?? '')
    if (typeof read === 'string') issues.push({ line, message: read })
    else rows.push(read)
  }
  return { rows, issues }
}

const truthy = ['', 'true', 'yes', 'y', '1', 'on']
const falsy = ['false', 'no', 'n', '0', 'off']

/** A row as a prompt, or what is wrong with it. */
function readRow(prompt: string, enabled: string): ImportedPrompt | string {
  const length = countCharacters(prompt)
  if (length < 8 || length > 300) return 'A prompt must have 8 to 300 characters.'
  const word = enabled.toLowerCase()
  if (truthy.includes(word)) return { prompt, enabled: true }
  return falsy.includes(word) ? { prompt, enabled: false } : `"${enabled}" is neither yes nor no.`
}
