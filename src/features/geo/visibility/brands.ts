import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { competitors } from '../competitors/table.ts'

type Competitor = Pick<typeof competitors.$inferSelect, 'id' | 'name' | 'synonyms'>

/** Tells who is meant by what answers name: a tracked competitor, by its id or a name of its own, or somebody else. */
export type Brands = {
  byId: ReadonlyMap<string, Competitor>
  findByName(name: string): Competitor | undefined
}

/** Competitors in the order of their creation: a name goes before synonyms, and the first owner keeps a synonym (contract geo 3). */
export function createBrands(competitors: Competitor[]): Brands {
  const byId = new Map(competitors.map((each) => [each.id, each]))
  const byName = new Map(competitors.map((each) => [fold(each.name), each]))
  for (const each of competitors)
    for (const synonym of each.synonyms) if (!byName.has(fold(synonym))) byName.set(fold(synonym), each)
  return { byId, findByName: (name) => byName.get(fold(name)) }
}

/** What makes two names the same. */
export const fold = (name: string) => name.trim().toLowerCase()

/** The brands that an answer names, each once: tracked ones by id, others as they are written. */
export function brandsIn(brands: Brands, named: { competitorIds: string[]; discovered: string[] }) {
  const tracked = new Set(named.competitorIds.filter((id) => brands.byId.has(id)))
  const discovered = new Map<string, string>()
  for (const name of named.discovered) {
    const known = brands.findByName(name)
    if (known) tracked.add(known.id)
    else if (!discovered.has(fold(name))) discovered.set(fold(name), name)
  }
  return { tracked: [...tracked], discovered: [...discovered.values()] }
}

/** The brands that a project tracks beside its own. */
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
