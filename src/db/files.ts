import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { OperatorError } from '../errors.ts'

/** The database and what SQLite keeps beside it: what was written last, and the index of that. */
const filesOf = (path: string) => [path, `${path}-wal`, `${path}-shm`]

/** Makes the file of a database where there is none, and sees to it that nobody else on the machine reads it. */
export function prepareFiles(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  ignore('EEXIST', () => closeSync(openSync(path, 'wx', 0o600)))
  // SQLite gives the files beside it the mode of the database; those that a crash left behind have their own.
  for (const file of filesOf(path)) ignore('ENOENT|EPERM|EROFS', () => chmodSync(file, 0o600))
}

/** Throws where the file of a database was emptied: SQLite takes it for a new one, and nobody would notice that everything is gone. */
export function refuseEmptied(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.size !== 0) return
  // What a server leaves beside its database; a first start that was cut off has left none of it.
  const traces = [`${path}-wal`, `${path}-server`, join(dirname(path), 'secret.key')]
  if (!traces.some((trace) => existsSync(trace))) return
  throw new OperatorError(
    `The database ${path} is an empty file where there was one before: restore a backup, or delete it to begin anew.`,
  )
}

function ignore(codes: string, act: () => void) {
  try {
    act()
  } catch (error) {
    if (!codes.split('|').includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/**
 * Remembers which files a database has just opened. The check given throws once they stand no longer under their
 * names: SQLite goes on in a file that was deleted or replaced without noticing, and a restart finds nothing of it.
 * Three looks take 4 microseconds, so that every commit can afford them.
 */
export function rememberFiles(path: string): () => void {
  const files = filesOf(path)
  const opened = files.map((file) => statSync(file, withoutThrowing))
  return () => {
    for (const [index, file] of files.entries()) {
      const found = statSync(file, withoutThrowing)
      if (found?.ino !== opened[index]?.ino || found?.dev !== opened[index]?.dev)
        throw new MisplacedDatabase(misplaced)
    }
  }
}

/** Thrown by every commit while the files of the database stand no longer under their names. */
export class MisplacedDatabase extends OperatorError {}

const withoutThrowing = { bigint: true, throwIfNoEntry: false } as const
const misplaced =
  'The database is not where it was opened: DATA_DIR or a file in it was moved, deleted or replaced. Nothing is stored until it is put back, or the server is started again.'
