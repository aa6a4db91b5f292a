import type { InValue, ResultSet } from '@libsql/client/web'
import { fillPlaceholders, type Placeholder, QueryPromise, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { PreparedQuery } from 'drizzle-orm/session'
import type { Db } from './client.ts'

/**
 * Builds a value once per database, mainly the prepared queries of hot paths: Drizzle builds a query again on each
 * use, which costs more than running it. Takes the builder, returns a function from context to value.
 */
export function once<T>(build: (db: Db) => T): (ctx: { db: Db }) => T {
  const built = new WeakMap<Db, { value: T }>()
  return ({ db }) => {
    const known = built.get(db) ?? { value: build(db) }
    built.set(db, known)
    return known.value
  }
}

/** A query with `sql.placeholder` values, as a statement of a batch or awaited alone. */
export function prepareStatement<R>(
  query: RunnableQuery<R, 'sqlite'> & { prepare(): Preparable<R> },
): (values: Record<string, unknown>) => PreparedStatement<R> {
  const prepared = query.prepare()
  return (values) => new PreparedStatement(prepared, values)
}

/** The same for a statement that is written out. */
export function prepareRun(
  db: Db,
  statement: SQL,
): (values: Record<string, unknown>) => PreparedStatement<ResultSet> {
  const query = db.run(statement).getQuery()
  const prepared: Preparable<ResultSet> = {
    getQuery: () => query,
    mapResult: (result) => result,
    execute: (values) =>
      db.$client.execute({ sql: query.sql, args: fillPlaceholders(query.params, values) as InValue[] }),
  }
  return (values) => new PreparedStatement(prepared, values)
}

/** A placeholder for each value of a row, with the name of its column. */
export function placeholders<N extends string>(...names: N[]) {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as {
    [K in N]: Placeholder<N>
  }
}

type Preparable<R> = PreparedQuery & { execute(values: Record<string, unknown>): Promise<R> }

/** Drizzle prepares queries that run alone; this is the counterpart of its `SQLiteRaw` for batches. */
class PreparedStatement<R> extends QueryPromise<R> implements RunnableQuery<R, 'sqlite'>, PreparedQuery {
  declare readonly _: { readonly dialect: 'sqlite'; readonly result: R }

  constructor(
    private readonly prepared: Preparable<R>,
    private readonly values: Record<string, unknown>,
  ) {
    super()
  }

  execute(): Promise<R> {
    return this.prepared.execute(this.values)
  }

  getQuery() {
    const { sql: text, params } = this.prepared.getQuery()
    return { sql: text, params: fillPlaceholders(params, this.values) }
  }

  mapResult(result: unknown, isFromBatch?: boolean): unknown {
    return this.prepared.mapResult(result, isFromBatch)
  }

  /** Called by Drizzle's batch. */
  _prepare(): PreparedQuery {
    return this
  }
}
