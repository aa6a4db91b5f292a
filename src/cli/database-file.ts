import { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { readMigrationNames } from '../backup/manifest.ts'
import { type BackupSource, fileSource, serverSource } from '../backup/write.ts'
import type { Config } from '../config.ts'
import { checkDatabase, databaseFile, openDatabase } from '../db/client.ts'
import { wasMigrated } from '../db/migrate.ts'
import { OperatorError, UsageError } from '../errors.ts'
import { checkFirstSecret } from '../features/integrations/secret-locations.ts'
import { createSecrets } from '../secrets.ts'
import type { Terminal } from './command.ts'
import { noDatabase } from './session.ts'

/** The path of the database file; throws if there is none, or if the database is on a server. */
export function findDatabase(config: Config, command: string): string {
  const path = requireFile(config, command)
  if (!existsSync(path) || !isOfHerald(path)) throw noDatabase(config)
  return path
}

/** The database to back up: a file, or one on a server. */
export async function findSource(config: Config): Promise<BackupSource> {
  const { databaseUrl, databaseAuthToken } = config
  if (databaseFile(databaseUrl)) return fileSource(findDatabase(config, 'herald backup'))
  const db = openDatabase(databaseUrl, databaseAuthToken)
  try {
    await checkDatabase(db, databaseUrl)
    if (!(await wasMigrated(db))) throw noDatabase(config)
  } finally {
    db.$client.close()
  }
  return serverSource(databaseUrl, databaseAuthToken)
}

/** The path of the embedded database, which may not exist. */
export function requireFile({ databaseUrl }: Config, command: string): string {
  const path = databaseFile(databaseUrl)
  if (path) return path
  throw new OperatorError(
    `"${command}" works on a database file, but DATABASE_URL names the server ${new URL(databaseUrl).host}. Restore a backup: herald restore FILE.`,
  )
}

function isOfHerald(path: string): boolean {
  using database = new Database(path, { readonly: true })
  return readMigrationNames(database).length > 0
}

/** Throws if a key does not decrypt the secrets in a copy of a database; null is not checked. */
export async function checkKey(copy: string, key: string | null): Promise<void> {
  if (key === null) return
  const db = openDatabase(`file:${copy}`)
  try {
    await checkFirstSecret(
      db,
      createSecrets(() => key),
    )
  } finally {
    db.$client.close()
  }
}

/** Asks before a database is replaced; throws unless the answer is yes. */
export async function confirmReplacing({ ask }: Terminal, name: string, by: string): Promise<void> {
  const size = statSync(name, { throwIfNoEntry: false })?.size
  const sized = size === undefined ? name : `${name} (${size.toLocaleString('en')} bytes)`
  const answer = await ask?.(`Replace ${sized} with ${by}? Type yes: `)
  if (answer?.trim().toLowerCase() !== 'yes') throw new OperatorError('Nothing was changed.')
}

/** Throws if a command that replaces a database cannot ask and has no --yes. */
export function requireYes(command: string, yes: boolean, { ask }: Terminal): void {
  if (!yes && !ask) throw new UsageError(`${command}: --yes is required without a terminal.`)
}

/** Runs `save`, which saves the current database; its error names the option that does without. */
export async function savedFirst(act: string, save: () => Promise<string | null>): Promise<string | null> {
  try {
    return await save()
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(
      `${error.message} To ${act} without saving the current database, add --no-snapshot.`,
    )
  }
}
