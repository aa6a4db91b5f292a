import { sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import type { Change } from '../../db/migrate.ts'
import { OperatorError } from '../../errors.ts'
import type { SecretLocation, Secrets } from '../../secrets.ts'

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

/** The location of the address of a destination. */
export const destinationAddressOf = ({ id }: { id: string }): SecretLocation => ({
  table: 'destinations',
  column: 'encrypted_address',
  row: id,
})

/** Row changes that migrations leave to the program, since they need the secret key. */
export const changesWith = (secrets: Secrets, { skipUnreadable = false } = {}): Record<string, Change> => ({
  bindSecrets: async (db, { table, after, until }) => {
    const found = await findSecrets(db, table, after, until)
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

/** The columns with secrets and those of their locations, in every version that has the table. */
const checkedColumns = {
  integrations: ['id', 'encrypted_token', 'encrypted_webhook_secret'],
  trackers: ['organization_id', 'workspace_id', 'team_id', 'encrypted_token'],
}

/** Throws an OperatorError if the first stored secret cannot be decrypted, in a database of this or an earlier version. */
export async function checkFirstSecret(db: Db, secrets: Secrets): Promise<void> {
  for (const [table, columns] of Object.entries(checkedColumns)) {
    const { rows } = await db.$client.execute({
      sql: 'select name from pragma_table_info(?)',
      args: [table],
    })
    const existing = new Set(rows.map(({ name }) => name))
    if (!columns.every((column) => existing.has(column))) continue
    const encrypted = columns.filter((column) => column.startsWith('encrypted_'))
    const [first] = await db.all<{ row: number }>(
      sql.raw(
        `select rowid as row from ${table} where coalesce(${[...encrypted, 'null'].join(', ')}) is not null limit 1`,
      ),
    )
    const [secret] = first ? await findSecrets(db, table, first.row - 1, first.row) : []
    if (!secret) continue
    const { sealed, location } = secret
    // An earlier version encrypted without a location.
    if (sealed === secrets.bind(sealed, location)) secrets.decrypt(sealed, location)
    return
  }
}

const update = ({ table, column }: SecretLocation) =>
  `update ${table} set ${column} = ? where rowid = ? and ${column} = ?`

async function findSecrets(db: Db, table: string, after: number, until: number) {
  const columns = checkedColumns[table === 'trackers' ? 'trackers' : 'integrations'].join(', ')
  const { rows } = await db.$client.execute({
    sql: `select rowid as row_id, ${columns} from ${table} where rowid > ? and rowid <= ?`,
    args: [after, until],
  })
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const values = rows.flatMap((row) => {
    const rowId = Number(row.row_id)
    if (table === 'trackers') {
      const [organizationId, workspaceId, teamId] = [row.organization_id, row.workspace_id, row.team_id]
      const key = {
        organizationId: String(organizationId),
        workspaceId: String(workspaceId),
        teamId: text(teamId),
      }
      return { rowId, sealed: text(row.encrypted_token), location: trackerTokenOf(key) }
    }
    const id = String(row.id)
    return [
      { rowId, sealed: text(row.encrypted_token), location: tokenOf({ id }) },
      { rowId, sealed: text(row.encrypted_webhook_secret), location: webhookSecretOf({ id }) },
    ]
  })
  return values.flatMap(({ sealed, ...rest }) => (sealed === null ? [] : { sealed, ...rest }))
}
