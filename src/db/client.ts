import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/libsql/web'
import { OperatorError } from '../errors.ts'
import { openEmbedded } from './embedded.ts'
import { findDatabaseError, isUnavailable } from './errors.ts'
import { openServer } from './server.ts'

export type Db = ReturnType<typeof openDatabase>
/** One statement of a batch. */
export type Statement = BatchItem<'sqlite'>

/** Opens the database of a URL: `file:` is embedded, `libsql: http: https: ws: wss:` is a libSQL server. */
export function openDatabase(url: string, authToken: string | null = null) {
  const path = databaseFile(url)
  return drizzle({
    casing: 'snake_case',
    client: path ? openEmbedded(path) : openRemote(url, authToken),
  })
}

/** Runs statements in one atomic batch. */
export async function atomically(db: Db, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
}

/**
 * Writes data that can also be written later. False if the database cannot be written now, so that reads still work.
 */
export async function writeIfPossible(db: Db, statement: Statement): Promise<boolean> {
  try {
    await atomically(db, [statement])
    return true
  } catch (error) {
    if (isUnavailable(error)) return false
    throw error
  }
}

/** The path of an embedded database; null for one on a server. */
export function databaseFile(url: string): string | null {
  if (!url.startsWith('file:')) return null
  return resolve(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length))
}

function openRemote(url: string, authToken: string | null) {
  try {
    return openServer(url, authToken)
  } catch (error) {
    throw new OperatorError(`DATABASE_URL cannot be used: ${reasonOf(error)}.`)
  }
}

/** Checks that the database responds; throws an OperatorError with the reason if it does not. */
export async function checkDatabase(db: Db, url: string): Promise<void> {
  if (url.startsWith('file:')) return
  try {
    await db.$client.execute('select 1')
  } catch (error) {
    throw new OperatorError(describeServerError(error, new URL(url).host))
  }
}

function describeServerError(error: unknown, host: string): string {
  const code = findDatabaseError(error)?.code
  if (code === 'SERVER_UNREACHABLE')
    return `The database server ${host} cannot be reached. Check DATABASE_URL, and that the server runs.`
  if (code === 'SERVER_SILENT')
    return `The database server ${host} of DATABASE_URL does not answer. Check that it runs and is not overloaded.`
  if (code === 'SERVER_DENIED')
    return `The database server ${host} rejects the token. Check DATABASE_AUTH_TOKEN.`
  if (code === 'SERVER_LOST')
    return `The server ${host} does not answer as a libSQL server does. Check DATABASE_URL.`
  return `The database server ${host} of DATABASE_URL cannot be used: ${reasonOf(error)}.`
}

/** The first line of an error, without the code that libSQL puts before it. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error as Error).message.split('\n')
  return line.replace(/^[A-Z_]+: /, '').replace(/\.$/, '')
}
