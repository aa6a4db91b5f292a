import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { findEchoes } from '../prompts/echoes.ts'
import { packTallies, type TallyRow } from './answer-counts.ts'
import { checks, tallies } from './table.ts'

/**
 * Returns statements that count the answers of a scan again. Run them in the batch that ends the scan or its
 * rescoring.
 */
export async function tallyScan(ctx: Context, scanId: string): Promise<Statement[]> {
  const isOfScan = eq(checks.scanId, scanId)
  const counted = await ctx.db.select().from(checks).where(isOfScan)
  const echoes = await findEchoes(ctx, counted[0]?.projectId ?? '', isOfScan)
  return packTallies(counted, echoes).map((row) => replaceTally(ctx, row))
}

/**
 * Replaces a row under a new, highest rowid, by which readers notice the change. With delete and insert, or
 * update, the row could keep its old rowid.
 */
function replaceTally(ctx: Context, row: TallyRow): Statement {
  return ctx.db.run(sql`
    insert or replace into ${tallies} (scan_id, engine, language, is_twin, project_id, captured_at, model_reported,
      page, searched, instructions_version, matcher_version, names, cells)
    values (${row.scanId}, ${row.engine}, ${row.language}, ${Number(row.isTwin)}, ${row.projectId},
      ${row.capturedAt.getTime()}, ${row.modelReported}, ${row.page},
      ${row.searched === null ? null : Number(row.searched)},
      ${row.instructionsVersion}, ${row.matcherVersion}, ${JSON.stringify(row.names)}, ${row.cells})`)
}
