import { Database } from 'bun:sqlite'
import { closeSync, openSync, readSync } from 'node:fs'
import { findUnknown } from '../db/migrate.ts'
import { describeReadFault, OperatorError } from '../errors.ts'
import { countRows, type Manifest, readManifest } from './manifest.ts'
import { isSealIntact } from './seal.ts'

/** Kilobytes for the pages of a full check, which reads each page several times. */
const fullCheckCache = 512 * 1024

/** Checks a backup without changing it and returns its manifest; throws an OperatorError that says what is wrong. */
export function verifyBackup(path: string, { isFull = false } = {}): Manifest {
  requirePlainFile(path)
  return explained(path, () => {
    using database = new Database(path, { readonly: true })
    const found = readManifest(database)
    if (!found) throw notBackup(path)
    if (!isSealIntact(path, found.seal)) throw damaged(path, 'its checksum does not match')
    const fault = findFault(database, isFull) ?? findMiscount(database, found.manifest.rows)
    if (fault) throw damaged(path, fault)
    const unknown = findUnknown(found.manifest.migrations)
    if (unknown !== undefined)
      throw new OperatorError(
        `${path} was written by Herald ${found.manifest.version}, a newer version (migration ${unknown}). Use that version.`,
      )
    return found.manifest
  })
}

/** The manifest of a file, without checking its content; null if it is no backup. */
export function peekManifest(path: string): Manifest | null {
  try {
    requirePlainFile(path)
    using database = new Database(path, { readonly: true })
    return readManifest(database)?.manifest ?? null
  } catch {
    return null
  }
}

/** What SQLite finds wrong in a database, as the end of a sentence; null if nothing. */
export function findFault(database: Database, isFull = false): string | null {
  if (isFull) database.run(`pragma cache_size = -${fullCheckCache}`)
  const [[first] = []] = database
    .query(isFull ? 'pragma integrity_check(1)' : 'pragma quick_check(1)')
    .values()
  if (first !== 'ok') return String(first)
  const [orphan] = database.query('pragma foreign_key_check').values()
  return orphan ? `a row of ${orphan[0]} refers to a missing row of ${orphan[2]}` : null
}

/** The first table whose number of rows is not the expected one, as the end of a sentence; null if none. */
export function findMiscount(database: Database, rows: Manifest['rows']): string | null {
  const found = countRows(database)
  for (const table of new Set([...Object.keys(found), ...Object.keys(rows)])) {
    const [actual, expected] = [found[table], rows[table]]
    if (actual !== expected) return `${table} has ${actual ?? 'no'} rows instead of ${expected ?? 'none'}`
  }
  return null
}

/** Refuses what SQLite would not open without writing next to it. */
function requirePlainFile(path: string): void {
  const header = Buffer.alloc(20)
  try {
    const file = openSync(path, 'r')
    try {
      readSync(file, header, 0, header.length, 0)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw new OperatorError(`The backup cannot be read: ${describeReadFault(path, error)}.`)
  }
  // A backup is written with a rollback journal; a file with a write-ahead log is a database in use.
  const isPlain = header[18] === 1 && header[19] === 1
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3' || !isPlain) throw notBackup(path)
}

function explained<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof OperatorError) throw error
    throw damaged(path, (error as Error).message)
  }
}

const notBackup = (path: string) =>
  new OperatorError(`${path} is not a complete backup that "herald backup" wrote. Choose another file.`)
const damaged = (path: string, fault: string) =>
  new OperatorError(`${path} is damaged: ${fault}. Choose another backup.`)
