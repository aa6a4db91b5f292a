import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { isMissingTable } from './errors.ts'

/** Servers show every ten seconds that they run, so a replica that works is never that far behind. */
const maxLagMilliseconds = 30_000

export type ReplicaFault = { kind: 'another database' | 'late'; reason: string }

/**
 * Why a replica must not answer in place of its primary: it is another database, or the newest migration or heartbeat of
 * a server has not reached it. Null if neither, or if the primary has no heartbeat.
 */
export async function findReplicaFault(replica: Db, primary: Db): Promise<ReplicaFault | null> {
  const known = await Promise.all([primary.all<Heartbeat>(newestHeartbeat), migrationsOf(primary)]).catch(
    () => null,
  )
  // A primary that does not answer shows nothing about its replica.
  if (known === null) return null
  const [[heartbeat], own] = known
  const [received, [beat]] = await Promise.all([
    migrationsOf(replica),
    rowsOf<{ at: number }>(
      replica,
      sql`select seen_at as at from processes where owner = ${heartbeat?.owner ?? ''}`,
    ),
  ])
  // Two installations never migrated at the same times.
  if (received.size === 0 || !received.isSubsetOf(own))
    return { kind: 'another database', reason: 'is not a replica of this database' }
  if (received.size < own.size) return { kind: 'late', reason: 'has not received the newest migration' }
  const lag = heartbeat ? heartbeat.seenAt - (beat?.at ?? heartbeat.startedAt) : 0
  if (lag <= maxLagMilliseconds) return null
  return { kind: 'late', reason: `has received no changes for ${Math.round(lag / 1000)} s` }
}

type Heartbeat = { owner: string; startedAt: number; seenAt: number }

const newestHeartbeat = sql`select owner, started_at as "startedAt", seen_at as "seenAt" from processes where drain_until is null order by seen_at desc limit 1`

/** The applied migrations with their times. */
async function migrationsOf(db: Db): Promise<Set<string>> {
  const query = sql`select name, applied_at as at from migrations`
  const rows = await rowsOf<{ name: string; at: number }>(db, query)
  return new Set(rows.map(({ name, at }) => `${name} ${at}`))
}

/** The rows of a query; none if the database lacks its table, as an empty one does. */
async function rowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  try {
    return await db.all<T>(query)
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}

/** The replica answers, but not with the data of its primary. */
export class ReplicaUnusable extends Error {}

/**
 * Returns a function that rejects with a `ReplicaUnusable` if the check finds a fault. It checks again after `every`
 * milliseconds; calls wait for the first check, and for those after a fault.
 */
export function repeatCheck(check: () => Promise<ReplicaFault | null>, every: number): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | null = null
  let fault: ReplicaFault | null = null

  async function checkNow() {
    try {
      fault = await check()
      checkedAt = performance.now()
    } finally {
      checking = null
    }
  }

  return async () => {
    if (performance.now() - checkedAt >= every) {
      checking ??= checkNow()
      if (Number.isFinite(checkedAt) && fault === null) {
        // A silent primary must not delay the reads of a replica that was current before.
        checkedAt = performance.now()
        checking.catch(() => {})
      } else await checking
    }
    if (fault !== null) throw new ReplicaUnusable(`it ${fault.reason}`)
  }
}
