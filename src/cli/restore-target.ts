import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileTarget, type RestoreTarget } from '../backup/restore.ts'
import { serverSource } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { checkDatabase, type Db, databaseFile, openDatabase } from '../db/client.ts'
import { wasMigrated } from '../db/migrate.ts'
import { claimDrained, claimStopped } from '../db/processes.ts'
import {
  type Drain,
  drainServers,
  hasProcesses,
  lastSeen,
  renewMilliseconds,
} from '../db/server-processes.ts'
import { replaceServer } from '../db/server-restore.ts'
import type { Ask } from '../db/server-transaction.ts'
import { snapshotsOf } from '../db/snapshot.ts'
import { OperatorError } from '../errors.ts'
import { heartbeatKey, nextHeartbeat } from '../features/webhooks/polling/outages.ts'
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
  let drain: Drain | null = null
  try {
    const exists = await isOfHerald(db, url)
    const knowsProcesses = exists && (await hasProcesses(db))
    if (isRunning && exists && !knowsProcesses) throw new OperatorError(withoutProcesses)
    if (isRunning && exists) drain = await drainServers({ db, now: () => new Date() })
    const readNext = () => (knowsProcesses ? nextRenewal(db) : nextHeartbeat(db))
    let missed: number | null = null
    if (exists) missed = await (drain ? readNext() : waitUntilStopped(readNext, terminal))
    async function refuseServers(ask: Ask) {
      if (exists && (await (knowsProcesses ? hasRenewed : hasStoredHeartbeat)(ask, missed))) throw inUse()
    }
    return {
      name: `the database on ${new URL(url).host}`,
      folder: snapshotsOf(join(dataDir, 'herald.db')),
      source: serverSource(url, authToken),
      exists: async () => exists,
      async write(copy, rows) {
        // The request cannot be renewed during the transaction.
        await drain?.holdFor(minHold + (statSync(copy).size / bytesPerSecond) * 1000)
        await replaceServer({ url, authToken }, copy, rows, refuseServers)
      },
      async leave() {
        // After a successful restore the row is already gone.
        await drain?.withdraw().catch(() => {})
        db.$client.close()
      },
    }
  } catch (error) {
    await drain?.withdraw().catch(() => {})
    db.$client.close()
    throw error
  }
}

/** Generous: a server that returns during the restore makes it fail. */
const minHold = 2 * 60_000
const bytesPerSecond = 1_000_000

const withoutProcesses =
  'A server of an earlier version may use this database. Stop all servers, then run the command without --running.'

/** When a running server shows again that it runs; null if none is registered. */
async function nextRenewal(db: Db): Promise<number | null> {
  const at = await lastSeen(db)
  return at === null ? null : at + renewMilliseconds
}

/** Whether a server was seen after the one whose renewal was missed. */
async function hasRenewed(ask: Ask, missed: number | null): Promise<boolean> {
  const seen = missed === null ? 0 : missed - renewMilliseconds
  const rows = await ask('select 1 from processes where drain_until is null and seen_at > ?', [seen])
  return rows.length > 0
}

/** Whether a server has stored a heartbeat since one was missed. */
async function hasStoredHeartbeat(ask: Ask, missed: number | null): Promise<boolean> {
  const [[next] = []] = await ask('select next_at from recurring where key = ?', [heartbeatKey])
  return next !== undefined && Number(next) !== missed
}

/** Whether there is a database to replace; throws if it is that of another program. */
async function isOfHerald(db: Db, url: string): Promise<boolean> {
  await checkDatabase(db, url)
  if (await wasMigrated(db)) return true
  if (await isEmpty(db)) return false
  throw new OperatorError(
    `The database on ${new URL(url).host} does not belong to Herald. Restore into an empty one.`,
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
 * Waits until the next heartbeat is overdue; throws if a server stores one. Returns when it was due, or null if none was.
 */
export async function waitUntilStopped(
  readNext: () => Promise<number | null>,
  { warn }: Pick<Terminal, 'warn'>,
  { now, sleep }: Timing = { now: Date.now, sleep: Bun.sleep },
): Promise<number | null> {
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
  return expected
}

const inUse = () =>
  new OperatorError('A server uses this database. Stop all servers, then run the command again.')
