import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { readConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import type { Db } from '../src/db/client.ts'
import { migrate } from '../src/db/migrate.ts'
import { readMigrations } from '../src/db/migrations.ts'
import { destinations } from '../src/features/destinations/table.ts'
import { searchConsoleConnections } from '../src/features/geo/search-console/table.ts'
import {
  changesWith,
  checkFirstSecret,
  consoleTokenOf,
  destinationAddressOf,
  secretTables,
  tokenOf,
  trackerTokenOf,
  webhookSecretOf,
} from '../src/features/integrations/secret-locations.ts'
import { integrations, trackers } from '../src/features/integrations/table.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { createSecrets } from '../src/secrets.ts'
import { connect } from './support/app.ts'
import { command } from './support/command.ts'
import { testContext } from './support/context.ts'
import { createEarlier } from './support/earlier-database.ts'
import { openTestDatabase } from './support/engine.ts'
import { cleanUp, type Settings, temporaryFolder } from './support/process.ts'

afterAll(cleanUp)

const name = readMigrations().find((each) => each.name.endsWith('_bound_secrets'))?.name ?? ''
const unreadable = /^A stored secret cannot be decrypted: .* Restore that key, or run "herald secrets reset"/
const secrets = createSecrets(() => 'test')
const here = tokenOf({ id: 'r1' })

/** Encrypts as in versions that did not bind a secret to its location. */
function encryptUnbound(text: string, secretKey = 'test'): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(secretKey).digest(), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

describe('an encrypted secret', () => {
  const sealed = secrets.encrypt('ghp_secret', here)

  test('can be decrypted at its location', () => {
    expect(sealed).toStartWith('v2:')
    expect(secrets.decrypt(sealed, here)).toBe('ghp_secret')
  })

  test.each([
    ['another column', webhookSecretOf({ id: 'r1' })],
    ['another row', tokenOf({ id: 'r2' })],
    ['another table', { ...here, table: 'trackers' }],
  ])('cannot be decrypted after it was copied into %s', (_, location) => {
    expect(() => secrets.decrypt(sealed, location)).toThrow(unreadable)
    expect(() => secrets.decrypt(sealed, location)).not.toThrow(/ghp_secret/)
  })

  test('of an earlier version cannot be decrypted before it is bound to its location', () => {
    const unbound = encryptUnbound('ghp_secret')
    expect(() => secrets.decrypt(unbound, here)).toThrow(unreadable)
    expect(() => secrets.decrypt(`v2:${unbound}`, here)).toThrow(unreadable)
    const bound = secrets.bind(unbound, here)
    expect(secrets.decrypt(bound, here)).toBe('ghp_secret')
    expect(secrets.bind(bound, here)).toBe(bound)
  })
})

/** Restores the secrets of a database to the format of the previous version. */
async function unbind(db: Db, secretKey = 'test') {
  const seal = (text: string) => encryptUnbound(text, secretKey)
  await db.update(integrations).set({ encryptedToken: seal('token'), encryptedWebhookSecret: seal('hook') })
  await db.update(trackers).set({ encryptedToken: seal('linear') })
  await db.run(sql`delete from migrations where name = ${name}`)
}

describe('the migration that binds secrets to their locations', () => {
  async function older() {
    const ctx = { ...(await testContext()), db: (await openTestDatabase()).db }
    const { id: organizationId } = await createOrganization(ctx, 'acme', 'Acme')
    for (const name of ['acme/one', 'acme/two', 'acme/three']) await connect(ctx, organizationId, name)
    await ctx.db.insert(trackers).values({
      id: 't1',
      organizationId,
      provider: 'linear',
      displayName: 'Acme',
      workspaceId: 'w1',
      workspaceName: 'Acme',
      leftOut: { labels: [], teams: [] },
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    await unbind(ctx.db)
    return ctx
  }

  test('encrypts every stored secret again, in slices', async () => {
    const { db, secrets } = await older()
    expect(await migrate(db, { sliceRows: 2, changes: changesWith(secrets) })).toEqual([name])
    const rows = await db.select().from(integrations)
    expect(rows).toHaveLength(3)
    for (const row of rows) {
      expect(secrets.decrypt(row.encryptedToken ?? '', tokenOf(row))).toBe('token')
      expect(secrets.decrypt(row.encryptedWebhookSecret ?? '', webhookSecretOf(row))).toBe('hook')
    }
    const [tracker] = await db.select().from(trackers)
    expect(tracker && secrets.decrypt(tracker.encryptedToken ?? '', trackerTokenOf(tracker))).toBe('linear')
  })

  test('stops at a secret that it cannot read, and continues with the right key', async () => {
    const { db } = await older()
    const wrong = changesWith(createSecrets(() => 'another'))
    await expect(migrate(db, { changes: wrong })).rejects.toThrow(unreadable)
    expect(await migrate(db, { changes: changesWith(secrets) })).toEqual([name])
  })
})

test('secrets reset works if that migration cannot read the secrets', async () => {
  const settings = { DATA_DIR: temporaryFolder(), SECRET_KEY: 'a'.repeat(32) }
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  await connect(ctx, id)
  await unbind(ctx.db, 'another key')
  ctx.db.$client.close()
  expect((await command(['org', 'list'], settings)).stderr).toContain('A stored secret cannot be decrypted')
  expect((await command(['secrets', 'reset'], settings)).stdout).toContain(
    '  acme  acme/app  token, webhook secret\n',
  )
  expect(await command(['org', 'list'], settings)).toMatchObject({ exitCode: 0, stderr: '' })
})

test('every encrypted column is in the list of tables with secrets, except of short-lived rows', async () => {
  const { db } = await openTestDatabase()
  const rows = await db.all<{ name: string }>(
    sql`select m.name || '.' || c.name as name from sqlite_master m, pragma_table_info(m.name) c
        where m.type = 'table' and c.name like 'encrypted%'`,
  )
  const listed = secretTables.flatMap(({ name, encrypted }) => encrypted.map((each) => `${name}.${each}`))
  expect([...listed, 'search_console_attempts.encrypted_verifier'].sort()).toEqual(
    rows.map(({ name }) => name).sort(),
  )
})

describe('a secret key is checked with the first stored secret', () => {
  const wrong = createSecrets(() => 'another')
  async function organization() {
    const ctx = { ...(await testContext()), db: (await openTestDatabase()).db }
    return { ctx, organizationId: (await createOrganization(ctx, 'acme', 'Acme')).id }
  }

  test('if only the address of a destination is stored', async () => {
    const { ctx, organizationId } = await organization()
    await ctx.db.insert(destinations).values({
      ...{ id: 'd1', organizationId, service: 'slack', name: 'Slack', shownAddress: '' },
      encryptedAddress: secrets.encrypt('https://hooks.slack.com/x', destinationAddressOf({ id: 'd1' })),
      createdAt: ctx.now(),
    })
    await checkFirstSecret(ctx.db, secrets)
    await expect(checkFirstSecret(ctx.db, wrong)).rejects.toThrow(unreadable)
  })

  test('if only a refresh token of Google Search Console is stored', async () => {
    const { ctx, organizationId } = await organization()
    await ctx.db.insert(searchConsoleConnections).values({
      ...{ id: 'c1', organizationId, status: 'active', createdAt: ctx.now() },
      encryptedRefreshToken: secrets.encrypt('refresh', consoleTokenOf({ id: 'c1' })),
    })
    await checkFirstSecret(ctx.db, secrets)
    await expect(checkFirstSecret(ctx.db, wrong)).rejects.toThrow(unreadable)
  })

  test('which is that of the first row in the order of insertion', async () => {
    const { ctx, organizationId } = await organization()
    const seal = async (id: string, by: typeof secrets) => {
      const row = await connect(ctx, organizationId, `acme/${id}`)
      const encryptedWebhookSecret = by.encrypt('hook', webhookSecretOf(row))
      await ctx.db.update(integrations).set({ encryptedWebhookSecret }).where(eq(integrations.id, row.id))
    }
    await seal('z', secrets)
    await seal('a', wrong)
    await checkFirstSecret(ctx.db, secrets)
    await expect(checkFirstSecret(ctx.db, wrong)).rejects.toThrow(unreadable)
  })
})

describe('an upgrade without the key of the stored secrets changes nothing', () => {
  const next = readMigrations().at(-1)?.name ?? ''
  test.each([
    ['an earlier version', name, encryptUnbound('ghp_secret')],
    ['this version', next, secrets.encrypt('ghp_secret', here)],
  ])('encrypted as in %s', async (_, before, sealed) => {
    const settings: Settings = { DATA_DIR: temporaryFolder() }
    const path = join(settings.DATA_DIR ?? '', 'herald.db')
    createEarlier(path, { next: before })
    using database = new Database(path)
    database.run(
      "insert into integrations (id, organization_id, provider, display_name, owner, repo, url, encrypted_token, created_at, updated_at) values ('r1', 'o', 'github', 'acme/app', 'acme', 'app', '', ?, 0, 0)",
      [sealed],
    )
    const refused = await command(['migrate'], settings)
    expect(refused.stderr).toStartWith('herald: The secret key is missing')
    expect((await command(['migrate'], { ...settings, SECRET_KEY: 'b'.repeat(32) })).stderr).toMatch(
      /^herald: A stored secret cannot be decrypted/,
    )
    const last = database.query<{ name: string }, []>('select max(name) as name from migrations').get()
    expect(last && last.name < before).toBe(true)
    expect(existsSync(join(settings.DATA_DIR ?? '', 'snapshots'))).toBe(false)
    expect((await command(['migrate'], { ...settings, SECRET_KEY: 'test' })).stdout).toContain(next)
  })
})
