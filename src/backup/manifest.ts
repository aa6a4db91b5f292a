import type { Database } from 'bun:sqlite'
import { createSecrets } from '../secrets.ts'

/** The table of a backup that describes it. */
export const manifestTable = 'backup_manifest'
export const manifestFormat = 1

export type Manifest = {
  /** Version of Herald that wrote it. */
  version: string
  createdAt: string
  /** Names of the migrations that were applied. */
  migrations: string[]
  /** Number of rows by table. */
  rows: Record<string, number>
  /** Identifies the secret key without revealing it; null if the installation had no key. */
  fingerprint: string | null
  /** The secret key; null if the backup does not contain it. */
  key: string | null
}

/** A short text that is equal for equal keys only. */
export const fingerprintOf = (key: string): string =>
  createSecrets(() => key)
    .deriveKey('backup fingerprint')
    .toString('hex')
    .slice(0, 16)

/** Adds the manifest to a copy; `seal` is the value that `sealFile` completes. */
export function writeManifest(database: Database, manifest: Manifest, seal: string): void {
  const values: Record<string, string | null> = {
    format: String(manifestFormat),
    version: manifest.version,
    created_at: manifest.createdAt,
    migrations: JSON.stringify(manifest.migrations),
    rows: JSON.stringify(manifest.rows),
    key_fingerprint: manifest.fingerprint,
    secret_key: manifest.key,
    seal,
  }
  database.transaction(() => {
    database.run(`drop table if exists ${manifestTable}`)
    database.run(`create table ${manifestTable} (name text primary key, value text) without rowid`)
    const insert = database.query(`insert into ${manifestTable} values (?, ?)`)
    for (const [name, value] of Object.entries(values)) if (value !== null) insert.run(name, value)
  })()
}

/** The manifest of a database with its seal; null if it has none of this format. */
export function readManifest(database: Database): { manifest: Manifest; seal: string } | null {
  const exists = database
    .query("select 1 from sqlite_schema where type = 'table' and name = ?")
    .get(manifestTable)
  if (!exists) return null
  const rows = database
    .query<{ name: string; value: string }, []>(`select name, value from ${manifestTable}`)
    .all()
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  if (values.get('format') !== String(manifestFormat)) return null
  const manifest = {
    version: values.get('version') ?? '',
    createdAt: values.get('created_at') ?? '',
    migrations: JSON.parse(values.get('migrations') ?? '[]') as string[],
    rows: JSON.parse(values.get('rows') ?? '{}') as Record<string, number>,
    fingerprint: values.get('key_fingerprint') ?? null,
    key: values.get('secret_key') ?? null,
  }
  return { manifest, seal: values.get('seal') ?? '' }
}

/** The names of the applied migrations; empty if Herald never used the database. */
export function readMigrationNames(database: Database): string[] {
  const exists = database
    .query("select 1 from sqlite_schema where type = 'table' and name = 'migrations'")
    .get()
  if (!exists) return []
  return database
    .query<{ name: string }, []>('select name from migrations order by name')
    .all()
    .map(({ name }) => name)
}

/** The number of rows of every table, except the manifest and lists of index terms, which have no rows of their own. */
export function countRows(database: Database): Record<string, number> {
  const tables = database
    .query<{ name: string }, []>(
      `select name from sqlite_schema
        where type = 'table' and name not glob 'sqlite_*' and sql not like '%using fts5vocab%' order by name`,
    )
    .all()
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    if (name === manifestTable) continue
    const [[count] = [0]] = database.query(`select count(*) from "${name.replaceAll('"', '""')}"`).values()
    counts[name] = Number(count)
  }
  return counts
}
