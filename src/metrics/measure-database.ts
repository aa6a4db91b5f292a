import type { DatabaseClient } from '../db/database-client.ts'
import { findDatabaseError } from '../db/errors.ts'
import type { Metrics } from './metrics.ts'

/** Measures every call of a database from now on. */
export function measureDatabase(client: DatabaseClient, metrics: Metrics): void {
  function measured<A extends unknown[], R>(
    call: (...args: A) => Promise<R>,
    kindOf: (...args: A) => 'read' | 'write',
  ) {
    return async (...args: A): Promise<R> => {
      const started = performance.now()
      try {
        return await call(...args)
      } catch (error) {
        const code = findDatabaseError(error)?.code
        if (code) metrics.refusal(code)
        throw error
      } finally {
        metrics.database(kindOf(...args), (performance.now() - started) / 1000)
      }
    }
  }
  const { execute, read, readInBackground, batch } = client
  const isWrite = /^\s*(insert|update|delete|replace|with)/i
  client.execute = measured(execute as (...args: unknown[]) => Promise<never>, (input) => {
    const sql = typeof input === 'string' ? input : (input as { sql: string }).sql
    return isWrite.test(sql) ? 'write' : 'read'
  })
  client.read = measured(read, () => 'read')
  client.readInBackground = measured(readInBackground, () => 'read')
  client.batch = measured(batch, (_, mode) => (mode === 'read' ? 'read' : 'write'))
}
