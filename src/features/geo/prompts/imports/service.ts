import type { Context } from '../../../../context.ts'
import { ceilingGuard } from '../../../../db/ceilings.ts'
import { isForeignKeyViolation } from '../../../../db/errors.ts'
import { notFound } from '../../../../errors.ts'
import { csvFile } from '../../../../text/csv.ts'
import type { Caller } from '../../../keys/model.ts'
import { getProject } from '../../projects/service.ts'
import { foldPrompt } from '../rules.ts'
import { prompts } from '../table.ts'
import type { PromptImport } from './model.ts'
import { type ImportedPrompt, readImport } from './rules.ts'

/** Tracks many prompts at once; those that are tracked already, and repeats, are skipped (contract geo 2: import). */
export async function importPrompts(ctx: Context, caller: Caller, projectId: string, body: PromptImport) {
  await getProject(ctx, caller, projectId)
  if (csvFile.isLong(body.csv?.length ?? 0)) await caller.spend()
  const { rows, issues } = await readImport(body, caller.organization.id)
  await caller.spend()
  const imported = await insertPrompts(ctx, projectId, rows)
  return { imported, updated: 0, skipped: rows.length - imported, issues, organization: caller.organization }
}

/** How many of them were not there yet. */
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
    // The project was deleted in between.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}
