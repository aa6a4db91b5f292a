import { SQLiteError } from 'bun:sqlite'
import { LibsqlBatchError, LibsqlError } from '@libsql/client/web'

/** An error of the embedded engine as libSQL's client throws it; `statementIndex` where it was one of a batch. */
export function toLibsqlError(error: unknown, statementIndex?: number): unknown {
  if (!(error instanceof SQLiteError)) return error
  const extended = error.code ?? 'SQLITE_ERROR'
  const code = extended.split('_').slice(0, 2).join('_')
  return statementIndex === undefined
    ? new LibsqlError(error.message, code, extended, error.errno, error)
    : new LibsqlBatchError(error.message, statementIndex, code, extended, error.errno, error)
}
