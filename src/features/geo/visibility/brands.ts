import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { toNameKey } from '../../../mentions/name-key.ts'
import { competitors } from '../competitors/table.ts'

type Competitor = Pick<typeof competitors.$inferSelect, 'id' | 'name' | 'synonyms'>

/**
 * Resolves the names in answers: to a tracked competitor, by its id or one of its names, or to another brand.
 */
export type Brands = {
  byId: ReadonlyMap<string, Competitor>
  findByName(name: string): Competitor | undefined
}

/**
 * Competitors in order of creation. Names win over synonyms, and the first competitor with a synonym keeps it
 * (contract geo 3).
 */
export function createBrands(competitors: Competitor[]): Brands {
  const byId = new Map(competitors.map((each) => [each.id, each]))
  const byName = new Map(competitors.map((each) => [toNameKey(each.name), each]))
  for (const each of competitors)
    for (const synonym of each.synonyms)
      if (!byName.has(toNameKey(synonym))) byName.set(toNameKey(synonym), each)
  return { byId, findByName: (name) => byName.get(toNameKey(name)) }
}

/** Returns the brands in an answer, each once: tracked ones by id, others as written. */
export function brandsIn(brands: Brands, named: { competitorIds: string[]; discovered: string[] }) {
  const tracked = new Set(named.competitorIds.filter((id) => brands.byId.has(id)))
  const discovered = new Map<string, string>()
  for (const name of named.discovered) {
    const known = brands.findByName(name)
    if (known) tracked.add(known.id)
    else if (!discovered.has(toNameKey(name))) discovered.set(toNameKey(name), name)
  }
  return { tracked: [...tracked], discovered: [...discovered.values()] }
}

/** Returns the competitors that a project tracks. */
export async function findBrands(ctx: Context, projectId: string): Promise<Brands> {
  return createBrands(await competitorsOf(ctx).all({ projectId }))
}

const competitorsOf = once((db) => {
  const { id, name, synonyms, projectId, createdAt } = competitors
  const oldest = db
    .select({ id, name, synonyms })
    .from(competitors)
    .where(eq(projectId, sql.placeholder('projectId')))
    .orderBy(asc(createdAt), asc(id))
  return prepareSelect(db, oldest)
})
