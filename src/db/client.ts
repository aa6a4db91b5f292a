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
export async function commit(db: Db, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
}

function openFile(url: string) {
  const path = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length)
  try {
    mkdirSync(dirname(path), { recursive: true })
    return openEmbedded(path)
  } catch (error) {
    throw new OperatorError(`The database ${path} cannot be opened: ${(error as Error).message}.`)
  }
}

function openServer(url: string, authToken: string | null) {
  try {
    return createClient({ url, authToken: authToken ?? undefined })
  } catch (error) {
    throw new OperatorError(`DATABASE_URL cannot be used: ${(error as Error).message}.`)
  }
}
