import { fillPlaceholders } from 'drizzle-orm'
import type { Statement } from './client.ts'

type Buildable = {
  prepare(): {
    getQuery(): { sql: string; params: unknown[] }
    mapResult(result: unknown, isBatch?: boolean): unknown
  }
}

/**
 * A statement of a batch whose SQL is built once: Drizzle would build it anew each time, which on a hot path costs
 * more than running it. The query names its values with `sql.placeholder`.
 */
export function prepareStatement<V extends Record<string, unknown>>(
  query: Buildable,
): (values: V) => Statement {
  const prepared = query.prepare()
  const { sql, params } = prepared.getQuery()
  return (values) => {
    const filled = {
      getQuery: () => ({ sql, params: fillPlaceholders(params, values) }),
      mapResult: (result: unknown, isBatch?: boolean) => prepared.mapResult(result, isBatch),
    }
    // What Drizzle's batch asks of a statement.
    return { _prepare: () => filled } as unknown as Statement
  }
}
