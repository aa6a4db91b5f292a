import type { InArgs, InStatement, InValue, ResultSet } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql/web'
import type { Log } from '../log.ts'
import type { Db } from './client.ts'
import type { BatchStatement, DatabaseClient } from './database-client.ts'
import { databaseReason } from './errors.ts'
import { findReplicaFault, type ReplicaFault, ReplicaUnusable, repeatCheck } from './replica-fault.ts'
import { isRead, openServer } from './server.ts'

export type ReplicaOptions = {
  url: string
  authToken: string | null
  /** Answers what the replica cannot answer. */
  primary: Db
  log: Pick<Log, 'warn' | 'info'>
  /** Milliseconds that the replica may take for an answer. */
  timeout?: number
  /** Milliseconds during which it is not asked after a failure. */
  cooldown?: number
  /** Milliseconds between checks whether it still receives the changes of the primary. */
  checkEvery?: number
  check?: (replica: Db, primary: Db) => Promise<ReplicaFault | null>
  /** Measures or traces the calls of the replica. */
  observe?: (client: DatabaseClient) => void
}

/**
 * Opens a replica of a libSQL server, for reads that may miss the newest writes. If it fails, is late or no longer
 * receives changes, the primary answers, and also the reads of the next ten seconds. Writes are refused.
 */
export function openReplica(options: ReplicaOptions): Db {
  return drizzle({ casing: 'snake_case', client: createClient(options) })
}

function createClient({
  url,
  authToken,
  primary,
  log,
  timeout = 2000,
  cooldown = 10_000,
  checkEvery = 10_000,
  check = findReplicaFault,
  observe,
}: ReplicaOptions): DatabaseClient {
  const replica = openServer(url, authToken, timeout)
  observe?.(replica)
  const copy = drizzle({ casing: 'snake_case', client: replica })
  const requireCurrent = repeatCheck(() => check(copy, primary), checkEvery)
  /** The line in the log about the present failure. */
  let failure: string | null = null
  let askAgainAt = 0

  async function ask<T>(act: (client: DatabaseClient) => Promise<T>): Promise<T> {
    if (performance.now() < askAgainAt) return act(primary.$client)
    try {
      await requireCurrent()
      const result = await act(replica)
      // A read that began before the failure may end after it.
      if (failure !== null && performance.now() >= askAgainAt) {
        failure = null
        log.info('The read replica answers again.')
      }
      return result
    } catch (error) {
      askAgainAt = performance.now() + cooldown
      const isUnusable = error instanceof ReplicaUnusable
      const line = isUnusable ? unused : silent
      if (line !== failure) log.warn({ reason: isUnusable ? error.message : databaseReason(error) }, line)
      failure = line
      return act(primary.$client)
    }
  }

  const refuse = () => Promise.reject(new Error('A replica cannot be written.'))
  const read = (sql: string, args: InValue[]) =>
    isRead(sql) ? ask((client) => client.read(sql, args)) : refuse()
  return {
    ...replica,
    get closed() {
      return replica.closed
    },
    read,
    readInBackground: read,
    execute(input: InStatement, args?: InArgs): Promise<ResultSet> {
      const statement = typeof input === 'string' ? { sql: input, args } : input
      return isRead(statement.sql) ? ask((client) => client.execute(statement)) : refuse()
    },
    batch: (inputs, mode) =>
      inputs.every((input) => isRead(sqlOf(input))) ? ask((client) => client.batch(inputs, mode)) : refuse(),
    migrate: refuse,
    executeMultiple: refuse,
  }
}

const unused = 'The read replica of DATABASE_READ_URL is not used. Reading from the primary.'
const silent = 'The read replica of DATABASE_READ_URL does not answer. Reading from the primary.'

function sqlOf(input: BatchStatement): string {
  if (typeof input === 'string') return input
  return Array.isArray(input) ? input[0] : input.sql
}
