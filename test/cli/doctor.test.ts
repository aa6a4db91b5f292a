import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chmodSync, copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { doctorOn } from '../../src/cli/doctor.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import type { Finding, Machine } from '../../src/doctor/finding.ts'
import { command } from '../support/command.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'

afterAll(cleanUp)

const now = new Date('2026-11-27T12:00:00Z')
const day = 24 * 60 * 60 * 1000
const ago = (days: number) => now.getTime() - days * day
const ext4 = 0xef53

/** An installation with an organization and a repository that delivered an hour ago. */
let installed: string
beforeAll(async () => {
  installed = temporaryFolder()
  await command(['migrate'], { DATA_DIR: installed, SECRET_KEY: 'test' })
  writeFileSync(join(installed, 'secret.key'), 'test', { mode: 0o600 })
  using database = new Database(join(installed, 'herald.db'))
  database.run("insert into organizations (id, slug, name, created_at) values ('o', 'acme', 'Acme', 1)")
  database.run(
    `insert into integrations (id, organization_id, provider, display_name, owner, repo, url, created_at, updated_at)
     values ('i', 'o', 'github', 'acme/app', 'acme', 'app', 'u', 1, 1)`,
  )
  database.run(
    `insert into webhook_logs (id, organization_id, integration_id, reference_id, title, status, status_code, verified, created_at)
     values ('', 'o', 'i', 'd', 't', 'success', 200, 1, ${ago(0.05)})`,
  )
  database.run('pragma wal_checkpoint(truncate)')
})

let folder: string
/** The newest backup of the installation. */
let backup: string
let settings: Settings
let machine: Machine
/** What the addresses answer that the doctor asks. */
let answers: Record<string, Response | null>
beforeEach(() => {
  folder = temporaryFolder()
  for (const file of ['herald.db', 'secret.key']) copyFileSync(join(installed, file), join(folder, file))
  for (const file of ['herald.db', 'secret.key']) chmodSync(join(folder, file), 0o600)
  chmodSync(folder, 0o700)
  backup = join(folder, 'b.db')
  writeFileSync(backup, '')
  writeFileSync(
    join(folder, 'backups.json'),
    JSON.stringify({
      backup: { at: new Date(ago(0.5)).toISOString(), target: backup, bytes: 1, milliseconds: 1 },
      failure: null,
      check: { at: new Date(ago(9)).toISOString(), target: backup },
    }),
  )
  settings = {
    DATA_DIR: folder,
    BASE_URL: 'https://api.example.com',
    APP_URL: 'https://herald.example.com',
  }
  answers = {
    'http://127.0.0.1:3000/readyz': Response.json({ status: 'ready' }),
    'https://api.example.com/healthz': Response.json({ status: 'ok' }),
    'https://herald.example.com/healthz': Response.json({ status: 'ok' }),
    'https://api.github.com/rate_limit': Response.json({}, { headers: { date: now.toUTCString() } }),
  }
  machine = {
    now: () => now,
    uid: process.getuid?.() ?? null,
    isContainer: false,
    statDisk: () => ({ free: 1e12, type: ext4 }),
    async fetch(url) {
      const answer = answers[url]
      if (!answer) throw new Error('refused')
      return answer.clone() as Response
    },
  }
})

async function examine(options: string[] = []) {
  let stdout = ''
  let stderr = ''
  const nouns = { doctor: async () => ({ commands: [doctorOn(machine)] }) }
  const exitCode = await runCommandLine(nouns, ['doctor', ...options], {
    env: settings,
    print: (text) => {
      stdout += `${text}\n`
    },
    warn: (text) => {
      stderr += `${text}\n`
    },
    write() {},
    read: async () => '',
  })
  return { exitCode, stdout, stderr }
}

const change = (statement: string) => {
  const database = new Database(join(folder, 'herald.db'))
  database.run('pragma foreign_keys = off')
  database.run(statement)
  database.close()
}
const record = (changes: object) => {
  const path = join(folder, 'backups.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...changes }))
}

type Fault = [name: string, expected: Pick<Finding, 'check' | 'state' | 'fix'>, plant: () => void]

const faults: Fault[] = [
  [
    'a misspelled variable',
    {
      check: 'configuration',
      state: 'yellow',
      fix: 'Correct the name, or remove it; docs/configuration.md lists all variables.',
    },
    () => void Object.assign(settings, { TRUST_PROXYS: '1' }),
  ],
  [
    'a catalog of engines that is not there',
    { check: 'answer engines', state: 'red', fix: 'Correct ENGINES_FILE, then: herald engines list' },
    () => void Object.assign(settings, { ENGINES_FILE: '/nowhere.json' }),
  ],
  [
    'a disk that is nearly full',
    {
      check: 'disk',
      state: 'red',
      fix: 'Free space on this disk, or shorten the retention: herald org limits --org S --log-retention 7',
    },
    () => void Object.assign(machine, { statDisk: () => ({ free: 1000, type: ext4 }) }),
  ],
  [
    'a database on NFS',
    { check: 'file system', state: 'red', fix: 'Move DATA_DIR to a disk of this machine.' },
    () => void Object.assign(machine, { statDisk: () => ({ free: 1e12, type: 0x6969 }) }),
  ],
  [
    'a key that other users can read',
    { check: 'permissions', state: 'yellow', fix: 'herald doctor --fix' },
    () => chmodSync(join(folder, 'secret.key'), 0o644),
  ],
  [
    'a large write-ahead log',
    { check: 'write-ahead log', state: 'yellow', fix: 'herald doctor --fix' },
    () => {
      writeFileSync(join(folder, 'herald.db-wal'), '', { mode: 0o600 })
      truncateSync(join(folder, 'herald.db-wal'), 300 * 1024 * 1024)
    },
  ],
  [
    'another secret key',
    {
      check: 'secret key',
      state: 'red',
      fix: 'Restore that key, or delete the secrets: herald secrets reset',
    },
    () => {
      change("update integrations set encrypted_token = 'v2:AAAA'")
    },
  ],
  [
    'no backup for eight days',
    { check: 'backup', state: 'red', fix: 'herald backup DIR --keep 7d,4w,12m, every night' },
    () => record({ backup: { at: new Date(ago(8)).toISOString(), target: '/b.db' } }),
  ],
  [
    'a newest backup that was deleted by hand',
    { check: 'backup', state: 'yellow', fix: 'herald backup DIR --keep 7d,4w,12m, every night' },
    () => rmSync(backup),
  ],
  [
    'a backup that failed',
    { check: 'backup', state: 'red', fix: 'herald backup DIR --keep 7d,4w,12m, every night' },
    () => record({ failure: { at: new Date(ago(0.1)).toISOString(), error: 'The disk is full.' } }),
  ],
  [
    'backups that nobody checked',
    { check: 'backup check', state: 'yellow', fix: 'herald backup check FILE, every month' },
    () => record({ check: null }),
  ],
  [
    'a job that failed permanently',
    {
      check: 'failed jobs',
      state: 'yellow',
      fix: 'Read the reasons in the log: lines with "failed permanently"',
    },
    () =>
      change(
        `insert into jobs (name, payload, state, finished_at, run_at, created_at) values ('posts.write', '{}', 'dead', ${ago(1)}, 1, 1)`,
      ),
  ],
  [
    'a job without its process',
    { check: 'leases', state: 'red', fix: 'herald serve' },
    () =>
      change(
        `insert into jobs (name, payload, state, lease_owner, lease_until, run_at, created_at) values ('x', '{}', 'running', 'p', ${ago(1)}, 1, 1)`,
      ),
  ],
  [
    'a recurring task that is overdue',
    { check: 'recurring tasks', state: 'red', fix: 'herald serve' },
    () =>
      change(
        `insert into recurring (key, pattern, job, payload, next_at) values ('k', '* * * * *', 'x', '{}', ${ago(1)})`,
      ),
  ],
  [
    'a repository that sends nothing',
    {
      check: 'webhooks',
      state: 'yellow',
      fix: 'Compare the webhook on GitHub with: herald webhook secret --org acme --repo acme/app',
    },
    () => change(`update webhook_logs set created_at = ${ago(8)}`),
  ],
  [
    'a token that may not request deliveries again',
    { check: 'redelivery', state: 'yellow', fix: 'Replace the token on the page of the repository' },
    () => change(`update integrations set catch_up = '{"redelivery":{"barrier":"refused"}}'`),
  ],
  [
    'an API key that expires soon',
    {
      check: 'API keys',
      state: 'yellow',
      fix: 'herald key create --org acme --name N, then replace the old key',
    },
    () =>
      change(
        `insert into api_keys (id, organization_id, name, start, hash, scopes, created_at, expires_at) values ('k', 'o', 'CI', 's', 'h', '[]', 1, ${ago(-3)})`,
      ),
  ],
  [
    'a clock that is a day ahead',
    {
      check: 'clock of the code host',
      state: 'red',
      fix: 'Synchronize the clock: timedatectl set-ntp true',
    },
    () => {
      answers['https://api.github.com/rate_limit'] = Response.json(
        {},
        { headers: { date: new Date(ago(1)).toUTCString() } },
      )
    },
  ],
  [
    'a BASE_URL that leads elsewhere',
    { check: 'BASE_URL', state: 'yellow', fix: 'Correct BASE_URL, DNS or the proxy' },
    () => {
      answers['https://api.example.com/healthz'] = new Response('Welcome to nginx!')
    },
  ],
  [
    'a proxy that TRUST_PROXY does not count',
    { check: 'server', state: 'yellow', fix: 'Set TRUST_PROXY=1 and restart' },
    () => {
      answers['http://127.0.0.1:3000/readyz'] = Response.json({ status: 'ready', warnings: ['A proxy.'] })
    },
  ],
  [
    'files of another user',
    {
      check: 'permissions',
      state: 'red',
      fix: expect.stringMatching(/^Run this command as the user of the server, or: chown -R 4711 /),
    },
    () => void Object.assign(machine, { uid: 4711 }),
  ],
]

describe('herald doctor', () => {
  test('finds nothing in a healthy installation', async () => {
    // The access of an app, which it renews.
    change(
      `insert into api_keys (id, organization_id, name, start, hash, scopes, created_at, expires_at, client_id) values ('app', 'o', 'Editor', 's', 'app', '[]', 1, ${ago(-3)}, 'c')`,
    )
    const { exitCode, stdout, stderr } = await examine()
    expect([exitCode, stderr]).toEqual([0, ''])
    const lines = stdout.trim().split('\n')
    expect(lines.length).toBeGreaterThan(18)
    expect(lines.filter((line) => !line.startsWith('green  '))).toEqual([])
  })

  test('looks for the newest backup in its bucket too', async () => {
    const store = startS3()
    Object.assign(settings, store.settings)
    const at = new Date(ago(0.5)).toISOString()
    record({ backup: { at, target: 's3://bucket/nightly/b.db', bytes: 1, milliseconds: 1 } })
    const find = async () => {
      const findings: Finding[] = JSON.parse((await examine(['--json'])).stdout)
      return findings.find(({ check }) => check === 'backup')
    }
    store.objects.set('nightly/b.db', new Uint8Array(1))
    expect(await find()).toMatchObject({ state: 'green' })
    store.objects.clear()
    expect(await find()).toMatchObject({
      state: 'yellow',
      text: 'The last backup is no longer at s3://bucket/nightly/b.db.',
    })
    store.failWith(() => store.fault(403, 'AccessDenied'))
    expect(await find()).toMatchObject({
      state: 'yellow',
      text: expect.stringMatching(/^The last backup was not found\. Reading .* failed: /),
    })
    await store.stop()
  })

  test('claims no deliveries of an installation without a repository', async () => {
    change('delete from integrations')
    const { stdout } = await examine(['--json'])
    const findings: Finding[] = JSON.parse(stdout)
    expect(findings.find(({ check }) => check === 'webhooks')).toMatchObject({
      state: 'green',
      text: 'No repository uses a webhook.',
    })
  })

  test.each(faults)('names %s and what fixes it, and nothing else', async (_, expected, plant) => {
    plant()
    const { exitCode, stdout, stderr } = await examine(['--json'])
    const findings = JSON.parse(stdout) as Finding[]
    expect(findings.filter(({ state }) => state !== 'green')).toEqual([
      { text: expect.stringMatching(/\.$/), ...expected },
    ])
    const isRed = expected.state === 'red'
    expect([exitCode, stderr]).toEqual(
      isRed ? [1, `herald: 1 of ${findings.length} checks failed.\n`] : [0, ''],
    )
  })

  test('names a damaged database, and rows without the row that they refer to', async () => {
    change("update integrations set organization_id = 'gone'")
    expect((await examine()).stdout).toContain(
      'The database is damaged: a row of integrations refers to a missing row of organizations. Fix: herald restore FILE, with your newest good backup\n',
    )
    const path = join(folder, 'herald.db')
    const bytes = readFileSync(path)
    writeFileSync(path, bytes.fill(7, 100, bytes.length / 2))
    const { exitCode, stdout } = await examine()
    expect(exitCode).toBe(1)
    expect(stdout).toContain('red     database                The database is damaged: ')
  })

  test('names pending and unknown migrations, and invalid configuration', async () => {
    change('delete from migrations where name = (select max(name) from migrations)')
    expect((await examine()).stdout).toContain('Fix: herald upgrade --check, then herald migrate\n')
    change("insert into migrations (name, applied_at) values ('9999_tomorrow', 1)")
    const unknown = await examine()
    expect([unknown.exitCode, unknown.stdout]).toEqual([
      1,
      expect.stringContaining('Fix: herald rollback, or start that version\n'),
    ])
    settings.PORT = 'many'
    expect((await examine()).stdout).toBe(
      'red     configuration           PORT must be a number from 0 to 65535, not "many". Fix: Correct this variable, then run herald doctor again\n',
    )
  })

  test('names a container without a volume, and a missing database', async () => {
    Object.assign(machine, { isContainer: true, statDisk: () => ({ free: 1e12, type: 0x794c7630 }) })
    expect((await examine()).stdout).toContain(`Fix: Mount a volume: docker run -v herald:${folder}\n`)
    settings.DATA_DIR = join(folder, 'nowhere')
    expect((await examine()).stdout).toContain('Fix: Set DATA_DIR, or start a new one: herald serve\n')
  })

  test('fixes permissions and the write-ahead log with --fix, and changes nothing without', async () => {
    const key = join(folder, 'secret.key')
    const log = join(folder, 'herald.db-wal')
    chmodSync(key, 0o644)
    // The last connection that closes would empty the log by itself.
    using server = new Database(join(folder, 'herald.db'))
    server.run('pragma journal_mode = wal')
    server.query('select 1 from organizations').get()
    chmodSync(log, 0o600)
    truncateSync(log, 300 * 1024 * 1024)
    await examine()
    expect((statSync(key).mode & 0o777).toString(8)).toBe('644')
    const { exitCode, stdout, stderr } = await examine(['--fix'])
    expect([exitCode, stderr]).toEqual([
      0,
      `Changed the mode of ${key}.\nEmptied the write-ahead log of ${join(folder, 'herald.db')}.\n`,
    ])
    expect([stdout.includes('yellow'), statSync(log).size]).toEqual([false, 0])
    expect((statSync(key).mode & 0o777).toString(8)).toBe('600')
  })
})
