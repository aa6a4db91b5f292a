import { Database, type SQLQueryBindings } from 'bun:sqlite'
import type { Db } from '../../src/db/client.ts'
import { steadyParameters } from '../../src/db/steady-parameters.ts'

export type Sent = { sql: string; args: unknown }

/** Records every statement that is sent to the engine from now on. */
export function recordStatements(db: Db): Sent[] {
  const sent: Sent[] = []
  const client = db.$client
  const { execute, read, readInBackground, batch } = client
  const note = (statement: unknown, args?: unknown) =>
    sent.push(typeof statement === 'string' ? { sql: statement, args } : (statement as Sent))
  client.execute = ((statement: never, args: never) => {
    note(statement, args)
    return execute.call(client, statement, args)
  }) as typeof execute
  client.read = (sql, args) => {
    note(sql, args)
    return read.call(client, sql, args)
  }
  client.readInBackground = (sql, args) => {
    note(sql, args)
    return readInBackground.call(client, sql, args)
  }
  client.batch = ((statements: never[], mode: never) => {
    for (const statement of statements) note(statement)
    return batch.call(client, statements, mode)
  }) as typeof batch
  return sent
}

/**
 * The lines of a statement's query plan. The embedded database gives it on a connection of its own: SQLite counts the
 * explanation of a write as a running write, with which the next commit on its connection would fail.
 */
export async function planOf({ $client: client }: Db, { sql, args = [] }: Sent): Promise<string[]> {
  const text = `explain query plan ${sql}`
  if (client.protocol !== 'file') {
    const plan = await client.execute({ sql: text, args: args as never })
    return plan.rows.map((row) => String(row.detail))
  }
  const { rows } = await client.execute('pragma database_list')
  using database = new Database(String(rows[0]?.file), { readonly: true })
  using statement = database.prepare<{ detail: string }, SQLQueryBindings[]>(steadyParameters(text))
  return statement.all(...(args as SQLQueryBindings[])).map(({ detail }) => detail)
}
