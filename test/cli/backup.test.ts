import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileSource, writeBackup } from '../../src/backup/write.ts'
import { claimDatabase } from '../../src/db/processes.ts'
import { createRandom } from '../chaos/random.ts'
import { command } from '../support/command.ts'
import { cleanUp, run, type Settings, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

/** A database of an early version, with a stored secret that the key `test` encrypted. */
const older = Bun.gunzipSync(readFileSync(join(import.meta.dir, '../support/landing-1.db.gz')))
/** A process that cannot exist: above the largest process id of Linux. */
const deadProcess = 4_194_305

/** Runs a command that must succeed in this process, and returns its output. */
async function succeed(args: string[], settings: Settings): Promise<string> {
  const { exitCode, stdout, stderr } = await command(args, settings)
  if (exitCode !== 0) throw new Error(stderr)
  return stdout.trim()
}

let home: string
let settings: { DATA_DIR: string }
let saved: string
let printed: Record<string, unknown>
beforeAll(async () => {
  home = temporaryFolder()
  settings = { DATA_DIR: join(home, 'data') }
  mkdirSync(settings.DATA_DIR)
  writeFileSync(join(settings.DATA_DIR, 'herald.db'), older)
  writeFileSync(join(settings.DATA_DIR, 'secret.key'), 'test', { mode: 0o600 })
  await succeed(['migrate'], settings)
  saved = join(home, 'saved.db')
  writeFileSync(`${saved}.partial-${deadProcess}`, 'left by a killed run')
  printed = JSON.parse(await succeed(['backup', saved, '--json'], settings))
})

const read = (path: string, query: string) => {
  using database = new Database(path, { readonly: true })
  return database.query(query).values()
}
const slugs = (folder: string) =>
  read(join(folder, 'herald.db'), 'select slug from organizations order by slug').flat()

const failWith = (code: string) => {
  throw Object.assign(new Error('It failed.'), { code })
}

describe('herald backup', () => {
  test('writes a private, complete database with a manifest, and nothing else', () => {
    expect((statSync(saved).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(home).sort()).toEqual(['data', 'saved.db'])
    const from = join(settings.DATA_DIR, 'herald.db')
    for (const table of ['organizations', 'integrations', 'migrations'])
      expect(read(saved, `select * from ${table}`)).toEqual(read(from, `select * from ${table}`))
    expect(printed).toMatchObject({ file: saved, bytes: statSync(saved).size, key: 'included', removed: [] })
    expect(
      read(saved, "select value from backup_manifest where name in ('format', 'secret_key') order by name"),
    ).toEqual([['1'], ['test']])
  })

  test('leaves the secret key out with --no-key, and out if it comes from SECRET_KEY', async () => {
    const without = join(home, 'without.db')
    const [from, env] = [join(home, 'data'), { DATA_DIR: settings.DATA_DIR, SECRET_KEY: 'test' }]
    expect(from).toBe(settings.DATA_DIR)
    for (const [options, variables] of [
      [['--no-key'], settings],
      [[], env],
    ] as const) {
      await succeed(['backup', without, ...options], variables)
      expect(read(without, "select count(*) from backup_manifest where name = 'secret_key'")).toEqual([[0]])
      expect(await command(['backup', 'check', without], settings)).toMatchObject({ exitCode: 0, stderr: '' })
    }
    rmSync(without)
  })

  test('names files in a folder by their time, and --keep deletes only older backups', async () => {
    const folder = join(home, 'nightly')
    mkdirSync(folder)
    copyFileSync(saved, join(folder, 'herald-2020-01-01T00-00-00Z.db'))
    copyFileSync(saved, join(folder, 'mine.db'))
    writeFileSync(join(folder, 'herald-2020-01-02T00-00-00Z.db'), 'not a backup')
    const { file, removed } = JSON.parse(
      await succeed(['backup', folder, '--keep', '1d', '--json'], settings),
    )
    expect(removed).toEqual(['herald-2020-01-01T00-00-00Z.db'])
    expect(readdirSync(folder).map((name) => join(folder, name))).toContain(file)
    expect(readdirSync(folder)).toHaveLength(3)
    const listed = JSON.parse((await command(['backup', 'list', folder, '--json'])).stdout)
    expect(listed.map((each: { file: string }) => each.file)).toEqual([file, join(folder, 'mine.db')])
  })

  test('replaces no file that is not a backup', async () => {
    const other = join(home, 'other.txt')
    writeFileSync(other, 'mine')
    for (const target of [other, join(settings.DATA_DIR, 'herald.db')]) {
      const before = readFileSync(target)
      expect(await run(['backup', target], settings)).toMatchObject({
        exitCode: 1,
        stderr: `herald: ${target} exists and is not a backup of Herald. Choose another name.\n`,
      })
      expect(readFileSync(target)).toEqual(before)
    }
    rmSync(other)
  })

  test('creates no local folder for an address that is not one of a bucket', async () => {
    for (const [target, shown] of [
      ['S3://bucket/', 'S3://'],
      ['s3:/bucket/', 's3:/'],
      ['https://user:password@store.test/bucket/', 'https://'],
    ] as const)
      expect(await command(['backup', target], settings)).toMatchObject({
        exitCode: 2,
        stderr: `herald: A backup needs a file, a folder or s3://BUCKET/PREFIX, not ${shown}.\n`,
      })
  })

  test('refuses a missing folder, --keep without a folder, and a wrong --keep', async () => {
    expect((await command(['backup', '/nowhere/a.db'], settings)).stderr).toBe(
      'herald: There is no folder /nowhere.\n',
    )
    expect(await command(['backup', saved, '--keep', '7d'], settings)).toMatchObject({
      exitCode: 2,
      stderr: 'herald: --keep requires a folder: end the path with a slash.\n',
    })
    expect((await command(['backup', home, '--keep', 'all'], settings)).stderr).toBe(
      'herald: --keep must be numbers of days, weeks and months such as 7d,4w,12m, not "all".\n',
    )
  })

  test.each<[string, (to: string) => unknown]>([
    ['its folder does not exist', (to) => rmSync(dirname(to), { recursive: true })],
    ['the disk is full', () => failWith('ENOSPC')],
    ['its disk is read-only', () => failWith('EROFS')],
    ['this user may not write there', () => failWith('EACCES')],
  ])('says that %s, and leaves nothing', async (reason, act) => {
    const folder = mkdtempSync(join(home, 'target-'))
    const to = join(folder, 'saved.db')
    const source = fileSource(join(settings.DATA_DIR, 'herald.db'))
    const copy = async (path: string) => {
      await source.copy(path)
      act(path)
    }
    const rest = { key: null, includesKey: false, isCompressed: false, passphrase: null, at: new Date() }
    await expect(writeBackup({ from: { ...source, copy }, to, ...rest })).rejects.toThrow(
      `The backup could not be written to ${to}: ${reason}.`,
    )
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
    rmSync(folder, { recursive: true, force: true })
  })

  test('herald rollback refuses the database of a server, which has no snapshots', async () => {
    const remote = { DATA_DIR: join(home, 'unused'), DATABASE_URL: 'http://db.example' }
    expect(await command(['rollback'], remote)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `herald: "herald rollback" works on a database file, but DATABASE_URL names the server db.example. Restore a backup: herald restore FILE.\n`,
    })
  })
})

describe('herald backup check', () => {
  test('accepts a good backup, also with --full, and leaves it unchanged', async () => {
    const before = readFileSync(saved)
    const { exitCode, stdout, stderr } = await command(['backup', 'check', saved, '--full'])
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toStartWith('The backup is good: ')
    expect(readFileSync(saved).equals(before)).toBe(true)
    expect(readdirSync(home).filter((name) => name.startsWith('saved'))).toEqual(['saved.db'])
  })

  test('refuses a backup with one flipped bit or cut at any place', async () => {
    const random = createRandom(28)
    const bytes = readFileSync(saved)
    const broken = join(home, 'broken.db')
    for (let round = 0; round < 40; round++) {
      const at = Math.floor(random.between(0, bytes.length))
      writeFileSync(broken, bytes)
      if (round % 4 === 0) truncateSync(broken, at)
      else {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ (1 << (round % 8))
        writeFileSync(broken, flipped)
      }
      const { exitCode, stdout } = await command(['backup', 'check', broken])
      expect([at, exitCode, stdout]).toEqual([at, 1, ''])
    }
    rmSync(broken)
  })

  test('refuses a missing file, and a file that is no backup', async () => {
    expect((await command(['backup', 'check', '/nowhere.db'])).stderr).toBe(
      'herald: The backup cannot be read: there is no file /nowhere.db.\n',
    )
    const live = join(settings.DATA_DIR, 'herald.db')
    expect((await command(['backup', 'check', live])).stderr).toBe(
      `herald: ${live} is not a complete backup that "herald backup" wrote. Choose another file.\n`,
    )
  })
})

describe('herald restore', () => {
  let target: string
  beforeEach(() => {
    target = join(temporaryFolder(), 'data')
  })

  test('restores rows, key and stored secrets in a new folder', async () => {
    const { exitCode, stderr } = await command(['restore', saved, '--yes'], { DATA_DIR: target })
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(readFileSync(join(target, 'secret.key'), 'utf8')).toBe('test')
    expect(slugs(target)).toEqual(slugs(settings.DATA_DIR))
    expect(
      read(join(target, 'herald.db'), "select name from sqlite_schema where name = 'backup_manifest'"),
    ).toEqual([])
    expect(await command(['secrets', 'reset'], { DATA_DIR: target })).toMatchObject({
      stdout: 'All stored secrets can be decrypted. Nothing was deleted.\n',
    })
  })

  test('creates a private DATA_DIR for the key, also if the database is elsewhere', async () => {
    const elsewhere = join(temporaryFolder(), 'elsewhere')
    const variables = { DATA_DIR: target, DATABASE_URL: `file:${join(elsewhere, 'herald.db')}` }
    expect((await command(['restore', saved, '--yes'], variables)).stderr).toBe('')
    expect(readdirSync(target)).toEqual(['secret.key'])
    for (const folder of [target, elsewhere]) expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
    expect(slugs(elsewhere)).toEqual(slugs(settings.DATA_DIR))
  })

  test('saves the current database, returns running jobs to the queue, and ends sessions on request', async () => {
    await command(['restore', saved, '--yes'], { DATA_DIR: target })
    const path = join(target, 'herald.db')
    const database = new Database(path)
    database.run("insert into users (id, email, name, created_at) values ('u', 'a@acme.test', 'A', 1)")
    database.run("insert into sessions values ('h', 'u', 1, 2)")
    database.run(
      "insert into jobs (name, payload, state, lease_owner, lease_until, run_at, created_at) values ('x', '{}', 'running', 'p', 9, 1, 1)",
    )
    database.close()
    const busy = join(target, '../busy.db')
    await succeed(['backup', busy], { DATA_DIR: target })
    await command(['org', 'create', '--slug', 'later', '--name', 'Later'], { DATA_DIR: target })
    expect((await command(['restore', busy, '--yes', '--end-sessions'], { DATA_DIR: target })).stderr).toBe(
      '',
    )
    expect(slugs(target)).not.toContain('later')
    expect(read(path, "select state, lease_owner, lease_until from jobs where name = 'x'")).toEqual([
      ['ready', null, null],
    ])
    expect(read(path, 'select * from sessions')).toEqual([])

    const [snapshot = ''] = readdirSync(join(target, 'snapshots'))
    expect(snapshot).toMatch(/^before-restore-.*Z\.db$/)
    const back = await command(['restore', join(target, 'snapshots', snapshot), '--yes', '--no-snapshot'], {
      DATA_DIR: target,
    })
    expect([back.exitCode, back.stderr]).toEqual([0, ''])
    expect(slugs(target)).toContain('later')
    expect(readdirSync(join(target, 'snapshots'))).toEqual([snapshot])
  })

  test('does not send again what may have been sent since the backup, and says so', async () => {
    await command(['restore', saved, '--yes'], { DATA_DIR: target })
    const path = join(target, 'herald.db')
    const database = new Database(path)
    database.run(
      "insert into posts (id, organization_id, title, content, content_type, slug, status, created_at, updated_at) \
      select 'p' || value, (select id from organizations limit 1), 'T', 'C', 'changelog', 'p' || value, 'published', 1, 1 from json_each('[1,2,3,4]')",
    )
    database.run(
      "insert into subscribers (id, organization_id, email, token, status, frequency, asked_at, asked_from, wording) \
      select 's', id, 'a@acme.test', 't', 'active', 'post', 1, 'ip', 1 from organizations limit 1",
    )
    const mail = database.query(
      "insert into subscriber_mails (subscriber_id, post_id, status, next_at, created_at, updated_at) values ('s', ?, ?, ?, 1, 1)",
    )
    const later = Date.now() + 3_600_000
    mail.run('p1', 'queued', 1)
    mail.run('p2', 'sending', 1)
    mail.run('p3', 'queued', later)
    mail.run('p4', 'held', 1)
    const delivery = database.query(
      "insert into post_deliveries (id, organization_id, post_id, target, status, attempt, requested_by, requested_at, created_at, updated_at) \
      values (?, (select id from organizations limit 1), ?, ?, 'queued', 1, 'u', 1, 1, 1)",
    )
    delivery.run('d1', 'p1', 'message:1')
    delivery.run('d2', 'p1', 'github-release:1')
    const job = database.query(
      'insert into jobs (name, payload, key, state, run_at, created_at) values (?, ?, ?, ?, ?, 1)',
    )
    job.run('mail.letter', '{}', 'due', 'ready', 1)
    job.run('mail.letter', '{}', 'interrupted', 'running', 1)
    job.run('mail.letter', '{}', 'later', 'ready', later)
    job.run('notifications.send', '{}', null, 'ready', 1)
    job.run('posts.published', '{"postId":"p1"}', 'post-published:p1', 'ready', 1)
    job.run('posts.publish', '{"postId":"p2"}', 'publish:p2', 'ready', 1)
    job.run('posts.publish', '{"postId":"p3"}', 'publish:p3', 'ready', later)
    job.run('generation.write', '{}', 'write', 'ready', 1)
    database.run("insert into users (id, email, name, created_at) values ('u', 'ada@acme.test', 'Ada', 1)")
    database.run(
      "insert into notification_rules (id, organization_id, user_id, kinds, reported_until, quiet_until) \
      select 'r', id, 'u', '[\"digest\"]', 1, 1 from organizations limit 1",
    )
    database.close()
    const busy = join(target, '../mails.db')
    await succeed(['backup', busy], { DATA_DIR: target })
    const mails = () => read(path, 'select post_id, status from subscriber_mails order by 1')
    const restored = await command(['restore', busy, '--yes'], { DATA_DIR: target })
    expect(restored.stdout).toContain(
      '8 due messages will not be sent: the replaced database may have sent them.',
    )
    const due = [
      ['p1', 'unknown'],
      ['p2', 'unknown'],
      ['p3', 'queued'],
    ]
    expect(mails()).toEqual([...due, ['p4', 'held']])
    expect(read(path, 'select id, status from post_deliveries order by 1')).toEqual([
      ['d1', 'unknown'],
      ['d2', 'queued'],
    ])
    expect(
      read(path, "select name, key, state from jobs where created_at = 1 or key like 'post%' order by id"),
    ).toEqual([
      ['mail.letter', 'due', 'dead'],
      ['mail.letter', 'interrupted', 'dead'],
      ['mail.letter', 'later', 'ready'],
      ['notifications.send', null, 'dead'],
      ['posts.published', 'post-published:p1', 'dead'],
      ['posts.publish', 'publish:p2', 'ready'],
      ['posts.publish', 'publish:p3', 'ready'],
      ['generation.write', 'write', 'ready'],
      // Its key prevents the announcement that the publication of p2 would queue.
      ['posts.published', 'post-published:p2', 'dead'],
    ])
    expect(
      read(
        path,
        'select reported_until >= 1750000000000, digested_until = reported_until from notification_rules',
      ),
    ).toEqual([[1, 1]])

    const weekly = new Database(busy)
    weekly.run(
      "insert into recurring (key, job, payload, pattern, next_at) values ('subscribers:digest', 'subscribers.digest', '{}', '0 8 * * 1', 1)",
    )
    weekly.run('drop table backup_manifest')
    weekly.close()
    await command(['backup', join(target, '../weekly.db')], {
      DATA_DIR: target,
      DATABASE_URL: `file:${busy}`,
    })
    await command(['restore', join(target, '../weekly.db'), '--yes'], { DATA_DIR: target })
    expect(mails()).toEqual([...due, ['p4', 'unknown']])
  })

  test('refuses a damaged backup and a wrong key before it writes anything', async () => {
    mkdirSync(target)
    writeFileSync(join(target, 'secret.key'), 'another key')
    expect((await command(['restore', saved, '--yes'], { DATA_DIR: target })).stderr).toBe(
      'herald: secret.key in DATA_DIR is not the key of this backup. Move that file away: the backup contains its own key.\n',
    )
    const wrong = { DATA_DIR: target, SECRET_KEY: 'yet another key' }
    expect((await command(['restore', saved, '--yes'], wrong)).stderr).toBe(
      'herald: SECRET_KEY is not the key of this backup. Set the key that was in use when the backup was written.\n',
    )
    const cut = join(target, '../cut.db')
    copyFileSync(saved, cut)
    truncateSync(cut, statSync(cut).size / 2)
    expect((await command(['restore', cut, '--yes'], { DATA_DIR: target })).exitCode).toBe(1)
    expect(readdirSync(target)).toEqual(['secret.key'])
  })

  test('asks before it writes, and changes nothing with --verify-only', async () => {
    expect(await command(['restore', saved], { DATA_DIR: target })).toMatchObject({
      exitCode: 2,
      stderr: 'herald: restore: --yes is required without a terminal.\n',
    })
    expect((await command(['restore', saved, '--verify-only'], { DATA_DIR: target })).stdout).toEndWith(
      'is intact, and its secret key matches.\n',
    )
    expect(existsSync(target)).toBe(false)
    const no = await command(['restore', saved], { DATA_DIR: target }, { ask: async () => 'no' })
    expect(no.stderr).toBe('herald: Nothing was changed.\n')
    expect(existsSync(join(target, 'herald.db'))).toBe(false)
  })

  test('refuses to write while a server uses the database', async () => {
    mkdirSync(target)
    const server = await claimDatabase(`file:${join(target, 'herald.db')}`, async () => false)
    server.share()
    const { exitCode, stderr } = await command(['restore', saved, '--yes'], { DATA_DIR: target })
    server.leave()
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(
      /^herald: The database is used by process \d+ on .*\. Stop that process, then run the command again\.\n$/,
    )
    expect(existsSync(join(target, 'herald.db'))).toBe(false)
  })
})
