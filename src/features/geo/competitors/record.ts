import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { type CompetitorRow, maxCompetitors } from './model.ts'
import { competitors } from './table.ts'

/** Returns the competitors of a project in the order in which they were added. */
export function findCompetitors(ctx: Context, projectId: string): Promise<CompetitorRow[]> {
  return ctx.db
    .select()
    .from(competitors)
    .where(eq(competitors.projectId, projectId))
    .orderBy(asc(competitors.createdAt), asc(competitors.id))
}

type Named = { name: string }
type Changes = Partial<Pick<CompetitorRow, 'name' | 'domain' | 'synonyms' | 'kind' | 'color'>>

/** Returns a statement that adds a competitor, or updates the one with this name. */
export function upsertCompetitor(ctx: Context, projectId: string, changes: Changes & Named) {
  const { name, domain = null, synonyms = [] } = changes
  const row = { id: Bun.randomUUIDv7(), projectId, folded: toNameKey(name), createdAt: ctx.now() }
  return ctx.db
    .insert(competitors)
    .values({ ...changes, ...row, domain, synonyms })
    .onConflictDoUpdate({ target: [competitors.projectId, competitors.folded], set: changes })
}

/** Returns a statement that updates a competitor by its name, which may change too. */
export function changeCompetitor(ctx: Context, projectId: string, name: string, changes: Changes & Named) {
  return ctx.db
    .update(competitors)
    .set({ ...changes, folded: toNameKey(changes.name) })
    .where(isNamed(projectId, name))
}

/** Matches a competitor by name, ignoring case. */
export function isNamed(projectId: string, name: string): SQL | undefined {
  return and(eq(competitors.projectId, projectId), eq(competitors.folded, toNameKey(name)))
}

/** Returns a statement that fails the batch if a project has too many competitors. */
export function guardCount(ctx: Context, projectId: string) {
  return ctx.db.run(sql`
    insert into guards (ok) select 0
    where (select count(*) from geo_competitors where project_id = ${projectId}) > ${maxCompetitors}`)
}
