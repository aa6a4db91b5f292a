import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
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

/**
 * Returns statements that add competitors, or update those with these names. One statement takes all competitors with
 * the same fields as JSON, because building one for each of thousands would block other requests.
 */
export function upsertCompetitors(
  ctx: Context,
  projectId: string,
  changes: (Changes & Named)[],
): Statement[] {
  const rows = changes.map((change) => ({
    fields: Object.keys(change).toSorted(),
    row: { ...change, id: Bun.randomUUIDv7(), folded: toNameKey(change.name) },
  }))
  const alike = Map.groupBy(rows, ({ fields }) => fields.join(', '))
  return [...alike.values()].map((group) => {
    const json = JSON.stringify(group.map(({ row }) => row))
    const updates = group[0]?.fields.map((field) => `${field} = excluded.${field}`).join(', ') ?? ''
    return ctx.db.run(sql`
      insert into geo_competitors (id, project_id, name, folded, domain, synonyms, kind, color, created_at)
      select value ->> 'id', ${projectId}, value ->> 'name', value ->> 'folded', value ->> 'domain',
        coalesce(value ->> 'synonyms', '[]'), coalesce(value ->> 'kind', 'direct'), value ->> 'color',
        ${ctx.now().getTime()}
      from json_each(${json}) where true
      on conflict (project_id, folded) do update set ${sql.raw(updates)}`)
  })
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
