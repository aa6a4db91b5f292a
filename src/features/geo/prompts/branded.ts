import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { brandMatcher, findSubjects } from '../settings/subjects.ts'
import { storedIdOf } from './rules.ts'
import { prompts } from './table.ts'

/** Whether a prompt, by its stored id, names the brand: the user decides, else its text. */
export type IsBranded = (storedId: string, text: string) => boolean

/** Returns the function for the prompts of a project, with its current names and choices of users. */
export async function findBranded(ctx: Context, projectId: string): Promise<IsBranded> {
  const [subjects, chosen] = await Promise.all([
    findSubjects(ctx, projectId),
    ctx.db
      .select({ id: prompts.id, branded: prompts.branded })
      .from(prompts)
      .where(and(eq(prompts.projectId, projectId), isNotNull(prompts.branded))),
  ])
  const choices = new Map(chosen.map(({ id, branded }) => [storedIdOf(id), branded ?? false]))
  const brand = brandMatcher(subjects)
  const found = new Map<string, boolean>()
  return (storedId, text) =>
    choices.get(storedId) ?? found.getOrInsertComputed(text, () => brand.find(text).length > 0)
}
