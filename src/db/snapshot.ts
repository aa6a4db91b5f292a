import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'
import { syncFile, vacuumInto } from './copy.ts'

const keptSnapshots = 3
/** How much a migration may add to a database, as a share of it, and the minimum including the log of its writes. */
const growth = 0.2
const minGrowth = 8 * 1024 * 1024

/** Marks the snapshot of an unfinished upgrade, so that the next start does not take another one. */
const markerOf = (folder: string) => join(folder, 'unfinished')

export type Snapshot = {
  /** The snapshot file; null if none is wanted. */
  file: string | null
  /** Whether this start created it. */
  isNew: boolean
  /** Marks the upgrade as finished. */
  finish(): void
}

/** Forgets an unfinished upgrade, for a database that was replaced. */
export const deleteUnfinishedMarker = (path: string) => rmSync(markerOf(snapshotsOf(path)), { force: true })

/** The folder of the snapshots of an embedded database. */
export const snapshotsOf = (path: string) => join(dirname(path), 'snapshots')

/** Checks that the disk has room for a migration and copies an embedded database before its first pending one. */
export async function takeSnapshot(path: string, migration: string, isWanted: boolean): Promise<Snapshot> {
  const folder = snapshotsOf(path)
  const marker = markerOf(folder)
  const earlier = existsSync(marker) ? join(folder, readFileSync(marker, 'utf8')) : null
  const hasEarlier = earlier !== null && existsSync(earlier)
  const finish = () => rmSync(marker, { force: true })
  const isNew = isWanted && !hasEarlier
  removePartial(folder)
  requireSpace(path, isNew)
  if (!isNew) return { file: hasEarlier ? earlier : null, isNew, finish }
  const file = join(folder, `before-${migration}.db`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await copy(path, file)
  writeFileSync(marker, basename(file), { mode: 0o600 })
  removeOld(folder)
  return { file, isNew, finish }
}

/** Throws an OperatorError if the disk has no room for a migration, with a copy of the database or without. */
export function requireSpace(path: string, withSnapshot: boolean) {
  const size = sizeOf(path)
  const copied = withSnapshot ? size : 0
  const needed = Math.ceil(copied + Math.max(size * growth, minGrowth) + sizeOf(`${path}-wal`))
  const { bavail, bsize } = statfsSync(dirname(path))
  const free = bavail * bsize
  if (free >= needed) return
  const hint = withSnapshot ? ', or set SNAPSHOT_BEFORE_MIGRATION=false to migrate without a snapshot' : ''
  throw new OperatorError(
    `Migrating this database needs ${format(needed)} of free disk space in ${dirname(path)}, but only ${format(free)} are free: free some space${hint}.`,
  )
}

export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
const format = (bytes: number) => `${bytes.toLocaleString('en')} bytes`

export const partialSuffix = '.partial'

/** Written under another name first, so a snapshot with its final name is complete and on disk. */
async function copy(from: string, to: string): Promise<void> {
  const partial = `${to}${partialSuffix}`
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    await vacuumInto(from, partial)
    syncFile(partial)
    renameSync(partial, to)
    syncFile(dirname(to))
  } catch (error) {
    removePartial(dirname(to))
    throw error
  }
}

/** Removes unfinished copies and SQLite's journals of them, which a killed process leaves. */
export function removePartial(folder: string) {
  if (!existsSync(folder)) return
  for (const file of readdirSync(folder)) {
    if (file.includes(`.db${partialSuffix}`)) rmSync(join(folder, file), { force: true })
  }
}

/** Removes all but the newest three snapshots, and `keep`. */
export function removeOld(folder: string, keep?: string) {
  const newestFirst = readdirSync(folder)
    .filter((file) => /^before-.*\.db$/.test(file))
    .map((file) => ({ file: join(folder, file), time: statSync(join(folder, file)).mtimeMs }))
    .sort((one, other) => other.time - one.time)
  for (const { file } of newestFirst.slice(keptSnapshots)) if (file !== keep) rmSync(file)
}

/** How to return to the previous version, in one sentence. */
export const rollbackHint =
  'To return to the previous version, stop Herald, run "herald rollback", and start the previous version.'
