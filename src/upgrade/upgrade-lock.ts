import { Database } from 'bun:sqlite'
import { rmSync, statSync } from 'node:fs'
import { UpgradeRefused } from './upgrade-refused.ts'

/**
 * Runs an upgrade of the binary at the path unless another one runs, in this or another process. The operating system
 * releases the lock of a process that was killed, so a file that it left behind locks nothing.
 */
export async function withUpgradeLock<T>(path: string, run: () => Promise<T>): Promise<T> {
  const file = `${path}.upgrading`
  const lock = new Database(file)
  try {
    takeLock(lock, file)
    try {
      return await run()
    } finally {
      removeFile(file)
    }
  } finally {
    lock.close()
  }
}

function takeLock(lock: Database, file: string) {
  const opened = identityOf(file)
  try {
    lock.run('begin exclusive')
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error
    throw anotherRuns()
  }
  // The upgrade that held the lock may have deleted this file, so that a third one locks another file.
  if (opened === undefined || identityOf(file) !== opened) throw anotherRuns()
}

const anotherRuns = () =>
  new UpgradeRefused('Another herald upgrade is running.', 'Try again when it has ended.')

const identityOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino

/** Windows does not delete an open file; there it stays, which locks nothing. */
function removeFile(file: string) {
  try {
    rmSync(file, { force: true })
  } catch {}
}
