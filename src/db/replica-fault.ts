import { sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** Servers show every ten seconds that they run, so a replica that works is never that far behind. */
const maxLagMilliseconds = 30_000

export type ReplicaFault = 'another database' | { behindSeconds: number }

/**
 * Why a replica must not answer in place of its primary: it is another database, or the newest sign of a running
 * server has not reached it. Null if neither, or if the primary has no such sign.
 */
export async function findReplicaFault(replica: Db, primary: Db): Promise<ReplicaFault | null> {
  const known = await Promise.all([primary.all<Sign>(newestSign), identityOf(primary)]).catch(() => null)
  // A primary that does not answer shows nothing about its replica.
  if (known === null) return null
  const [[sign], own] = known
  const [identity, [received]] = await Promise.all([
    identityOf(replica),
    replica.all<{ at: number }>(sql`select seen_at as at from processes where owner = ${sign?.owner ?? ''}`),
  ])
  if (identity !== own) return 'another database'
  const lag = sign ? sign.seenAt - (received?.at ?? sign.startedAt) : 0
  return lag > maxLagMilliseconds ? { behindSeconds: Math.round(lag / 1000) } : null
}

type Sign = { owner: string; startedAt: number; seenAt: number }

const newestSign = sql`select owner, started_at as "startedAt", seen_at as "seenAt" from processes where drain_until is null order by seen_at desc limit 1`

/** The times of the migrations, which no other installation shares. */
async function identityOf(db: Db): Promise<string> {
  const rows = await db.all<{ name: string; at: number }>(
    sql`select name, applied_at as at from migrations order by name`,
  )
  return JSON.stringify(rows)
}

/** A fault as a reason in the log. */
export const describeReplicaFault = (fault: ReplicaFault): string =>
  fault === 'another database'
    ? 'it is not a replica of this database'
    : `it has received no changes for ${fault.behindSeconds} s`

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
    if (fault !== null) throw new ReplicaUnusable(describeReplicaFault(fault))
  }
}
