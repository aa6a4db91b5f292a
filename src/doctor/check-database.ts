import { Database } from 'bun:sqlite'
import { findFault } from '../backup/verify.ts'
import { type Db, openDatabase } from '../db/client.ts'
import { refuseForeignLog } from '../db/files.ts'
import { migrationCount, pendingMigrations, refuseNewer } from '../db/migrate.ts'
import { findReplicaFault } from '../db/replica-fault.ts'
import { OperatorError } from '../errors.ts'
import { checkFirstSecret } from '../features/integrations/secret-locations.ts'
import { createSecrets, findSecretKey } from '../secrets.ts'
import { type Finding, green, type OpenSubject, red, type Subject, yellow } from './finding.ts'

/** What SQLite finds wrong in the file: broken pages, and rows that refer to missing rows. */
export function checkContent(path: string): Finding {
  const check = 'database'
  let fault: string | null
  try {
    using database = new Database(path, { readonly: true })
    fault = findFault(database)
  } catch (error) {
    fault = (error as Error).message
  }
  if (fault === null) return green(check, 'quick_check and foreign_key_check found no problem.')
  return red(check, `The database is damaged: ${fault}.`, 'herald restore FILE, with your newest good backup')
}

/** Whether the write-ahead log is that of another database; null if not. */
export function checkLog(path: string): Finding | null {
  try {
    refuseForeignLog(path)
    return null
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return red('database', error.message, 'herald restore FILE, never cp')
  }
}

/** Migrations that are pending, unknown or different. */
export async function checkMigrations({ db }: { db: Db }): Promise<Finding> {
  const check = 'migrations'
  try {
    await refuseNewer(db)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return red(check, error.message, 'herald rollback, or start that version')
  }
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return green(check, `All ${migrationCount} migrations are applied.`)
  return yellow(
    check,
    `Pending migrations: ${pending.length}, from ${pending[0]} on.`,
    'herald upgrade --check, then herald migrate',
  )
}

/** Whether the secret key decrypts what is stored. */
export async function checkSecretKey({ db, config }: OpenSubject): Promise<Finding> {
  const check = 'secret key'
  const key = findSecretKey(config)
  try {
    await checkFirstSecret(
      db,
      createSecrets(() => key ?? ''),
    )
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    const where = config.secretKey === null ? `${config.dataDir}/secret.key` : 'SECRET_KEY'
    const text =
      key === null
        ? `The secret key is missing: there is no ${where}.`
        : `${where} is not the key that encrypted the stored secrets.`
    return red(check, text, 'Restore that key, or delete the secrets: herald secrets reset')
  }
  return key === null
    ? yellow(check, 'There is no secret key yet.', 'herald serve, which creates it')
    : green(check, 'The secret key decrypts the stored secrets.')
}

/** The clock of a database server, which leases and schedules of all processes are compared with. */
export async function checkServerClock({ db, machine }: OpenSubject): Promise<Finding> {
  const [row] = await db.all<{ at: number }>("select unixepoch('subsec') * 1000 as at")
  return compareClocks('clock of the database', machine, row?.at ?? 0)
}

/** Whether the read replica answers and receives the changes of this database; none without one. */
export async function checkReplica({ config, db }: OpenSubject): Promise<Finding[]> {
  if (config.databaseReadUrl === null) return []
  const check = 'read replica'
  const { host } = new URL(config.databaseReadUrl)
  const replica = openDatabase(config.databaseReadUrl, config.databaseAuthToken)
  try {
    const fault = await findReplicaFault(replica, db)
    if (fault === null) return [green(check, `${host} answers.`)]
    if (fault.kind === 'another database')
      return [red(check, `${host} ${fault.reason}.`, 'Correct DATABASE_READ_URL')]
    const text = `${host} ${fault.reason}. Herald reads from the primary instead.`
    return [yellow(check, text, 'Read the log of the replica, and restart it')]
  } catch {
    return [
      yellow(
        check,
        `${host} does not respond. Herald reads from the primary instead.`,
        'Check DATABASE_READ_URL',
      ),
    ]
  } finally {
    replica.$client.close()
  }
}

const allowedMilliseconds = 30_000

/** Compares a clock with the one of this machine. */
export function compareClocks(check: string, { now }: Subject['machine'], at: number): Finding {
  const seconds = Math.round((now().getTime() - at) / 1000)
  if (Math.abs(seconds) * 1000 <= allowedMilliseconds)
    return green(check, `The ${check} agrees with that of this machine.`)
  return red(
    check,
    `The clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}.`,
    'Synchronize the clock: timedatectl set-ntp true',
  )
}
