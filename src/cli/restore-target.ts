import { join } from 'node:path'
import { fileTarget, type RestoreTarget } from '../backup/restore.ts'
import { serverSource } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { checkDatabase, type Db, databaseFile, openDatabase } from '../db/client.ts'
import { wasMigrated } from '../db/migrate.ts'
import { claimDrained, claimStopped } from '../db/processes.ts'
import { replaceServer } from '../db/server-restore.ts'
import { snapshotsOf } from '../db/snapshot.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { heartbeatKey, nextHeartbeat } from '../features/webhooks/polling/outages.ts'
import type { Terminal } from './command.ts'

/** A database that no server uses until `leave` is called. */
export type ClaimedTarget = RestoreTarget & { leave(): void }

/** Claims the database of the configuration to replace it; throws if a server uses it. */
export async function claimTarget(
  config: Config,
  isRunning: boolean,
  terminal: Pick<Terminal, 'warn'>,
): Promise<ClaimedTarget> {
  const path = databaseFile(config.databaseUrl)
  if (path === null) return claimServer(config, isRunning, terminal)
  const { leave } = isRunning ? await claimDrained(path) : claimStopped(path)
  return { ...fileTarget(path), leave }
}

async function claimServer(
  { databaseUrl, databaseAuthToken, dataDir }: Config,
  isRunning: boolean,
  terminal: Pick<Terminal, 'warn'>,
): Promise<ClaimedTarget> {
  const { host } = new URL(databaseUrl)
  if (isRunning)
    throw new UsageError(`--running needs a database file, but DATABASE_URL names the server ${host}.`)
  const db = openDatabase(databaseUrl, databaseAuthToken)
  const { exists, missedHeartbeat } = await inspect(db, databaseUrl, terminal).finally(() =>
    db.$client.close(),
  )
  return {
    name: `the database on ${host}`,
    folder: snapshotsOf(join(dataDir, 'herald.db')),
    source: serverSource(databaseUrl, databaseAuthToken),
    exists: async () => exists,
    write: (copy, rows) =>
      replaceServer({ url: databaseUrl, authToken: databaseAuthToken }, copy, rows, async (ask) => {
        if (missedHeartbeat === null) return
        const [[next] = []] = await ask('select next_at from recurring where key = ?', [heartbeatKey])
        if (next !== undefined && Number(next) !== missedHeartbeat) throw inUse()
      }),
    leave() {},
  }
}

/** Whether there is a database to replace, and when the heartbeat was due that no server stored. */
async function inspect(db: Db, url: string, terminal: Pick<Terminal, 'warn'>) {
  await checkDatabase(db, url)
  const exists = await wasMigrated(db)
  if (!exists && !(await isEmpty(db)))
    throw new OperatorError(
      `The database on ${new URL(url).host} is not one of Herald. Restore into an empty one.`,
    )
  const missedHeartbeat = exists ? await waitUntilStopped(() => nextHeartbeat(db), terminal) : null
  return { exists, missedHeartbeat }
}

async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await db.$client.execute(
    "select 1 from sqlite_schema where name not glob 'sqlite_*' and name not glob 'libsql_*' limit 1",
  )
  return rows.length === 0
}

type Timing = { now(): number; sleep(milliseconds: number): Promise<void> }

const slackMilliseconds = 10_000

/**
 * Waits until the next heartbeat is overdue, which running servers store every minute, and returns when it was due; null
 * if there never was one. Throws if it comes.
 */
export async function waitUntilStopped(
  readNext: () => Promise<number | null>,
  { warn }: Pick<Terminal, 'warn'>,
  { now, sleep }: Timing = { now: Date.now, sleep: Bun.sleep },
): Promise<number | null> {
  const expected = await readNext()
  const isOverdue = () => expected === null || now() > expected + slackMilliseconds
  if (!isOverdue()) warn('Checking for up to 70 seconds that no server uses this database.')
  while (!isOverdue()) {
    await sleep(1000)
    if ((await readNext()) !== expected) throw inUse()
  }
  return expected
}

const inUse = () =>
  new OperatorError('A server uses this database. Stop all servers, then run the command again.')
