import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { changed } from '../db/table.ts'
import { conflict } from '../errors.ts'
import { hashToken } from '../ids.ts'
import type { CheckedDependency, Dependency } from './dependency.ts'

/** A dependency as it was when a user reviewed the call: the version is a hash of its state. */
export type ReviewedVersion = { kind: string; id: string; version: string }

/**
 * The state that an approval is valid for: the versions of all dependencies of the call, and a hash of its outcome.
 */
export type ReviewedState = { records: ReviewedVersion[]; outcome: string }

/** Describes rows by the given columns, in a fixed order; an empty result has a state too. */
export function stateOf(
  kind: string,
  id: string,
  columns: [SQLiteColumn, ...SQLiteColumn[]],
  where: SQL | undefined,
): Dependency {
  const row = sql`json_array(${sql.join(columns, sql`, `)})`
  const rows = sql`select ${row} as state_row from ${columns[0].table} where ${where} order by 1`
  // Converted to text, so that the states of several dependencies can be read as one array of texts.
  return { kind, id, state: sql`((select json_group_array(state_row) from (${rows})) || '')` }
}

/** Reads the states of dependencies in one query. */
export async function readStates(ctx: Context, dependencies: Dependency[]): Promise<CheckedDependency[]> {
  if (dependencies.length === 0) return []
  const states = sql.join(
    dependencies.map(({ state }) => state),
    sql`, `,
  )
  const [row] = await ctx.db.all<{ states: string }>(sql`select json_array(${states}) as states`)
  const values = JSON.parse(row?.states ?? '[]') as string[]
  return dependencies.map((dependency, index) => ({ ...dependency, value: values[index] ?? '' }))
}

/** The version of a state, as an approval stores it. */
export const toVersion = ({ kind, id, value }: CheckedDependency): ReviewedVersion => ({
  kind,
  id,
  version: hashToken(value).slice(0, 32),
})

/** The caller of a reviewed call; without `reviewed` there was no review. */
type Caller = { reviewed?: CheckedDependency[] }

/**
 * Statements that roll a batch back if something that a reviewed call depends on has changed; the API then answers 409.
 * They come first in the batch, before anything that changes those rows.
 */
export function checkReviewed(ctx: Context, { reviewed = [] }: Caller): Statement[] {
  if (reviewed.length === 0) return []
  const differs = reviewed.map(({ state, value }) => sql`${state} is not ${value}`)
  return [ctx.db.run(changed(sql`select 1 where ${sql.join(differs, sql` or `)}`))]
}

/**
 * Runs a batch unless something that the call depends on changed since its review. Every change by a tool uses this.
 */
export async function updateIfUnchanged<U extends BatchItem<'sqlite'>, T extends Readonly<[U, ...U[]]>>(
  ctx: Context,
  caller: Caller,
  statements: T,
): Promise<BatchResponse<T>> {
  const [check] = checkReviewed(ctx, caller)
  if (!check) return ctx.db.batch(statements)
  const [, ...results] = await ctx.db.batch([check, ...statements])
  return results as unknown as BatchResponse<T>
}

/** The error for a call whose reviewed state changed; nothing was written. */
export const changedSinceReview = (what = 'Something that this call depends on') =>
  conflict(`${what} changed since you reviewed it. Nothing was done: read it again and ask again.`)

/** A time later than the previous change, so that two changes in one millisecond differ. */
export const nextUpdatedAt = (ctx: Context, updatedAt: SQLiteColumn) =>
  sql`max(${ctx.now().getTime()}, ${updatedAt} + 1)`
