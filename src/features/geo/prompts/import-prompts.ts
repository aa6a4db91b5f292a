import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { ceilingGuard } from '../../../db/ceilings.ts'
import { isForeignKeyViolation } from '../../../db/errors.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { integer, optional, text } from '../../../http/fields.ts'
import { type CsvFile, type CsvIssue, csvFile } from '../../../text/csv.ts'
import { countCharacters } from '../../../text/line.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { getProject } from '../projects/service.ts'
import { enabledField, promptField } from './model.ts'
import { foldPrompt } from './rules.ts'
import { prompts } from './table.ts'

/** Maximum number of prompts per import (contract geo 18). */
const maxRows = 500

export const PromptImport = t.Object({
  rows: optional(
    t.Array(t.Object({ prompt: promptField, enabled: optional(enabledField) }), {
      minItems: 1,
      maxItems: maxRows,
      error: `rows must be a list of 1 to ${maxRows} prompts`,
    }),
  ),
  csv: optional(text('csv', 1, 1_048_576, { isVerbatim: true })),
})
export type PromptImport = typeof PromptImport.static

export const ImportedPrompts = t.Object({
  imported: integer,
  updated: integer,
  skipped: integer,
  issues: t.Array(t.Object({ line: integer, message: t.String() })),
  organization: Organization,
})

type ImportedPrompt = { prompt: string; enabled: boolean }
type Import = { rows: ImportedPrompt[]; issues: CsvIssue[] }

/**
 * Returns the prompts of an import; rows win if both are sent. 400 if there are none (contract geo 2:
 * import).
 */
async function readImport({ rows, csv }: PromptImport, organizationId: string): Promise<Import> {
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

/** Returns the prompts of a CSV file, and the problems in its other rows (contract geo 2: CSV reading). */
function readPromptFile(file: CsvFile): Import {
  const rows: ImportedPrompt[] = []
  const issues = [...file.issues]
  for (const { line, values } of file.rows) {
    if (rows.length === maxRows) {
      issues.push({ line, message: `Only the first ${maxRows} rows are imported.` })
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

/** Parses a row as a prompt, or returns its problem. */
function readRow(prompt: string, enabled: string): ImportedPrompt | string {
  const length = countCharacters(prompt)
  if (length < 8 || length > 300) return 'A prompt must have 8 to 300 characters.'
  const word = enabled.toLowerCase()
  if (truthy.includes(word)) return { prompt, enabled: true }
  return falsy.includes(word) ? { prompt, enabled: false } : `"${enabled}" must be yes or no.`
}

/**
 * Adds many prompts at once; skips duplicates and prompts that are already tracked (contract geo 2: import).
 */
export async function importPrompts(ctx: Context, caller: Caller, projectId: string, body: PromptImport) {
  await getProject(ctx, caller, projectId)
  if (csvFile.isLong(body.csv?.length ?? 0)) await caller.spend()
  const { rows, issues } = await readImport(body, caller.organization.id)
  await caller.spend()
  const imported = await insertPrompts(ctx, projectId, rows)
  return { imported, updated: 0, skipped: rows.length - imported, issues, organization: caller.organization }
}

/** Inserts prompts and returns how many of them are new. */
async function insertPrompts(ctx: Context, projectId: string, rows: ImportedPrompt[]): Promise<number> {
  const createdAt = ctx.now()
  const values = rows.map(({ prompt, enabled }) => ({
    id: Bun.randomUUIDv7(),
    projectId,
    prompt,
    folded: foldPrompt(prompt),
    enabled,
    tags: [],
    createdAt,
  }))
  try {
    const [inserted] = await ctx.db.batch([
      ctx.db.insert(prompts).values(values).onConflictDoNothing().returning({ id: prompts.id }),
      ctx.db.run(ceilingGuard('prompts', projectId)),
    ])
    return inserted.length
  } catch (error) {
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}
