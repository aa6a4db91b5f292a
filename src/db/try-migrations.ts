import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from './client.ts'
import { vacuumInto } from './copy.ts'
import { type Change, migrate, pendingMigrations } from './migrate.ts'
import { partialSuffix, removePartial, requireSpace, snapshotsOf } from './snapshot.ts'

export type TriedMigration = { name: string; milliseconds: number }

/**
 * Applies the pending migrations to a copy of a database file, which a server may use, and returns the duration of each.
 * The copy is on the same disk, so that the durations are those of an upgrade; it is removed.
 */
export async function tryMigrations(
  path: string,
  changes: Record<string, Change>,
): Promise<TriedMigration[]> {
  requireSpace(path, true)
  const folder = snapshotsOf(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removePartial(folder)
  const copy = join(folder, `upgrade-check.db${partialSuffix}`)
  try {
    await vacuumInto(path, copy)
    const db = openDatabase(`file:${copy}`)
    try {
      const names = await pendingMigrations(db)
      const startedAt: number[] = []
      // Called with the number of a migration when it starts, and after each of its slices.
      const onProgress = ({ number }: { number: number }) => {
        startedAt[number - 1] ??= performance.now()
      }
      await migrate(db, { changes, onProgress })
      const ends = [...startedAt.slice(1), performance.now()]
      return names.map((name, index) => ({
        name,
        milliseconds: Math.round((ends[index] ?? 0) - (startedAt[index] ?? 0)),
      }))
    } finally {
      db.$client.close()
    }
  } finally {
    removePartial(folder)
  }
}
