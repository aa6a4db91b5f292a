import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { confirm, release } from '../../usage/settle.ts'
import { sumCents } from './close-scan.ts'
import { scans } from './table.ts'

const sliceLength = 1000

/**
 * Deletes the scans and answers of a deleted project in slices, so that other writes do not wait. Scans are
 * deleted first, which stops running ones.
 */
export async function sweepProject(ctx: Context, { projectId }: { projectId: string }): Promise<void> {
  const running = await ctx.db
    .select({ id: scans.id, saved: scans.saved })
    .from(scans)
    .where(and(eq(scans.projectId, projectId), eq(scans.status, 'running')))
  const charges = await Promise.all(
    running.map(async ({ id, saved }) =>
      saved > 0 ? confirm(ctx, id, { units: saved, cents: await sumCents(ctx, id) }) : [release(ctx, id)],
    ),
  )
  await atomically(ctx.db, [...charges.flat(), ctx.db.delete(scans).where(eq(scans.projectId, projectId))])
  const slice = sql`select id from geo_checks where project_id = ${projectId} order by captured_at, id limit ${sliceLength}`
  await repeat(ctx, [
    sql`delete from geo_answers where check_id in (${slice})`,
    sql`delete from geo_checks where id in (${slice})`,
  ])
  for (const table of [sql`geo_tallies`, sql`geo_citations`])
    await repeat(ctx, [
      sql`delete from ${table} where rowid in (
        select rowid from ${table} where project_id = ${projectId} limit ${sliceLength})`,
    ])
}

/** Runs the statements slice by slice until the last one finds no rows. */
async function repeat(ctx: Context, statements: ReturnType<typeof sql>[]): Promise<void> {
  for (;;) {
    const [first, ...others] = statements.map((statement) => ctx.db.run(statement))
    if (!first) return
    const results = await ctx.db.batch([first, ...others])
    if (results.at(-1)?.rowsAffected === 0) return
  }
}
