import { SQLiteError } from 'bun:sqlite'
import { LibsqlBatchError, LibsqlError } from '@libsql/client/web'
import { ResponseError } from '@libsql/hrana-client'
import { MisplacedDatabase } from './files.ts'

/** Every message in an error's chain of causes: Drizzle wraps the engine's error, the two engines word it differently. */
export function messagesOf(error: unknown): string {
  const parts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message)
  return parts.join('\n')
}

/** True when a unique index refused the write; `columns` as SQLite names them, for example `posts.slug`. */
export function isUniqueViolation(error: unknown, ...columns: string[]): boolean {
  const text = messagesOf(error)
  return text.includes('UNIQUE constraint failed') && columns.every((column) => text.includes(column))
}

/** True when a batch was rolled back by its guard: a compare-and-set before it moved no row. */
export function isGuardViolation(error: unknown): boolean {
  return messagesOf(error).includes('CHECK constraint failed: guards_ok')
}

/** True when a batch was rolled back since a record was not the version that it was to change. */
export function isReviewViolation(error: unknown): boolean {
  return messagesOf(error).includes('NOT NULL constraint failed: guards.ok')
}

/** True when a batch named a row that another request has deleted meanwhile. */
export function isForeignKeyViolation(error: unknown): boolean {
  return messagesOf(error).includes('FOREIGN KEY constraint failed')
}

/** The error of the database in an error's chain of causes, where there is one. */
export function findDatabaseError(error: unknown): LibsqlError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof LibsqlError) return cause
  return null
}

/** Why the database refused a statement, in a few words or as its reason code; never what a driver wrote. */
export function databaseReason(error: unknown): string {
  if (isMisplaced(error)) return 'its files were moved or deleted'
  const found = findDatabaseError(error)
  return found ? (reasons[found.code] ?? found.extendedCode ?? found.code) : 'unexpected error'
}

const reasons: Record<string, string> = {
  SQLITE_BUSY: 'locked by another program',
  SQLITE_FULL: 'the disk is full',
  SQLITE_READONLY: 'its file is read-only',
  SQLITE_IOERR: 'the disk reports an error',
  SERVER_SILENT: 'its server does not answer',
  SERVER_LOST: 'the connection to its server was lost',
  SERVER_UNREACHABLE: 'its server cannot be reached',
}

/** True when the database could not be used at all: locked, full, unwritable, moved away, or its server does not answer. */
export function isUnavailable(error: unknown): boolean {
  if (isMisplaced(error)) return true
  return unavailable.test(findDatabaseError(error)?.code ?? '')
}

const unavailable = /^(SERVER_|TRANSACTION_TIMEOUT|SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN))/

/** An error of either engine as libSQL's client throws it; `statementIndex` where it was one of a batch. */
export function toLibsqlError(error: unknown, statementIndex?: number): unknown {
  const told = describeDriverError(error)
  if (!told) return error
  const { message, code, extended, number } = told
  return statementIndex === undefined
    ? new LibsqlError(message, code, extended, number, error as Error)
    : new LibsqlBatchError(message, statementIndex, code, extended, number, error as Error)
}

function describeDriverError(error: unknown) {
  if (error instanceof SQLiteError) {
    const extended = error.code ?? 'SQLITE_ERROR'
    return { message: error.message, code: codeOf(extended), extended, number: error.errno }
  }
  if (error instanceof ResponseError) {
    const message = error.message.replace(/^(SQLite|SQL)( input)? error: /, '')
    const [, kind] = /^(UNIQUE|CHECK|NOT NULL|FOREIGN KEY) constraint failed/.exec(message) ?? []
    const code = error.code ?? 'SERVER_REFUSED'
    const extended = kind ? `SQLITE_CONSTRAINT_${kind.replace(' ', '')}` : code
    return { message, code, extended, number: undefined }
  }
  return null
}

const codeOf = (extended: string) => extended.split('_').slice(0, 2).join('_')

function isMisplaced(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof MisplacedDatabase) return true
  return false
}
