import { eq } from 'drizzle-orm'
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
import { areTags, enabledField, promptField, tags } from './model.ts'
import { foldPrompt, readTags } from './rules.ts'
import { prompts } from './table.ts'

/** Maximum number of prompts per import (contract geo 18). */
const maxRows = 500

export const PromptImport = t.Object({
  rows: optional(
    t.Array(t.Object({ prompt: promptField, enabled: optional(enabledField), tags }), {
      minItems: 1,
      maxItems: maxRows,
      error: `rows must be a list of 1 to ${maxRows} prompts`,
    }),
  ),
  csv: optional(text('csv', 1, 1_048_576, { isVerbatim: true })),
  preview: optional(
    t.Boolean({
      description: 'Return what would be imported, and import nothing.',
      error: 'preview must be true or false',
    }),
  ),
})
export type PromptImport = typeof PromptImport.static

export const ImportedPrompts = t.Object({
  imported: integer,
  updated: integer,
  skipped: integer,
  issues: t.Array(t.Object({ line: integer, message: t.String() })),
  /** New prompts that are so short that they may be no question. */
  short: t.Array(t.String()),
  /** The new prompts. */
  prompts: t.Array(t.Object({ prompt: t.String(), enabled: t.Boolean(), tags: t.Array(t.String()) })),
  organization: Organization,
})

type ImportedPrompt = { prompt: string; enabled: boolean; tags: string[] }
type Import = { rows: ImportedPrompt[]; issues: CsvIssue[] }

/**
 * Returns the prompts of an import; rows win if both are sent. 400 if there are none (contract geo 2:
 * import).
 */
async function readImport({ rows, csv }: PromptImport, organizationId: string): Promise<Import> {
  if (rows) {
    const read = rows.map(({ prompt, enabled, tags }) => ({
      ...{ prompt, enabled: enabled ?? true },
      tags: readTags(tags ?? []),
    }))
    return { rows: read, issues: [] }
  }
  const text = csv ?? ''
  const file = readPromptFile(await csvFile.run({ text, required: ['prompt'] }, text.length, organizationId))
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
    const read = readRow(values.prompt ?? '', values.enabled ?? '', values.tags ?? '')
    if (typeof read === 'string') issues.push({ line, message: read })
    else rows.push(read)
  }
  return { rows, issues }
}

const truthy = ['', 'true', 'yes', 'y', '1', 'on']
const falsy = ['false', 'no', 'n', '0', 'off']

/** Parses a row as a prompt, or returns its problem. */
function readRow(prompt: string, enabled: string, tagged: string): ImportedPrompt | string {
  const length = countCharacters(prompt)
  if (length < 8 || length > 300) return 'A prompt must have 8 to 300 characters.'
  const tags = readTags(tagged.split(/[|,;]/).map((tag) => tag.trim())).filter((tag) => tag !== '')
  if (!areTags(tags)) return 'A prompt may have 20 tags of 40 characters.'
  const word = enabled.toLowerCase()
  if (truthy.includes(word)) return { prompt, enabled: true, tags }
  return falsy.includes(word) ? { prompt, enabled: false, tags } : `"${enabled}" must be yes or no.`
}

/**
 * Adds many prompts at once; skips duplicates and prompts that are already tracked (contract geo 2: import).
 */
export async function importPrompts(ctx: Context, caller: Caller, projectId: string, body: PromptImport) {
  // An import of nothing is refused before the project is looked up (contract geo 0: Order of checks).
  if (!body.rows && !body.csv) throw badRequest('rows or csv is required')
  await getProject(ctx, caller, projectId)
  if (csvFile.isLong(body.csv?.length ?? 0)) await caller.spend()
  const { rows, issues } = await readImport(body, caller.organization.id)
  if (!body.preview) await caller.spend()
  const added = body.preview ? await findNew(ctx, projectId, rows) : await insertPrompts(ctx, projectId, rows)
  return {
    ...{ imported: added.length, updated: 0, skipped: rows.length - added.length, issues },
    short: added.flatMap(({ prompt }) => (countCharacters(prompt) < usualLength ? [prompt] : [])),
    prompts: added.map(({ prompt, enabled, tags }) => ({ prompt, enabled, tags })),
    organization: caller.organization,
  }
}

/** A question is rarely shorter. */
const usualLength = 10

/** Returns the prompts that are not tracked yet, each once. */
async function findNew(ctx: Context, projectId: string, rows: ImportedPrompt[]): Promise<ImportedPrompt[]> {
  const tracked = await ctx.db
    .select({ folded: prompts.folded })
    .from(prompts)
    .where(eq(prompts.projectId, projectId))
  const known = new Set(tracked.map(({ folded }) => folded))
  return rows.filter(({ prompt }) => {
    const folded = foldPrompt(prompt)
    return !known.has(folded) && known.add(folded)
  })
}

/** Inserts prompts and returns those that are new. */
async function insertPrompts(
  ctx: Context,
  projectId: string,
  rows: ImportedPrompt[],
): Promise<ImportedPrompt[]> {
  const createdAt = ctx.now()
  const values = rows.map(({ prompt, enabled, tags }) => ({
    id: Bun.randomUUIDv7(),
    projectId,
    prompt,
    folded: foldPrompt(prompt),
    enabled,
    tags,
    createdAt,
  }))
  try {
    const [inserted] = await ctx.db.batch([
      ctx.db
        .insert(prompts)
        .values(values)
        .onConflictDoNothing()
        .returning({ prompt: prompts.prompt, enabled: prompts.enabled, tags: prompts.tags }),
      ctx.db.run(ceilingGuard('prompts', projectId)),
    ])
    return inserted
  } catch (error) {
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}
