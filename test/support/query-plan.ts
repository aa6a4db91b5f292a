import type { Db } from '../../src/db/client.ts'

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

/** The lines of a statement's query plan. */
export async function planOf(db: Db, { sql, args }: Sent): Promise<string[]> {
  const plan = await db.$client.execute({ sql: `explain query plan ${sql}`, args: args as never })
  return plan.rows.map((row) => String(row.detail))
}
