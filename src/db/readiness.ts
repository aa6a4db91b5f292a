import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sql } from 'drizzle-orm'
import { OperatorError } from '../errors.ts'
import { findAdvice } from '../explain.ts'
import { type Db, databaseFile } from './client.ts'
import { findSchemaFault } from './migrate.ts'

const rememberedMilliseconds = 1000
const timeoutMilliseconds = 2000
/** Less than one commit may need. */
const minFreeBytes = 64 * 1024

const lastBy = new WeakMap<Db, { at: number; fault: Promise<string | null> }>()

/** The result of `findReadinessFault`, which runs at most once a second for a database. */
export function recentReadinessFault(db: Db, url: string): Promise<string | null> {
  const now = performance.now()
  const last = lastBy.get(db)
  if (last && now - last.at < rememberedMilliseconds) return last.fault
  const fault = findReadinessFault(db, url)
  lastBy.set(db, { at: now, fault })
  return fault
}

/** Why the database cannot be used, in one sentence; null if it can. */
export async function findReadinessFault(db: Db, url: string): Promise<string | null> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(new OperatorError(tooSlow)), timeoutMilliseconds)
  try {
    await Promise.race([tryToWrite(db), silence.promise])
    requireSpace(url)
    return null
  } catch (error) {
    return findAdvice(error) ?? 'The database cannot be used.'
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow =
  'The database has not answered for two seconds. Another program may lock it, or its disk or server is slow.'

/**
 * Only a write that reaches the disk proves that there is space and a writable file; SQLite skips a write that
 * changes nothing.
 */
async function tryToWrite(db: Db): Promise<void> {
  const fault = await findSchemaFault(db)
  if (fault !== null) throw new OperatorError(fault)
  await db.batch([
    db.run(sql`update migrations set applied_at = applied_at + 1`),
    db.run(sql`update migrations set applied_at = applied_at - 1`),
  ])
}

/** SQLite can reuse old pages for a while after the disk is full, but the server is not ready. */
function requireSpace(url: string) {
  const path = databaseFile(url)
  if (!path) return
  const { bavail, bsize } = statfsSync(dirname(path))
  if (bavail * bsize < minFreeBytes) throw new Error('ENOSPC')
}
