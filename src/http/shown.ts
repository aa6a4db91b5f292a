import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../context.ts'
import { isShownViolation } from '../db/errors.ts'
import { changed } from '../db/table.ts'
import { conflict } from '../errors.ts'

/** The record that a person was shown before a call, as it stood then: `absent` where there was none. */
export type Shown = { kind: string; version: string }

/** Where a record stands, and when it was last changed. */
type Place = { where: SQL | undefined; updatedAt: SQLiteColumn }

/**
 * Runs a batch that changes a record. Where its caller was shown the record and it has changed since, nothing is written
 * and 409 says so: the batch itself looks, so that nothing comes between. Whatever a tool may change is changed by this.
 */
export async function changeShown<U extends BatchItem<'sqlite'>, T extends Readonly<[U, ...U[]]>>(
  ctx: Context,
  { shown }: { shown?: Shown },
  { where, updatedAt }: Place,
  statements: T,
): Promise<BatchResponse<T>> {
  if (!shown) return ctx.db.batch(statements)
  const version = shown.version === 'absent' ? null : Date.parse(shown.version)
  if (Number.isNaN(version)) throw new Error(`A ${shown.kind} does not tell when it was changed.`)
  const others = sql`select 1 from ${updatedAt.table} where ${where} and ${updatedAt} is not ${version}`
  try {
    const [, ...results] = await ctx.db.batch([ctx.db.run(changed(others)), ...statements])
    return results as unknown as BatchResponse<T>
  } catch (error) {
    throw isShownViolation(error) ? leftAsItIs(shown) : error
  }
}

/** Says that a record is not what a person was shown, and that nothing was done. */
export const leftAsItIs = ({ kind }: Pick<Shown, 'kind'>) =>
  conflict(
    `The ${kind} was changed after this was shown, and is left as it is: read it again, and ask again.`,
  )

/** A time of a change that is later than that of the one before, so that two of one millisecond can be told apart. */
export const laterThanBefore = (ctx: Context, updatedAt: SQLiteColumn) =>
  sql`max(${ctx.now().getTime()}, ${updatedAt} + 1)`
