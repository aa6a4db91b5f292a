import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isCompressed } from './compress.ts'
import { isEncrypted } from './encrypt.ts'
import { timeOf } from './name.ts'
import { findExpired, type Retention } from './retention.ts'
import { peekManifest } from './verify.ts'

/** Deletes the backups of a folder that a retention does not keep, except `written`, and returns their names. */
export function prune(folder: string, retention: Retention, written: string): string[] {
  const backups = readdirSync(folder).filter(
    (name) =>
      timeOf(name) !== null &&
      (isCompressed(join(folder, name)) ||
        isEncrypted(join(folder, name)) ||
        peekManifest(join(folder, name)) !== null),
  )
  // After a jump of the clock, the backup just written may not have the newest name.
  const removed = findExpired(backups, retention).filter((name) => name !== written)
  for (const name of removed) rmSync(join(folder, name))
  return removed
}
