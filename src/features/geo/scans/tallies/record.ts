import { eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { checks, tallies } from '../table.ts'
import { packTallies } from './rules.ts'

/** Statements that count the answers of a scan anew; they belong into the batch that ends the scan or its re-scoring. */
export async function tallyScan(ctx: Context, scanId: string): Promise<Statement[]> {
  const counted = await ctx.db.select().from(checks).where(eq(checks.scanId, scanId))
  const rows = packTallies(counted).map((row) => ctx.db.insert(tallies).values(row))
  return [ctx.db.delete(tallies).where(eq(tallies.scanId, scanId)), ...rows]
}
