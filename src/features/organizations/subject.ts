import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Subject } from '../../jobs/define.ts'

/**
 * Runs a query of one row with `organization_id` and `record`, and returns the subject of a job; its fields are null
 * if the row is gone.
 */
export async function findSubject(ctx: Context, query: SQL): Promise<Subject> {
  const [row] = await ctx.db.all<Subject>(sql`
    select organizations.slug as organization, found.record from (${query}) as found
    left join organizations on organizations.id = found.organization_id`)
  return row ?? { organization: null, record: null }
}
