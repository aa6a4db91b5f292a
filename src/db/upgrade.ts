import { OperatorError } from '../errors.ts'
import { type Db, databaseFile } from './client.ts'
import { findDatabaseError } from './errors.ts'
import { type Change, migrate, type Progress, pendingMigrations, wasMigrated } from './migrate.ts'
import { type Claim, claimDatabase } from './processes.ts'
import { rollbackHint, takeSnapshot } from './snapshot.ts'

export type UpgradeOptions = {
  databaseUrl: string
  snapshotBeforeMigration: boolean
  changes: Record<string, Change>
  /** Called before a database with content is changed; a rejection leaves it unchanged. */
  check?(db: Db): Promise<void>
  /** Prints or logs a sentence. */
  report(sentence: string): void
  /** Called before a database with content is changed; returns a function to call at the end. */
  begin?(): () => void
  onProgress?(progress: Progress): void
  /** Called for each slice, instead of `onProgress` and reports of the progress. */
  showProgress?(progress: Progress): void
}

/** Registers a server on a database and applies pending migrations while no other process uses it. */
export async function claimUpgraded(db: Db, options: UpgradeOptions): Promise<Claim> {
  const isPending = async () => (await pendingMigrations(db)).length > 0
  const claim = await claimDatabase(options.databaseUrl, isPending)
  try {
    await applyPending(db, options)
    claim.share()
    return claim
  } catch (error) {
    claim.leave()
    throw error
  }
}

/** Applies pending migrations for a command and returns their names. */
export async function upgrade(db: Db, options: UpgradeOptions): Promise<string[]> {
  // Also refuses a newer database, so it is called even if nothing is pending.
  if ((await pendingMigrations(db)).length === 0) return migrate(db)
  const claim = await claimDatabase(options.databaseUrl, async () => true)
  try {
    return await applyPending(db, options)
  } finally {
    claim.leave()
  }
}

async function applyPending(db: Db, options: UpgradeOptions): Promise<string[]> {
  const [first] = await pendingMigrations(db)
  if (first === undefined || !(await wasMigrated(db))) return migrate(db, { changes: options.changes })
  await options.check?.(db)
  const end = options.begin?.()
  try {
    const path = databaseFile(options.databaseUrl)
    const snapshot = path ? await takeSnapshot(path, first, options.snapshotBeforeMigration) : null
    const hint = snapshot?.file ? ` ${rollbackHint}` : ''
    if (snapshot?.isNew) options.report(`Saved the snapshot ${snapshot.file} before the migration.${hint}`)
    const reportProgress = throttle((progress) => {
      options.onProgress?.(progress)
      options.report(describeProgress(progress))
    })
    const onProgress = options.showProgress ?? reportProgress
    const applied = await migrate(db, { onProgress, changes: options.changes }).catch((error) => {
      throw isDiskFault(error) ? new OperatorError(`${diskFault}${hint}`) : error
    })
    snapshot?.finish()
    return applied
  } finally {
    end?.()
  }
}

const isDiskFault = (error: unknown) => /^SQLITE_(FULL|IOERR)/.test(findDatabaseError(error)?.code ?? '')

const diskFault =
  'The disk is full or refuses writes. Free some space and start this version again, which continues the migration.'

const firstReportMilliseconds = 1000
const nextReportMilliseconds = 5000

/** Passes the first call after one second, then one every five seconds. */
function throttle(act: (progress: Progress) => void): (progress: Progress) => void {
  let next = performance.now() + firstReportMilliseconds
  return (progress) => {
    if (performance.now() < next) return
    next = performance.now() + nextReportMilliseconds
    act(progress)
  }
}

export function describeProgress({ number, total, secondsLeft }: Omit<Progress, 'share'>): string {
  const left = secondsLeft === null ? '' : `, about ${secondsLeft} s left`
  return `Migrating ${number} of ${total}${left}. Do not stop.`
}
