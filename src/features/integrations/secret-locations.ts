import { getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../db/client.ts'
import type { Change } from '../../db/migrate.ts'
import { OperatorError } from '../../errors.ts'
import type { SecretLocation, Secrets } from '../../secrets.ts'
import { destinations } from '../destinations/table.ts'
import { searchConsoleConnections } from '../geo/search-console/table.ts'
import { githubApps, integrations, trackers } from './table.ts'

/** The location of a repository's token. */
export const tokenOf = ({ id }: { id: string }): SecretLocation => ({
  table: 'integrations',
  column: 'encrypted_token',
  row: id,
})

/** The location of a repository's webhook secret. */
export const webhookSecretOf = ({ id }: { id: string }): SecretLocation => ({
  table: 'integrations',
  column: 'encrypted_webhook_secret',
  row: id,
})

type TrackerKey = { organizationId: string; workspaceId: string; teamId: string | null }

/** The location of a tracker's token: when two requests connect it at once, both know its row by this key only. */
export const trackerTokenOf = ({ organizationId, workspaceId, teamId }: TrackerKey): SecretLocation => ({
  table: 'trackers',
  column: 'encrypted_token',
  row: [organizationId, workspaceId, teamId ?? ''].join('/'),
})

/** The location of the refresh token of a Google Search Console connection. */
export const consoleTokenOf = ({ id }: { id: string }): SecretLocation => ({
  table: 'search_console_connections',
  column: 'encrypted_refresh_token',
  row: id,
})

/** The location of the PKCE verifier of a browser session that connects Google Search Console. */
export const consoleVerifierOf = (sessionHash: string): SecretLocation => ({
  table: 'search_console_attempts',
  column: 'encrypted_verifier',
  row: sessionHash,
})

type AppKey = { organizationId: string; appId: number }

/** The location of the private key of a GitHub App: a new App of the organization has another one. */
export const appKeyOf = ({ organizationId, appId }: AppKey): SecretLocation => ({
  table: 'github_apps',
  column: 'encrypted_key',
  row: `${organizationId}/${appId}`,
})

/** The location of the webhook secret of a GitHub App. */
export const appSecretOf = ({ organizationId, appId }: AppKey): SecretLocation => ({
  table: 'github_apps',
  column: 'encrypted_webhook_secret',
  row: `${organizationId}/${appId}`,
})

/** The location of the address of a destination. */
export const destinationAddressOf = ({ id }: { id: string }): SecretLocation => ({
  table: 'destinations',
  column: 'encrypted_address',
  row: id,
})

/** An encrypted value with its location. */
type StoredSecret = { rowId: number; sealed: string; location: SecretLocation }

type ColumnOf<T extends SQLiteTable> = keyof T['_']['columns'] & string
type Locations<T extends SQLiteTable> = {
  [C in Extract<ColumnOf<T>, `encrypted${string}`>]: (row: T['$inferSelect']) => SecretLocation
}

/** A table with the columns that its locations need; the types require a location for every encrypted column. */
function secretTable<T extends SQLiteTable>(table: T, keys: ColumnOf<T>[], locations: Locations<T>) {
  const entries = Object.entries<Locations<T>[keyof Locations<T>]>(locations)
  const encrypted = entries.map(([column]) => toSnakeCase(column))
  return {
    name: getTableName(table),
    encrypted,
    selected: [
      'rowid as "rowId"',
      ...[...keys, ...Object.keys(locations)].map((column) => `${toSnakeCase(column)} as "${column}"`),
    ].join(', '),
    secretsOf: (row: Record<string, unknown>): StoredSecret[] =>
      entries.flatMap(([column, locationOf]) => {
        const sealed = row[column]
        if (typeof sealed !== 'string') return []
        return { rowId: Number(row.rowId), sealed, location: locationOf(row as T['$inferSelect']) }
      }),
  }
}

/** The tables with secrets, except `search_console_attempts`, whose rows expire within minutes. */
export const secretTables = [
  secretTable(integrations, ['id'], { encryptedToken: tokenOf, encryptedWebhookSecret: webhookSecretOf }),
  secretTable(trackers, ['organizationId', 'workspaceId', 'teamId'], { encryptedToken: trackerTokenOf }),
  secretTable(searchConsoleConnections, ['id'], { encryptedRefreshToken: consoleTokenOf }),
  secretTable(githubApps, ['organizationId', 'appId'], {
    encryptedKey: appKeyOf,
    encryptedWebhookSecret: appSecretOf,
  }),
  secretTable(destinations, ['id'], { encryptedAddress: destinationAddressOf }),
]

/** Row changes that migrations leave to the program, since they need the secret key. */
export const changesWith = (secrets: Secrets, { skipUnreadable = false } = {}): Record<string, Change> => ({
  bindSecrets: async (db, { table, after, until }) => {
    const found = await findSecrets(db, table, 'rowid > ? and rowid <= ?', [after, until])
    return found.flatMap(({ rowId, sealed, location }) => {
      try {
        return { sql: update(location), args: [secrets.bind(sealed, location), rowId, sealed] }
      } catch (error) {
        if (skipUnreadable && error instanceof OperatorError) return []
        throw error
      }
    })
  },
})

/** The first stored secret of a database of this or an earlier version; null if it has none. */
export async function findFirstSecret(db: Db): Promise<StoredSecret | null> {
  const names = JSON.stringify(secretTables.map(({ name }) => name))
  const { rows } = await db.$client.execute({
    sql: `select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c
      where m.type = 'table' and m.name in (select value from json_each(?))`,
    args: [names],
  })
  const existing = new Set(rows.map(({ name }) => name))
  for (const { name, encrypted } of secretTables) {
    if (!encrypted.every((column) => existing.has(`${name}.${column}`))) continue
    const isSet = encrypted.map((column) => `${column} is not null`).join(' or ')
    const [first] = await findSecrets(db, name, `${isSet} order by rowid limit 1`)
    if (first) return first
  }
  return null
}

/** Throws an OperatorError if the first stored secret cannot be decrypted, in a database of this or an earlier version. */
export async function checkFirstSecret(db: Db, secrets: Secrets): Promise<void> {
  const secret = await findFirstSecret(db)
  if (!secret) return
  const { sealed, location } = secret
  // An earlier version encrypted without a location.
  if (sealed === secrets.bind(sealed, location)) secrets.decrypt(sealed, location)
}

const update = ({ table, column }: SecretLocation) =>
  `update ${table} set ${column} = ? where rowid = ? and ${column} = ?`

async function findSecrets(db: Db, name: string, where: string, args: number[] = []) {
  const table = secretTables.find((each) => each.name === name)
  if (!table) throw new Error(`The table ${name} is not in the list of tables with secrets.`)
  const { rows } = await db.$client.execute({
    sql: `select ${table.selected} from ${name} where ${where}`,
    args,
  })
  return rows.flatMap(table.secretsOf)
}
