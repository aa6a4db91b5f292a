import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { type CompetitorRow, maxCompetitors } from './model.ts'
import { fold } from './rules.ts'
import { competitors } from './table.ts'

/** The competitors of a project, in the order in which they were added. */
export function findCompetitors(ctx: Context, projectId: string): Promise<CompetitorRow[]> {
  return ctx.db
    .select()
    .from(competitors)
    .where(eq(competitors.projectId, projectId))
    .orderBy(asc(competitors.createdAt), asc(competitors.id))
}

type Named = { name: string }
type Changes = Partial<Pick<CompetitorRow, 'name' | 'domain' | 'synonyms' | 'kind' | 'color'>>

/** A statement that adds a competitor, or changes the one of this name. */
export function upsertCompetitor(ctx: Context, projectId: string, changes: Changes & Named) {
  const { name, domain = null, synonyms = [] } = changes
  const row = { id: Bun.randomUUIDv7(), projectId, folded: fold(name), createdAt: ctx.now() }
  return ctx.db
    .insert(competitors)
    .values({ ...changes, ...row, domain, synonyms })
    .onConflictDoUpdate({ target: [competitors.projectId, competitors.folded], set: changes })
}

/** A statement that changes the competitor of a name, which may change too. */
export function changeCompetitor(ctx: Context, projectId: string, name: string, changes: Changes & Named) {
  return ctx.db
    .update(competitors)
    .set({ ...changes, folded: fold(changes.name) })
    .where(isNamed(projectId, name))
}

/** The competitor of a name, whatever its upper case. */
export function isNamed(projectId: string, name: string): SQL | undefined {
  return and(eq(competitors.projectId, projectId), eq(competitors.folded, fold(name)))
}

/** A statement that rolls its batch back where a project tracks too many. */
export function guardCount(ctx: Context, projectId: string) {
  return ctx.db.run(sql`
    insert into guards (ok) select 0
    where (select count(*) from geo_competitors where project_id = ${projectId}) > ${maxCompetitors}`)
}
