import type { DatabaseClient } from '../db/database-client.ts'
import { traced } from './active.ts'

/** Makes a span of every call of a database, with its number of statements. */
export function traceDatabase(client: DatabaseClient): void {
  const span = <A extends unknown[], R>(name: string, call: (...args: A) => Promise<R>) =>
    ((...args: A) => {
      const [input] = args
      const statements = Array.isArray(input) ? input.length : 1
      return traced(name, { 'db.system.name': 'sqlite', 'db.operation.batch.size': statements }, () =>
        call(...args),
      )
    }) as (...args: A) => Promise<R>
  client.execute = span('database', client.execute as (...args: unknown[]) => Promise<never>)
  client.read = span('database read', client.read)
  client.readInBackground = span('database read', client.readInBackground)
  client.batch = span('database batch', client.batch)
}
