import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The last results of backups of an installation, for `herald doctor` and the metrics. Times are ISO 8601. */
export type BackupRecord = {
  /** The last complete backup. */
  backup: { at: string; target: string; bytes: number; milliseconds: number } | null
  /** The last failed backup, if no other has succeeded since. */
  failure: { at: string; error: string } | null
  /** The last backup that `herald backup check` found good. */
  check: { at: string; target: string } | null
}

const nothing: BackupRecord = { backup: null, failure: null, check: null }
const pathOf = (dataDir: string) => join(dataDir, 'backups.json')

/** The record of an installation; empty if there is none, or if it cannot be read. */
export function readRecord(dataDir: string): BackupRecord {
  try {
    return { ...nothing, ...JSON.parse(readFileSync(pathOf(dataDir), 'utf8')) }
  } catch {
    return nothing
  }
}

/** Changes the record. A failure to do so is ignored: the backup itself counts. */
export function updateRecord(dataDir: string, change: Partial<BackupRecord>): void {
  if (!existsSync(dataDir)) return
  const path = pathOf(dataDir)
  const written = `${path}.${process.pid}`
  try {
    // Readable by everyone, since another user may write backups; it contains no secret.
    writeFileSync(written, JSON.stringify({ ...readRecord(dataDir), ...change }), { mode: 0o644 })
    renameSync(written, path)
  } catch {}
}

/** Writes a backup to a target and records its result. */
export async function recordBackup<T extends { bytes: number }>(
  dataDir: string,
  target: string,
  at: Date,
  write: () => Promise<T>,
): Promise<T> {
  const started = performance.now()
  try {
    const result = await write()
    const milliseconds = Math.round(performance.now() - started)
    const { bytes } = result
    updateRecord(dataDir, { backup: { at: at.toISOString(), target, bytes, milliseconds }, failure: null })
    return result
  } catch (error) {
    updateRecord(dataDir, { failure: { at: at.toISOString(), error: (error as Error).message } })
    throw error
  }
}
