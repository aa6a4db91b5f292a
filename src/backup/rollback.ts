import { Database } from 'bun:sqlite'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findUnknown } from '../db/migrate.ts'
import { snapshotsOf } from '../db/snapshot.ts'
import { OperatorError } from '../errors.ts'
import { countRows, readMigrationNames } from './manifest.ts'
import { findFault } from './verify.ts'

/** A copy of the database that Herald saved before a migration. */
export type MigrationSnapshot = {
  /** The first migration that was applied after the copy. */
  before: string
  file: string
  savedAt: Date
  migrations: string[]
  rows: Record<string, number>
}

/** The number of rows of a table now and in a snapshot; null if the snapshot has no such table. */
export type Loss = { table: string; now: number; then: number | null }

/**
 * The snapshot to return to: the one before the migration `to`, or the newest that this version can open and that
 * lacks a migration of the database. Throws an OperatorError if there is none, or if it is damaged.
 */
export function findSnapshot(path: string, to: string | undefined): MigrationSnapshot {
  const names = listSnapshots(path)
  if (to !== undefined) {
    const before = to.replace(/^before-|\.db$/g, '')
    if (!names.includes(before))
      throw new OperatorError(`${noSnapshot(path, `before ${before}`)} ${listed(names)}`)
    return readSnapshot(path, before)
  }
  const current = readIfPossible(path, readMigrationNames) ?? []
  let reached: string | null = null
  for (const before of names) {
    const applied = readIfPossible(join(snapshotsOf(path), nameOf(before)), readMigrationNames)
    if (!applied || findUnknown(applied) !== undefined) continue
    if (current.length > 0 && current.every((name) => applied.includes(name))) {
      reached ??= before
      continue
    }
    return readSnapshot(path, before)
  }
  if (reached !== null)
    throw new OperatorError(
      `The database is already in the state before migration ${reached}. Name an earlier snapshot with --to.`,
    )
  throw new OperatorError(
    `${noSnapshot(path, 'from before an upgrade that this version of Herald can open')} Restore a backup instead: herald restore FILE.`,
  )
}

/** The tables that have more rows now than in a snapshot. */
export function findLosses(path: string, snapshot: MigrationSnapshot): Loss[] {
  const now = readIfPossible(path, countRows) ?? {}
  return Object.entries(now).flatMap(([table, count]) => {
    const then = snapshot.rows[table] ?? null
    return table !== 'migrations' && count > (then ?? 0) ? [{ table, now: count, then }] : []
  })
}

const nameOf = (before: string) => `before-${before}.db`

/** The migrations before which a snapshot was saved, newest snapshot first. */
function listSnapshots(path: string): string[] {
  const folder = snapshotsOf(path)
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder)
    .flatMap((file) => {
      const [, before] = /^before-(\d{4}_\w+)\.db$/.exec(file) ?? []
      return before ? [{ before, time: statSync(join(folder, file)).mtimeMs }] : []
    })
    .sort((one, other) => other.time - one.time)
    .map(({ before }) => before)
}

function readSnapshot(path: string, before: string): MigrationSnapshot {
  const file = join(snapshotsOf(path), nameOf(before))
  const damaged = (fault: string) =>
    new OperatorError(
      `The snapshot ${file} is damaged: ${fault}. Choose another with --to, or restore a backup.`,
    )
  try {
    using database = new Database(file, { readonly: true })
    const fault = findFault(database)
    if (fault) throw damaged(fault)
    return {
      before,
      file,
      savedAt: statSync(file).mtime,
      migrations: readMigrationNames(database),
      rows: countRows(database),
    }
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged((error as Error).message)
  }
}

/** Null if the file is missing or is not a readable database. */
function readIfPossible<T>(path: string, read: (database: Database) => T): T | null {
  try {
    using database = new Database(path, { readonly: true })
    return read(database)
  } catch {
    return null
  }
}

const noSnapshot = (path: string, which: string) => `There is no snapshot ${which} in ${snapshotsOf(path)}.`
const listed = (names: string[]) =>
  names.length > 0 ? `There are: ${names.join(', ')}.` : 'There are no snapshots; restore a backup.'
