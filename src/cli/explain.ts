import { OperatorError } from '../errors.ts'

const conditions: [RegExp, string][] = [
  [
    /SQLITE_FULL|ENOSPC|database or disk is full/,
    'The disk is full: free some space for the database and start again.',
  ],
  [
    /SQLITE_READONLY|EROFS|readonly database/,
    'The database cannot be written: check the permissions of DATA_DIR.',
  ],
  [/EACCES|EPERM|permission denied/, 'DATA_DIR cannot be written by this user: check its permissions.'],
  [
    /SQLITE_CANTOPEN|unable to open database/,
    'The database file cannot be opened: check that DATA_DIR exists and can be written.',
  ],
  [
    /SQLITE_NOTADB|SQLITE_CORRUPT|malformed/,
    'The database file is damaged or is not a database: restore it from a backup.',
  ],
  [
    /SQLITE_IOERR|disk I\/O error|EFBIG|EIO/,
    'The disk refused a write: check its space, its quota and its health.',
  ],
  [/SQLITE_BUSY|database is locked/, 'The database is locked by another program: stop that one first.'],
  [/ECONNREFUSED|Unable to connect|fetch failed/, 'The database server of DATABASE_URL cannot be reached.'],
]

/** One sentence for a failed command: what the operator can do, where that is known. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  const text = describe(error)
  return conditions.find(([pattern]) => pattern.test(text))?.[1] ?? `Unexpected error: ${text}`
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  return [code, error.message.split('\n')[0], error.cause ? describe(error.cause) : null]
    .filter(Boolean)
    .join(': ')
}
