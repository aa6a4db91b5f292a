import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { version } from '../../package.json'
import { OperatorError } from '../errors.ts'
import { databaseFile } from './client.ts'
import { prepareFiles } from './files.ts'
import { isBusy } from './group-commit.ts'

export type Claim = {
  /** True if no other process used the database: this one may migrate it until `share` is called. */
  isOnly: boolean
  share(): void
  leave(): void
}

const maxWaitMilliseconds = 5000

/**
 * Registers a process on an embedded database: alone, or next to others if no migration is pending. The locks are on
 * separate files; they end with their process, however it ends, and work across containers.
 */
export async function claimDatabase(
  databaseUrl: string,
  isPending: () => Promise<boolean>,
  waitMilliseconds = maxWaitMilliseconds,
): Promise<Claim> {
  const path = databaseFile(databaseUrl)
  if (!path) return { isOnly: true, share() {}, leave() {} }
  const until = performance.now() + waitMilliseconds
  for (;;) {
    const own = lock(`${path}-server`, 'exclusive')
    if (own) return register(path, own, true)
    const shared = lock(`${path}-server`, 'shared')
    if (shared && !(await isPending())) return register(path, shared, false)
    shared?.close()
    if (performance.now() > until) throw refusal(path, shared !== null)
    // Random, so that processes that start together do not retry in step.
    await Bun.sleep(20 + Math.random() * 30)
  }
}

/** Registers a command that needs an embedded database for itself; throws if a server or a migration uses it. */
export function claimStopped(path: string): Claim {
  const own = lock(`${path}-server`, 'exclusive')
  if (own) return register(path, own, true)
  throw new OperatorError(
    `The database is used by ${describeOther(path) ?? 'another process'}. Stop that process, then run the command again.`,
  )
}

const drainMilliseconds = 60_000

/** Like `claimStopped`, but asks the servers to release the database until this command ends, and waits for them. */
export async function claimDrained(path: string, waitMilliseconds = drainMilliseconds): Promise<Claim> {
  // A server that checks the request holds its lock for a moment.
  const request = await waitForLock(drainRequestOf(path), 1000)
  if (!request) throw new OperatorError('Another restore is running. Wait until it has ended.')
  const withdraw = () => {
    request.close()
    rmSync(drainRequestOf(path), { force: true })
  }
  const own = await waitForLock(`${path}-server`, waitMilliseconds)
  if (!own) {
    withdraw()
    throw new OperatorError(
      `The database is still used by ${describeOther(path) ?? 'another process'}. Stop that process, then run the command again.`,
    )
  }
  const claim = register(path, own, true)
  return {
    ...claim,
    leave() {
      claim.leave()
      withdraw()
    },
  }
}

async function waitForLock(file: string, milliseconds: number): Promise<Database | null> {
  const until = performance.now() + milliseconds
  for (;;) {
    const own = lock(file, 'exclusive')
    if (own || performance.now() > until) return own
    await Bun.sleep(50)
  }
}

/** Whether a command asks the servers of an embedded database to release it. */
export function isDrainRequested(path: string): boolean {
  const file = drainRequestOf(path)
  if (!existsSync(file)) return false
  const free = lock(file, 'shared')
  free?.close()
  return free === null
}

const drainRequestOf = (path: string) => `${path}-drain`

function register(path: string, held: Database, isOnly: boolean): Claim {
  if (isOnly) for (const file of recordsOf(path)) rmSync(file, { force: true })
  const file = `${path}-server-${process.pid}-${hostname().replace(/[^\w.-]/g, '_')}-${version}`
  const record = lock(file, 'exclusive')
  return {
    isOnly,
    share() {
      held.run('rollback')
      held.run('pragma busy_timeout = 5000')
      takeShared(held)
    },
    leave() {
      held.close()
      record?.close()
      rmSync(file, { force: true })
    },
  }
}

/** The lock files of the processes next to a database; each name identifies its process. */
function recordsOf(path: string): string[] {
  const folder = dirname(path)
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${basename(path)}-server-`))
    .map((file) => join(folder, file))
}

function refusal(path: string, isShared: boolean): OperatorError {
  const who = describeOther(path)
  return new OperatorError(
    isShared
      ? `This database has pending migrations, but ${who ?? 'another process'} uses it. Stop that process, then start again.`
      : `This database is being migrated by ${who ?? 'another process'}. Start again when it has finished.`,
  )
}

/** The first running process, with its host and version. */
function describeOther(path: string): string | null {
  for (const file of recordsOf(path)) {
    const [, pid, host, release] = /-server-(\d+)-(.*)-([^-]+)$/.exec(file) ?? []
    const free = lock(file, 'exclusive')
    free?.close()
    if (pid && !free) return `process ${pid} on ${host} (Herald ${release})`
  }
  return null
}

/** Locks a file; null if another process holds a conflicting lock. */
function lock(file: string, kind: 'exclusive' | 'shared'): Database | null {
  prepareFiles(file)
  const database = new Database(file)
  try {
    database.run('pragma busy_timeout = 0')
    // Nothing is written, so no journal file is needed.
    database.run('pragma journal_mode = memory')
    if (kind === 'exclusive') database.run('begin exclusive')
    else takeShared(database)
    return database
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
}

function takeShared(database: Database) {
  database.run('begin')
  database.query('select 1 from sqlite_schema').all()
}
