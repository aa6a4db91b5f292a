import { hostname } from 'node:os'
import { and, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import { version } from '../../package.json'
import { OperatorError } from '../errors.ts'
import type { Db } from './client.ts'
import { processes } from './table.ts'

type Clocked = { db: Db; now(): Date }

/** How often a process shows that it is still running. */
export const renewMilliseconds = 10_000
/** A process that has not been seen for so long has ended. */
const aliveMilliseconds = 3 * renewMilliseconds
const retentionMs = 60 * 60 * 1000

export type Registration = {
  /** Names of running processes of another version. */
  ofOtherVersion: string[]
  renew(): Promise<void>
  leave(): Promise<void>
}

/** Registers a server process in a database that several processes share. */
export async function registerProcess({ db, now }: Clocked): Promise<Registration> {
  const row = newRow(now())
  const others = await findServers({ db, now })
  await db.batch([
    db.delete(processes).where(lt(processes.seenAt, new Date(now().getTime() - retentionMs))),
    db.insert(processes).values(row),
  ])
  return {
    ofOtherVersion: others.filter((each) => each.version !== version).map(nameOf),
    async renew() {
      const seenAt = now()
      await db
        .insert(processes)
        .values({ ...row, seenAt })
        .onConflictDoUpdate({ target: processes.owner, set: { seenAt } })
    },
    async leave() {
      await db.delete(processes).where(eq(processes.owner, row.owner))
    },
  }
}

const newRow = (at: Date) => ({
  ...{ owner: `${hostname()}/${process.pid}/${crypto.randomUUID()}`, host: hostname(), version },
  ...{ startedAt: at, seenAt: at },
})

const nameOf = (row: { host: string; version: string }) => `Herald ${row.version} on ${row.host}`

/** The servers that use a database, except those that ended without leaving it. */
function findServers({ db, now }: Clocked) {
  const { host, version, seenAt, drainUntil } = processes
  return db
    .select({ host, version })
    .from(processes)
    .where(and(isNull(drainUntil), gt(seenAt, new Date(now().getTime() - aliveMilliseconds))))
}

/** Whether a database has the table of processes, which earlier versions do not know. */
export async function hasProcesses(db: Db): Promise<boolean> {
  const rows = await db.all(sql`select 1 from pragma_table_info('processes') where name = 'drain_until'`)
  return rows.length > 0
}

/** When a server was last seen; null if none is registered. */
export async function lastSeen(db: Db): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(
    sql`select max(seen_at) as at from processes where drain_until is null`,
  )
  return row?.at ?? null
}

/** Whether a command asks the servers of a database to release it. */
export async function isDrained({ db, now }: Clocked): Promise<boolean> {
  const [found] = await db
    .select({ owner: processes.owner })
    .from(processes)
    .where(gt(processes.drainUntil, now()))
    .limit(1)
  return found !== undefined
}

export type Drain = {
  /** Keeps servers stopped for this time, without renewals. */
  holdFor(milliseconds: number): Promise<void>
  withdraw(): Promise<void>
}

const waitMilliseconds = 60_000

/** Asks the servers of a database to release it, and waits for them; throws if they do not within a minute. */
export async function drainServers({ db, now }: Clocked, wait = waitMilliseconds): Promise<Drain> {
  const row = newRow(now())
  async function request(milliseconds: number) {
    const drainUntil = new Date(now().getTime() + milliseconds)
    await db
      .insert(processes)
      .values({ ...row, drainUntil })
      .onConflictDoUpdate({ target: processes.owner, set: { drainUntil } })
  }
  const requestShortly = () => request(2 * aliveMilliseconds)
  await requestShortly()
  const renewal = setInterval(() => void requestShortly().catch(() => {}), renewMilliseconds)
  async function withdraw() {
    clearInterval(renewal)
    await db.delete(processes).where(eq(processes.owner, row.owner))
  }
  try {
    await untilReleased({ db, now }, row.owner, wait)
  } catch (error) {
    await withdraw()
    throw error
  }
  return {
    async holdFor(milliseconds) {
      clearInterval(renewal)
      await request(milliseconds)
    },
    withdraw,
  }
}

async function untilReleased({ db, now }: Clocked, own: string, wait: number): Promise<void> {
  const [other] = await db
    .select({ owner: processes.owner })
    .from(processes)
    .where(and(gt(processes.drainUntil, now()), ne(processes.owner, own)))
  if (other) throw new OperatorError('Another restore is running. Wait until it has ended.')
  const until = performance.now() + wait
  for (;;) {
    const [server] = await findServers({ db, now })
    if (!server) return
    if (performance.now() > until)
      throw new OperatorError(
        `The database is still used by ${nameOf(server)}. Stop that process, then run the command again.`,
      )
    await Bun.sleep(200)
  }
}
