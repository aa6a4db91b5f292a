import { SQLiteError } from 'bun:sqlite'
import { LibsqlBatchError, LibsqlError } from '@libsql/client/web'
import { ResponseError } from '@libsql/hrana-client'
import { UnusableDatabase } from './files.ts'

/**
 * All messages in an error's chain of causes: Drizzle wraps the engine's error, and the two engines use different
 * messages.
 */
export function messagesOf(error: unknown): string {
  const parts: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) parts.push(cause.message)
  return parts.join('\n')
}

/** True if a unique index rejected the write; `columns` as SQLite names them, for example `posts.slug`. */
export function isUniqueViolation(error: unknown, ...columns: string[]): boolean {
  const text = messagesOf(error)
  return text.includes('UNIQUE constraint failed') && columns.every((column) => text.includes(column))
}

/** True if a guard rolled a batch back: a compare-and-set before it changed no row. */
export function isGuardViolation(error: unknown): boolean {
  return messagesOf(error).includes('CHECK constraint failed: guards_ok')
}

/** True if a batch was rolled back because the record had a newer version. */
export function isReviewViolation(error: unknown): boolean {
  return messagesOf(error).includes('NOT NULL constraint failed: guards.ok')
}

/** True if a batch referenced a row that another request deleted in the meantime. */
export function isForeignKeyViolation(error: unknown): boolean {
  return messagesOf(error).includes('FOREIGN KEY constraint failed')
}

/** True if a statement names a table that the database does not have. */
export function isMissingTable(error: unknown): boolean {
  return messagesOf(error).includes('no such table: ')
}

/** The database error in an error's chain of causes, if any. */
export function findDatabaseError(error: unknown): LibsqlError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof LibsqlError) return cause
  return null
}

/** Why the database refused a statement, in a few words or as its reason code; never the message of a driver. */
export function databaseReason(error: unknown): string {
  const unusable = findUnusable(error)
  if (unusable) return unusable.reason
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
  SERVER_DENIED: 'its server refuses DATABASE_AUTH_TOKEN',
  SERVER_UNREACHABLE: 'its server cannot be reached',
}

/** Whether a database server could not be reached, or the connection to it was lost; null for other errors. */
export function findConnectionLoss(error: unknown): 'unreachable' | 'lost' | null {
  const code = findDatabaseError(error)?.code
  if (code === 'SERVER_UNREACHABLE') return 'unreachable'
  return code === 'SERVER_LOST' ? 'lost' : null
}

/**
 * True if the database could not be used at all: locked, full, not writable, moved, failing, or its server does not
 * respond.
 */
export function isUnavailable(error: unknown): boolean {
  if (findUnusable(error)) return true
  return unavailable.test(findDatabaseError(error)?.code ?? '')
}

const unavailable = /^(SERVER_|TRANSACTION_TIMEOUT|SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN))/

/** Converts an error of either engine to the type that libSQL's client throws, with `statementIndex` in a batch. */
export function toLibsqlError(error: unknown, statementIndex?: number): unknown {
  const described = describeDriverError(error)
  if (!described) return error
  const { message, code, extended, number } = described
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

function findUnusable(error: unknown): UnusableDatabase | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof UnusableDatabase) return cause
  return null
}
