import { Database, SQLiteError } from 'bun:sqlite'
import type { ReaderAnswer, ReaderRequest } from './reader-pool.ts'
import { steadyParameters } from './steady-parameters.ts'

declare const self: Worker

let database: Database | null = null

self.onmessage = ({ data }: MessageEvent<ReaderRequest>) => {
  self.postMessage(answer(data))
}

function answer({ path, sql, args }: ReaderRequest): ReaderAnswer {
  try {
    database ??= open(path)
    using statement = database.prepare(steadyParameters(sql))
    return { columns: statement.columnNames, rows: statement.values(...args) }
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof SQLiteError)) return { message, code: null, errno: 0 }
    return { message, code: error.code ?? null, errno: error.errno }
  }
}

function open(path: string): Database {
  const opened = new Database(path, { readonly: true })
  opened.run('pragma busy_timeout = 1000')
  opened.run('pragma cache_size = -16000')
  return opened
}
