import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import { once } from '../../../../db/prepared.ts'
import { prepareSelect } from '../../../../db/prepared-select.ts'
import { competitors } from '../../competitors/table.ts'
import { type Brands, createBrands } from './rules.ts'

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
