import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { brandMatcher, findSubjects } from '../settings/subjects.ts'
import { storedIdOf } from './rules.ts'
import { prompts } from './table.ts'

/** Whether a text has a current name of the brand. */
export type NamesBrand = (text: string) => boolean

/** Returns the function for a project. */
export async function findNamesBrand(ctx: Context, projectId: string): Promise<NamesBrand> {
  const brand = brandMatcher(await findSubjects(ctx, projectId))
  const found = new Map<string, boolean>()
  return (text) => found.getOrInsertComputed(text, () => brand.find(text).length > 0)
}

/** Whether a prompt, by its stored id, counts as one that names the brand: the user decides, else its text. */
export type IsBranded = (storedId: string, text: string) => boolean

/** Returns the function for the prompts of a project, with the choices of users, and the one for their texts. */
export async function findBranded(
  ctx: Context,
  projectId: string,
): Promise<{ isBranded: IsBranded; namesBrand: NamesBrand }> {
  const [namesBrand, chosen] = await Promise.all([
    findNamesBrand(ctx, projectId),
    ctx.db
      .select({ id: prompts.id, branded: prompts.branded })
      .from(prompts)
      .where(and(eq(prompts.projectId, projectId), isNotNull(prompts.branded))),
  ])
  const choices = new Map(chosen.map(({ id, branded }) => [storedIdOf(id), branded ?? false]))
  return { isBranded: (storedId, text) => choices.get(storedId) ?? namesBrand(text), namesBrand }
}
