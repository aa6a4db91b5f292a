import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Context } from '../context.ts'

/** Small enough that a slice takes a few milliseconds, including cascading deletes. */
const rowsPerSlice = 200

type Slices = { signal: AbortSignal; rows?: number }

/** Deletes matching rows in slices, so that requests and other writers never wait for a large deletion. */
export async function deleteInSlices(
  ctx: Context,
  table: SQLiteTable,
  where: SQL | undefined,
  { signal, rows = rowsPerSlice }: Slices,
): Promise<void> {
  await repeatSlices(
    ctx,
    sql`
    delete from ${table} where rowid in (select rowid from ${table} where ${where} limit ${rows})`,
    { signal, rows },
  )
}

/**
 * Repeats a statement that changes at most `rows` rows until it changes fewer. Pauses half of the time for other
 * work.
 */
export async function repeatSlices(
  ctx: Context,
  statement: SQL,
  { signal, rows = rowsPerSlice }: Slices,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const began = performance.now()
    const { rowsAffected } = await ctx.db.run(statement)
    if (rowsAffected < rows) return
    await Bun.sleep(performance.now() - began)
  }
}
