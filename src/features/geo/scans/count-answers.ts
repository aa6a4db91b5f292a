import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { packTallies, type TallyRow } from './answer-counts.ts'
import { checks, tallies } from './table.ts'

/** Statements that count the answers of a scan anew; they belong into the batch that ends the scan or its re-scoring. */
export async function tallyScan(ctx: Context, scanId: string): Promise<Statement[]> {
  const counted = await ctx.db.select().from(checks).where(eq(checks.scanId, scanId))
  return packTallies(counted).map((row) => replaceTally(ctx, row))
}

/**
 * A row that takes the place of another gets a number above all others, by which readers tell that it is new: deleted and
 * inserted, or updated, it could keep the one it had.
 */
function replaceTally(ctx: Context, row: TallyRow): Statement {
  return ctx.db.run(sql`
    insert or replace into ${tallies} (scan_id, engine, language, is_twin, project_id, captured_at, model_reported,
      searched, instructions_version, matcher_version, names, cells)
    values (${row.scanId}, ${row.engine}, ${row.language}, ${Number(row.isTwin)}, ${row.projectId},
      ${row.capturedAt.getTime()}, ${row.modelReported}, ${row.searched === null ? null : Number(row.searched)},
      ${row.instructionsVersion}, ${row.matcherVersion}, ${JSON.stringify(row.names)}, ${row.cells})`)
}
