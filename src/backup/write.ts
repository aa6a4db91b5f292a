import { Database } from 'bun:sqlite'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { version } from '../../package.json'
import { syncFile, vacuumInto } from '../db/copy.ts'
import { copyServer } from '../db/server-copy.ts'
import { OperatorError } from '../errors.ts'
import { compress, compressedSuffix, openPlain } from './compress.ts'
import { encrypt, encryptedSuffix } from './encrypt.ts'
import { countRows, fingerprintOf, type Manifest, readMigrationNames, writeManifest } from './manifest.ts'
import { timeOf } from './name.ts'
import { createSeal, sealFile } from './seal.ts'
import { findFault, peekManifest } from './verify.ts'

const flushMilliseconds = 20

/** A database to back up. */
export type BackupSource = {
  /** Copies it, as it is at one moment, into an empty file. */
  copy(to: string): Promise<void>
  /** Bytes that the copy may need. */
  bytes(): number
}

/** A database file. */
export const fileSource = (path: string): BackupSource => ({
  copy: (to) => vacuumInto(path, to),
  bytes: () => statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0),
})

/** The database of a libSQL server, whose size is unknown. */
export const serverSource = (url: string, authToken: string | null): BackupSource => ({
  copy: (to) => copyServer({ url, authToken }, to),
  bytes: () => 0,
})

export type BackupRequest = {
  /** The database, which other processes may use. */
  from: BackupSource
  to: string
  /** The secret key of the installation; null if it has none. */
  key: string | null
  includesKey: boolean
  /** Whether the file is compressed with zstd. */
  isCompressed: boolean
  /** Encrypts a compressed file; null for none. */
  passphrase: string | null
  at: Date
}

/**
 * Copies a database to a backup, which gets its name only when it is complete, checked and on disk. Replaces only
 * another backup.
 */
export async function writeBackup(request: BackupRequest): Promise<Manifest> {
  const { from, to, key, includesKey, at } = request
  if (existsSync(to) && !(await isBackup(to, request.passphrase)))
    throw new OperatorError(`${to} exists and is not a backup of Herald. Choose another name.`)
  removeLeftovers(to)
  requireSpace(from.bytes(), to)
  const partial = `${to}.partial-${process.pid}`
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    await flushWhile(partial, () => from.copy(partial))
    const manifest = describe(partial, {
      createdAt: at.toISOString(),
      fingerprint: key === null ? null : fingerprintOf(key),
      key: includesKey ? key : null,
    })
    const finished = await encode(partial, request)
    syncFile(finished)
    renameSync(finished, to)
    removePartial(partial)
    syncFile(dirname(to))
    return manifest
  } catch (error) {
    removePartial(partial)
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The backup could not be written to ${to}: ${describeWriteFault(to, error)}.`)
  }
}

/** Why a file could not be written, as the end of a sentence. */
function describeWriteFault(to: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (!existsSync(dirname(to))) return 'its folder does not exist'
  if (/^(ENOSPC|EFBIG|SQLITE_FULL)/.test(code)) return 'the disk is full'
  if (code === 'EROFS') return 'its disk is read-only'
  if (/^(EACCES|EPERM|SQLITE_READONLY)/.test(code)) return 'this user may not write there'
  return code || message
}

/** Compresses and encrypts a finished copy as requested, and returns the file to keep. */
async function encode(partial: string, { isCompressed, passphrase }: BackupRequest): Promise<string> {
  if (!isCompressed) return partial
  const compressed = `${partial}${compressedSuffix}`
  await compress(partial, compressed)
  if (passphrase === null) return compressed
  await encrypt(compressed, `${compressed}${encryptedSuffix}`, passphrase)
  return `${compressed}${encryptedSuffix}`
}

async function isBackup(path: string, passphrase: string | null): Promise<boolean> {
  try {
    using plain = await openPlain(path, passphrase)
    return peekManifest(plain.file) !== null
  } catch {
    return false
  }
}

/** Adds the manifest to a copy, checks the copy and seals it. */
function describe(partial: string, known: Pick<Manifest, 'createdAt' | 'fingerprint' | 'key'>): Manifest {
  const seal = createSeal()
  const database = new Database(partial)
  let manifest: Manifest
  try {
    database.run('pragma journal_mode = delete')
    // The manifest of an earlier backup may contain a key that this one must not.
    database.run('pragma secure_delete = on')
    manifest = { version, ...known, migrations: readMigrationNames(database), rows: countRows(database) }
    writeManifest(database, manifest, seal)
    const fault = findFault(database)
    if (fault) throw new OperatorError(`The database is damaged, so no backup was written: ${fault}.`)
  } finally {
    database.close()
  }
  sealFile(partial, seal)
  return manifest
}

/** Flushes a growing file often: its pages would otherwise be written at once and delay the server's commits. */
async function flushWhile(path: string, write: () => Promise<void>): Promise<void> {
  const file = await open(path, 'r+')
  let isDone = false
  async function flush() {
    while (!isDone) {
      await file.datasync()
      await Bun.sleep(flushMilliseconds)
    }
  }
  const flushing = flush()
  flushing.catch(() => {})
  try {
    await write()
  } finally {
    isDone = true
    await flushing.finally(() => file.close())
  }
}

/** Removes partial files of the same target, or of the same folder of backups, whose process has ended. */
function removeLeftovers(to: string): void {
  const folder = dirname(to)
  for (const name of readdirSync(folder)) {
    const [, target, pid] = /^(.+)\.partial-(\d+)(?:-journal|\.zst(?:\.age)?)?$/.exec(name) ?? []
    if (target === undefined || (target !== basename(to) && timeOf(target) === null)) continue
    if (Number(pid) === process.pid || !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function removePartial(partial: string) {
  const compressed = `${partial}${compressedSuffix}`
  for (const file of [partial, `${partial}-journal`, compressed, `${compressed}${encryptedSuffix}`])
    rmSync(file, { force: true })
}

function requireSpace(needed: number, to: string): void {
  const { bavail, bsize } = statfsSync(dirname(to))
  if (bavail * bsize >= needed) return
  throw new OperatorError(
    `The backup needs up to ${needed.toLocaleString('en')} bytes in ${dirname(to)}, but only ${(bavail * bsize).toLocaleString('en')} are free. Free some space.`,
  )
}
