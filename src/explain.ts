import { describeCeiling } from './db/ceilings.ts'
import { findDatabaseError } from './db/errors.ts'
import { AppError, ExplainedError, OperatorError } from './errors.ts'

/** The mount of DATA_DIR does not allow writing. */
export const readOnlyMount = 'DATA_DIR is mounted read-only. Mount it with write access.'

const conditions: [RegExp, string][] = [
  [/SQLITE_FULL|ENOSPC|database or disk is full/, 'The disk is full: free some space for the database.'],
  [/EROFS/, readOnlyMount],
  [/SQLITE_READONLY|readonly database/, 'The database cannot be written: check the permissions of DATA_DIR.'],
  [/EACCES|EPERM|permission denied/, 'DATA_DIR cannot be written by this user: check its permissions.'],
  [
    /SQLITE_CANTOPEN|unable to open database/,
    'The database file cannot be opened: check that this user may write to DATA_DIR and to the files in it.',
  ],
  [
    /SQLITE_NOTADB|SQLITE_CORRUPT|malformed/,
    'The database file is damaged or is not a database: restore it from a backup.',
  ],
  [
    /SQLITE_IOERR|disk I\/O error|EFBIG|EIO/,
    'A write to the disk failed: check its space, its quota and its health.',
  ],
  [/SQLITE_BUSY|database is locked/, 'The database is locked by another program: stop that program first.'],
  [
    /SERVER_SILENT/,
    'The database server of DATABASE_URL does not answer: check that it runs and is not overloaded.',
  ],
  [/SERVER_DENIED/, 'The database server of DATABASE_URL rejects the token: check DATABASE_AUTH_TOKEN.'],
  [/SERVER_LOST/, 'The connection to the database server of DATABASE_URL was lost: check that it runs.'],
  [/no such table/, 'Tables of the database are missing: restore it from a backup.'],
  [
    /SERVER_UNREACHABLE|ECONNREFUSED|Unable to connect|fetch failed/,
    'The database server of DATABASE_URL cannot be reached: check that it runs, and the network to it.',
  ],
]

/** One sentence for the operator: the known fix, or a description of the error. */
export function explain(error: unknown): string {
  return (
    explainDatabase(error) ?? findAdvice(error) ?? `Unexpected error. Please report it: ${describe(error)}`
  )
}

/** The known fix of an error, or null. */
export function findAdvice(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof OperatorError || cause instanceof AppError) return cause.message
  const ceiling = describeCeiling(error)
  if (ceiling !== null) return ceiling
  const text = describe(error)
  return conditions.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/**
 * One sentence about a database error, null for any other error. It never contains the statement, its values or the
 * driver's message.
 */
export function explainDatabase(error: unknown): string | null {
  const cause = findDatabaseError(error)
  if (!cause) return null
  return findAdvice(cause) ?? `The database refused a statement (${cause.extendedCode ?? cause.code}).`
}

/** An error in one sentence of the log, with the error code of the database or the system. */
export function describeError(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ExplainedError) return cause.message
  const database = findDatabaseError(error)
  const code = database?.extendedCode ?? database?.code ?? codeIn(error)
  const sentence = explainDatabase(error) ?? findAdvice(error) ?? 'Unexpected error.'
  return sentence.includes(`(${code})`) ? sentence : sentence.replace(/\.?$/, ` (${code}).`)
}

/** The code of a system error, or the name of any other. */
function codeIn(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return String((error as NodeJS.ErrnoException).code ?? error.constructor.name)
}

/**
 * The stack of an error, for the debug level; messages of failed statements contain values and are left out.
 */
export function traceError(error: unknown): { message: string; stack: string[] } {
  const message = findDatabaseError(error) ? describeError(error) : String(error)
  const stack = error instanceof Error ? (error.stack ?? '').split('\n') : []
  return { message, stack: stack.map((line) => line.trim()).filter((line) => /^at \S/.test(line)) }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  return [code, error.message.split('\n')[0], error.cause ? describe(error.cause) : null]
    .filter(Boolean)
    .join(': ')
}
