import { Database } from 'bun:sqlite'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'

/** The database with SQLite's `-wal` (latest writes) and `-shm` (their index) files. */
const filesOf = (path: string) => [path, `${path}-wal`, `${path}-shm`]

/** Device and inode of the database file and of its `-wal` and `-shm` files; empty if a file does not exist. */
export function identify(path: string): string[] {
  return filesOf(path).map((file) => {
    const found = statSync(file, withoutThrowing)
    return found ? `${found.dev}:${found.ino}` : ''
  })
}

/** Creates the database file if it does not exist, readable only by its owner. */
export function prepareFiles(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  ignore('EEXIST', () => closeSync(openSync(path, 'wx', 0o600)))
  // SQLite creates the `-wal` and `-shm` files with the mode of the database; those left by a crash have their own.
  for (const file of filesOf(path)) ignore('ENOENT|EPERM|EROFS', () => chmodSync(file, 0o600))
}

/**
 * Refuses to create a database where there was one before: SQLite would treat an empty or missing file as a new
 * database and discard its `-wal`.
 */
export function refuseLost(path: string): void {
  // Checked first: of two processes that start together, one leaves traces only after its database has content.
  const trace = findTrace(path)
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? null
  if (size || trace === null) return
  const problem =
    size === null
      ? `There is no database at ${path}, but ${trace} shows that there was one`
      : `The database ${path} is an empty file, but contained data before`
  throw new OperatorError(
    `${problem}: check DATA_DIR and its mount, restore a backup, or run "herald serve --new" to start with an empty database.`,
  )
}

/** Where the header of an SQLite file says that its changes may be in a `-wal` file: then, the byte is 2. */
const formatOffset = 18

/**
 * Refuses a file that was copied over a database whose `-wal` is still there: SQLite would apply that to the copy, and
 * silently show the old rows. Backups and snapshots do not use a `-wal`, and the database always does.
 */
export function refuseForeignLog(path: string): void {
  if (!statSync(`${path}-wal`, { throwIfNoEntry: false })?.size) return
  const header = readStart(path, formatOffset + 1)
  if (header[formatOffset] !== 1) return
  throw new OperatorError(
    `${path} was replaced by a copy of a backup, but ${path}-wal is that of the previous database. Move ${path}-wal and ${path}-shm away, then run "herald restore" with the backup.`,
  )
}

function readStart(path: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  ignore('ENOENT', () => {
    const file = openSync(path, 'r')
    try {
      readSync(file, bytes)
    } finally {
      closeSync(file)
    }
  })
  return bytes
}

/** A file that only an installation with a database creates. */
function findTrace(path: string): string | null {
  const folder = dirname(path)
  const snapshots = join(folder, 'snapshots')
  const traces = [`${path}-wal`, `${path}-server`, join(folder, 'secret.key'), snapshots]
  return traces.find((trace) => existsSync(trace)) ?? null
}

/**
 * Creates an empty database if the previous one is missing or empty, and renames the previous `-wal` and `-shm`
 * files.
 */
export function replaceLost(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size) return
  for (const file of [`${path}-wal`, `${path}-shm`])
    ignore('ENOENT', () => renameSync(file, `${file}.old-${Date.now()}`))
  prepareFiles(path)
  using database = new Database(path)
  database.run('pragma journal_mode = wal')
}

function ignore(codes: string, act: () => void) {
  try {
    act()
  } catch (error) {
    if (!codes.split('|').includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Records the files of a database that was just opened. The returned check throws once they are no longer at their
 * paths: SQLite keeps writing to a deleted or replaced file without noticing, and a restart would lose those writes.
 * The check takes 4 microseconds, cheap enough for every commit.
 */
export function rememberFiles(path: string): () => void {
  const opened = identify(path)
  return () => {
    const found = identify(path)
    if (found.some((file, index) => file !== opened[index]))
      throw new UnusableDatabase(misplaced, 'its files were moved or deleted')
  }
}

/** Every commit is refused, for a reason that is also given in a few words. */
export class UnusableDatabase extends OperatorError {
  constructor(
    message: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

const withoutThrowing = { bigint: true, throwIfNoEntry: false } as const
const misplaced =
  'The database file is no longer in its place: DATA_DIR or a file in it was moved, deleted or replaced. Nothing is stored. Stop the server, move the files back or run "herald restore" with a backup, and start it again. If all of DATA_DIR is gone, a start creates an empty database.'
