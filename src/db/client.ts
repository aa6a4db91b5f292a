import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client/web'
import type { BatchItem } from 'drizzle-orm/batch'
import { drizzle } from 'drizzle-orm/libsql/web'
import { OperatorError } from '../errors.ts'
import { openEmbedded } from './embedded.ts'

export type Db = ReturnType<typeof openDatabase>
/** One statement of a batch. */
export type Statement = BatchItem<'sqlite'>

/** Opens the database that a URL names: `file:` is embedded, `libsql: http: https: ws: wss:` is a libSQL server. */
export function openDatabase(url: string, authToken: string | null = null) {
  return drizzle({
    casing: 'snake_case',
    client: url.startsWith('file:') ? openFile(url) : openServer(url, authToken),
  })
}

/** Runs statements in one atomic batch. */
export async function atomically(db: Db, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
}

function openFile(url: string) {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length)
  mkdirSync(dirname(path), { recursive: true })
  return openEmbedded(path)
}

function openServer(url: string, authToken: string | null) {
  try {
    return createClient({ url, authToken: authToken ?? undefined })
  } catch (error) {
    throw new OperatorError(`DATABASE_URL cannot be used: ${(error as Error).message}.`)
  }
}

const answerMilliseconds = 10_000

/** Makes sure that the database answers before anything is built on it; an OperatorError says why it does not. */
export async function checkDatabase(db: Db, url: string): Promise<void> {
  if (url.startsWith('file:')) return
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => silence.reject(new Error('it did not answer within 10 seconds')),
    answerMilliseconds,
  )
  try {
    await Promise.race([db.$client.execute('select 1'), silence.promise])
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new OperatorError(
      `The database server of DATABASE_URL cannot be used: ${reason?.replace(/\.$/, '')}.`,
    )
  } finally {
    clearTimeout(timer)
  }
}
