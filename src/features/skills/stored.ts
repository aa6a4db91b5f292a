import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { organizations } from '../organizations/table.ts'
import { builtInSkills } from './built-in.ts'
import type { SkillRow } from './model.ts'
import { skills } from './table.ts'

export const isBuiltIn = (name: string) => builtInSkills.some((skill) => skill.name === name)

/** The stored skill of a name, else the built-in one, else null. */
export async function findSkill(
  ctx: Context,
  organizationId: string,
  name: string,
): Promise<SkillRow | null> {
  const [stored] = await ctx.db
    .select()
    .from(skills)
    .where(and(eq(skills.organizationId, organizationId), eq(skills.name, name)))
  if (stored || !isBuiltIn(name)) return stored ?? null
  const builtIn = await listBuiltIn(ctx, organizationId)
  return builtIn.find((skill) => skill.name === name) ?? null
}

/** The built-in skills as rows: as old as the organization, and with ids that stay when they are stored. */
export async function listBuiltIn(ctx: Context, organizationId: string): Promise<SkillRow[]> {
  const [organization] = await ctx.db
    .select({ createdAt: organizations.createdAt })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  if (!organization) return []
  const { createdAt } = organization
  return builtInSkills.map((skill) => ({
    ...skill,
    id: Bun.randomUUIDv5(skill.name, organizationId),
    organizationId,
    isSystem: true,
    createdAt,
    updatedAt: createdAt,
  }))
}
