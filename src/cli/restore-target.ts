import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileTarget, type RestoreTarget } from '../backup/restore.ts'
import { serverSource } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { checkDatabase, type Db, databaseFile, openDatabase } from '../db/client.ts'
import { wasMigrated } from '../db/migrate.ts'
import { claimDrained, claimStopped } from '../db/processes.ts'
import { drainServers, hasProcesses, lastSeen, renewMilliseconds } from '../db/server-processes.ts'
import { replaceServer } from '../db/server-restore.ts'
import type { Ask } from '../db/server-transaction.ts'
import { snapshotsOf } from '../db/snapshot.ts'
import { OperatorError } from '../errors.ts'
import { nextHeartbeat } from '../features/webhooks/polling/outages.ts'
import type { Terminal } from './command.ts'

/** A database that no server uses until `leave` is called. */
export type ClaimedTarget = RestoreTarget & { leave(): void | Promise<void> }

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
  config: Config,
  isRunning: boolean,
  terminal: Pick<Terminal, 'warn'>,
): Promise<ClaimedTarget> {
  const { databaseUrl: url, databaseAuthToken: authToken, dataDir } = config
  const db = openDatabase(url, authToken)
  try {
    const exists = await isOfHerald(db, url)
    const knowsProcesses = exists && (await hasProcesses(db))
    if (isRunning && exists && !knowsProcesses) throw new OperatorError(withoutProcesses)
    const drain = isRunning && exists ? await drainServers({ db, now: () => new Date() }) : null
    const readNext = () => (knowsProcesses ? nextRenewal(db) : nextHeartbeat(db))
    if (exists && !drain) await waitUntilStopped(readNext, terminal)
    const seen = knowsProcesses ? ((await lastSeen(db)) ?? 0) : null
    return {
      name: `the database on ${new URL(url).host}`,
      folder: snapshotsOf(join(dataDir, 'herald.db')),
      source: serverSource(url, authToken),
      exists: async () => exists,
      async write(copy, rows) {
        // The request cannot be renewed during the transaction.
        await drain?.holdFor(minHold + (statSync(copy).size / bytesPerSecond) * 1000)
        await replaceServer({ url, authToken }, copy, rows, (ask) => refuseServers(ask, seen))
      },
      async leave() {
        // Only an undone restore left it.
        await drain?.withdraw().catch(() => {})
        db.$client.close()
      },
    }
  } catch (error) {
    db.$client.close()
    throw error
  }
}

/** Far longer than a restore takes: servers that come back earlier make it fail. */
const minHold = 2 * 60_000
const bytesPerSecond = 1_000_000

const withoutProcesses =
  'The servers of this database may be of an earlier version. Stop them, and leave out --running.'

/** When a running server shows again that it runs; null if none is registered. */
async function nextRenewal(db: Db): Promise<number | null> {
  const at = await lastSeen(db)
  return at === null ? null : at + renewMilliseconds
}

/** In the transaction that replaces the database: throws if a server was seen later than `seen`. */
async function refuseServers(ask: Ask, seen: number | null): Promise<void> {
  if (seen === null) return
  const rows = await ask('select 1 from processes where drain_until is null and seen_at > ?', [seen])
  if (rows.length > 0) throw inUse()
}

/** Whether there is a database to replace; throws if it is that of another program. */
async function isOfHerald(db: Db, url: string): Promise<boolean> {
  await checkDatabase(db, url)
  if (await wasMigrated(db)) return true
  if (await isEmpty(db)) return false
  throw new OperatorError(
    `The database on ${new URL(url).host} is not one of Herald. Restore into an empty one.`,
  )
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
 * Waits until what running servers store regularly is overdue; throws if it comes. Servers of earlier versions store
 * only a heartbeat every minute.
 */
export async function waitUntilStopped(
  readNext: () => Promise<number | null>,
  { warn }: Pick<Terminal, 'warn'>,
  { now, sleep }: Timing = { now: Date.now, sleep: Bun.sleep },
): Promise<void> {
  const expected = await readNext()
  const overdueAt = (expected ?? Number.NEGATIVE_INFINITY) + slackMilliseconds
  const isOverdue = () => now() > overdueAt
  if (!isOverdue()) {
    const seconds = Math.ceil((overdueAt - now()) / 1000)
    warn(`Checking for up to ${seconds} seconds that no server uses this database.`)
  }
  while (!isOverdue()) {
    await sleep(1000)
    if ((await readNext()) !== expected) throw inUse()
  }
}

const inUse = () =>
  new OperatorError('A server uses this database. Stop all servers, then run the command again.')
