import { afterAll, describe, expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { createContext } from '../src/context.ts'
import { migrate } from '../src/db/migrate.ts'
import { tokenOf, webhookSecretOf } from '../src/features/integrations/secret-locations.ts'
import { integrations } from '../src/features/integrations/table.ts'
import { newUser } from '../src/features/members/record.ts'
import { createOrganization } from '../src/features/organizations/service.ts'
import { createSecretKey } from '../src/secrets.ts'
import { connect } from './support/app.ts'
import { command } from './support/command.ts'
import { cleanUp, run, type Settings, start, temporaryFolder } from './support/process.ts'
import { freePort } from './support/sqld.ts'

afterAll(cleanUp)

const long = 'a'.repeat(32)
const webhookSecret = ['webhook', 'secret', '--org', 'acme', '--repo', 'acme/app']

/** A database with a repository, its token and its webhook secret, as a server leaves it. */
async function installation(secretKey?: string): Promise<Settings> {
  const settings: Settings = {
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'warn',
    PORT: String(await freePort()),
  }
  if (secretKey) settings.SECRET_KEY = secretKey
  const ctx = createContext(readConfig(settings))
  if (!secretKey) createSecretKey(ctx.config)
  await migrate(ctx.db)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  const repository = await connect(ctx, id)
  await newUser(ctx, { email: 'ada@acme.test', name: 'Ada', passwordHash: null }).statement
  await ctx.db
    .update(integrations)
    .set({ encryptedToken: ctx.secrets.encrypt('ghp_token', tokenOf(repository)) })
  ctx.db.$client.close()
  return settings
}

const keyOf = (settings: Settings) => join(settings.DATA_DIR ?? '', 'secret.key')

describe('a lost secret.key', () => {
  test.each([
    ['is gone', (path: string) => rmSync(path)],
    ['is empty', (path: string) => writeFileSync(path, '')],
  ])('that %s is not replaced: the server and commands that need it say what to do', async (_, lose) => {
    const settings = await installation()
    lose(keyOf(settings))
    const left = existsSync(keyOf(settings))
    const refusal = {
      exitCode: 1,
      stdout: '',
      stderr: `herald: The secret key is missing: SECRET_KEY is not set, and there is no ${keyOf(settings)}. Restore it, or run "herald secrets reset" to delete the tokens and webhook secrets that it encrypted.\n`,
    }
    expect(await run(['serve'], settings)).toEqual(refusal)
    expect(await command(webhookSecret, settings)).toEqual(refusal)
    expect(await command([...webhookSecret, '--regenerate'], settings)).toEqual(refusal)
    expect(existsSync(keyOf(settings))).toBe(left)
  })

  test('does not affect a command that needs no secret', async () => {
    const settings = await installation()
    rmSync(keyOf(settings))
    expect((await command(['key', 'create', '--org', 'acme', '--name', 'x'], settings)).exitCode).toBe(0)
    expect(existsSync(keyOf(settings))).toBe(false)
  })

  test('is replaced by secrets reset, which lists the secrets to enter again', async () => {
    const settings = await installation()
    rmSync(keyOf(settings))
    expect(await command(['secrets', 'reset'], settings)).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `Deleted these secrets, because the secret key cannot decrypt them:
  acme  acme/app  token, webhook secret

Enter them again, and each webhook secret also in the settings of its repository:
  herald init --org acme --repo acme/app --token-file FILE
  herald webhook secret --org acme --repo acme/app

Restart a running server: it still uses the old key.
`,
    })
    expect(statSync(keyOf(settings)).mode & 0o777).toBe(0o600)
    const server = await start(settings)
    expect(await server.terminate()).toBe(0)
    expect((await command(webhookSecret, settings)).stdout).toMatch(/Secret: +[0-9a-f]{64}\n/)
  })
})

describe('secrets reset', () => {
  test('deletes no readable secret', async () => {
    const settings = await installation()
    const before = (await command(webhookSecret, settings)).stdout
    expect(await command(['secrets', 'reset'], settings)).toEqual({
      exitCode: 0,
      stdout: 'All stored secrets can be decrypted. Nothing was deleted.\n',
      stderr: '',
    })
    expect((await command(webhookSecret, settings)).stdout).toBe(before)
  })

  test('deletes only secrets that were stored under another key', async () => {
    const settings = await installation()
    const ctx = createContext(readConfig(settings))
    const { secrets } = createContext(readConfig({ ...settings, SECRET_KEY: long }))
    const [repository] = await ctx.db.select().from(integrations)
    if (!repository) throw new Error('There is no repository.')
    await ctx.db
      .update(integrations)
      .set({ encryptedToken: secrets.encrypt('ghp_other', tokenOf(repository)) })
    const { stdout } = await command(['secrets', 'reset'], settings)
    expect(stdout).toContain('\n  acme  acme/app  token\n')
    const [row] = await ctx.db.select().from(integrations)
    expect([
      row?.encryptedToken,
      ctx.secrets.decrypt(row?.encryptedWebhookSecret ?? '', webhookSecretOf(repository)),
    ]).toEqual([null, long.repeat(2)])
    ctx.db.$client.close()
  })
})

test('a secret.key that others could read becomes private', async () => {
  const settings = await installation()
  chmodSync(keyOf(settings), 0o644)
  const server = await start(settings)
  expect(await server.terminate()).toBe(0)
  expect(statSync(keyOf(settings)).mode & 0o777).toBe(0o600)
})

describe('a SECRET_KEY of fewer than 32 characters', () => {
  test('is refused for a new database', async () => {
    const settings = { DATA_DIR: temporaryFolder(), SECRET_KEY: 'a'.repeat(31) }
    expect(await run(['serve'], settings)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'herald: SECRET_KEY must have at least 32 characters. "openssl rand -hex 32" creates one: set it and start Herald again. No stored secret uses the current one.\n',
    })
  })

  test('is refused by a migration of a new database', async () => {
    const settings = { DATA_DIR: temporaryFolder(), SECRET_KEY: 'a'.repeat(31) }
    const { exitCode, stderr } = await command(['migrate'], settings)
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('herald: SECRET_KEY must have at least 32 characters.'),
    ])
  })

  test('causes a warning after a migration if secrets are stored under it', async () => {
    const { exitCode, stderr } = await command(['migrate'], await installation('short'))
    expect([exitCode, stderr]).toEqual([
      0,
      expect.stringContaining('SECRET_KEY has fewer than 32 characters'),
    ])
  })

  test('causes a warning if secrets are stored under it, and is still used', async () => {
    const server = await start(await installation('short'))
    await server.hasPrinted('SECRET_KEY has fewer than 32 characters')
    expect(await server.terminate()).toBe(0)
  })

  test('causes no warning from 32 characters on', async () => {
    const settings = await installation(long)
    const server = await start(settings)
    expect(await server.terminate()).toBe(0)
    expect(server.output()).toBe('')
    expect(existsSync(keyOf(settings))).toBe(false)
  })
})

test('two processes that start an installation together agree on one key', () => {
  const config = readConfig({ DATA_DIR: temporaryFolder() })
  createSecretKey(config)
  const first = readFileSync(join(config.dataDir, 'secret.key'), 'utf8')
  createSecretKey(config)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(readFileSync(join(config.dataDir, 'secret.key'), 'utf8')).toBe(first)
})
