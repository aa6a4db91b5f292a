import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { projects } from './table.ts'

/** True when an organization has a project with this id. */
export async function hasProject(ctx: Context, organizationId: string, id: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.organizationId, organizationId), eq(projects.id, id)))
  return row !== undefined
}
