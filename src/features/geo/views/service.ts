import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isForeignKeyViolation, isGuardViolation, isUniqueViolation } from '../../../db/errors.ts'
import { badRequest, conflict, notFound } from '../../../errors.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { windowOf } from '../visibility/window.ts'
import { type SavedView, type ViewBody, ViewFilters, type ViewPatch } from './model.ts'
import { savedViews } from './table.ts'

type ViewRow = typeof savedViews.$inferSelect

export const maxViews = 50

const toView = ({ id, name, filters, createdAt }: ViewRow): typeof SavedView.static => ({
  ...{ id, name, filters, createdAt: createdAt.toISOString() },
})

/** Lists the saved views of a project by name. */
export async function listViews(ctx: Context, caller: Caller, projectId: string) {
  await getProject(ctx, caller, projectId)
  const rows = await ctx.db
    .select()
    .from(savedViews)
    .where(eq(savedViews.projectId, projectId))
    .orderBy(asc(savedViews.nameKey))
  return { views: rows.map(toView) }
}

/** Saves filters under a new name. The statement itself enforces the limit per project. */
export async function createView(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { name, filters }: ViewBody,
) {
  await getProject(ctx, caller, projectId)
  const row = {
    ...{ id: Bun.randomUUIDv7(), projectId, name, nameKey: keyOf(name), createdAt: ctx.now() },
    filters: toStored(filters, ctx.now()),
  }
  try {
    await ctx.db.batch([
      ctx.db.insert(savedViews).values(row),
      ctx.db.run(sql`insert into guards (ok) select 0
        where (select count(*) from ${savedViews} where project_id = ${projectId}) > ${maxViews}`),
    ])
  } catch (error) {
    if (isGuardViolation(error))
      throw conflict(`A project has at most ${maxViews} saved views. Delete one first.`)
    if (isUniqueViolation(error)) throw nameInUse(name)
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
  return { view: toView(row) }
}

/** Renames a view, or replaces its filters. */
export async function updateView(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
  { name, filters }: ViewPatch,
) {
  const changes = {
    ...(name ? { name, nameKey: keyOf(name) } : {}),
    ...(filters ? { filters: toStored(filters, ctx.now()) } : {}),
  }
  if (Object.keys(changes).length === 0) throw badRequest('At least one field is required')
  await getProject(ctx, caller, projectId)
  try {
    const [updated] = await ctx.db.update(savedViews).set(changes).where(own(projectId, id)).returning()
    if (!updated) throw notFound('Saved view not found')
    return { view: toView(updated) }
  } catch (error) {
    throw isUniqueViolation(error) ? nameInUse(name ?? '') : error
  }
}

/** Deletes a view. */
export async function deleteView(ctx: Context, caller: Caller, projectId: string, id: string) {
  await getProject(ctx, caller, projectId)
  const deleted = await ctx.db.delete(savedViews).where(own(projectId, id)).returning({ id: savedViews.id })
  if (deleted.length === 0) throw notFound('Saved view not found')
  return { id }
}

const own = (projectId: string, id: string) => and(eq(savedViews.projectId, projectId), eq(savedViews.id, id))

/** Only known filters: whatever else a body has would make the list of views invalid. */
function toStored(filters: ViewFilters, now: Date): Record<string, string> {
  windowOf(filters, now)
  const known = Object.keys(ViewFilters.properties) as (keyof ViewFilters)[]
  return Object.fromEntries(
    known.flatMap((key) => (filters[key] === undefined ? [] : [[key, String(filters[key])]])),
  )
}

const keyOf = (name: string) => name.toLowerCase()

const nameInUse = (name: string) => conflict(`A view named “${name}” already exists. Choose another name.`)
