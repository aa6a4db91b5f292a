import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupTask, createBackupJob } from '../../src/backup/job.ts'
import { nameAt } from '../../src/backup/name.ts'
import { readRecord } from '../../src/backup/record.ts'
import { openBucket } from '../../src/backup/s3.ts'
import { readConfig } from '../../src/config.ts'
import { ExplainedError } from '../../src/errors.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { command } from '../support/command.ts'
import { testContext } from '../support/context.ts'
import { recordLog } from '../support/log.ts'
import { cleanUp, type Settings, temporaryFolder } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'

const store = startS3()
afterAll(async () => {
  setSystemTime()
  store.stop()
  await cleanUp()
})

const bucket = 's3://bucket/nightly'
let data: string
let settings: Settings
beforeAll(async () => {
  data = temporaryFolder()
  settings = { DATA_DIR: data, ...store.settings }
  expect((await command(['migrate'], settings)).exitCode).toBe(0)
  writeFileSync(join(data, 'secret.key'), 'test', { mode: 0o600 })
  await command(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
})
beforeEach(() => {
  setSystemTime()
  store.objects.clear()
  store.failWith(() => null)
})

const backup = async (...options: string[]) => command(['backup', bucket, '--json', ...options], settings)
const leftovers = () => readdirSync(join(data, 'snapshots'))

describe('herald backup to a bucket', () => {
  test('uploads a checked backup, which is listed, checked and restored', async () => {
    const { exitCode, stdout, stderr } = await backup()
    expect([exitCode, stderr]).toEqual([0, ''])
    const { file, bytes } = JSON.parse(stdout)
    const [[key, stored] = ['', new Uint8Array()]] = store.objects
    expect([file, bytes]).toEqual([`s3://bucket/${key}`, stored.length])
    expect(key).toMatch(/^nightly\/herald-.*Z\.db$/)
    expect(leftovers()).toEqual([])
    expect(readRecord(data)).toMatchObject({ backup: { target: file, bytes }, failure: null })

    const listed = JSON.parse((await command(['backup', 'list', bucket, '--json'], settings)).stdout)
    expect(listed.map((each: { file: string }) => each.file)).toEqual([file])
    const checked = await command(['backup', 'check', file], settings)
    expect([checked.exitCode, checked.stderr]).toEqual([0, ''])
    expect(checked.stdout).toStartWith(`The backup is good: ${file} (`)
    expect(readRecord(data).check?.target).toBe(file)

    const target = join(temporaryFolder(), 'restored')
    const restored = await command(['restore', file, '--yes'], { ...store.settings, DATA_DIR: target })
    expect([restored.exitCode, restored.stderr]).toEqual([0, ''])
    using database = new Database(join(target, 'herald.db'), { readonly: true })
    expect(database.query('select slug from organizations').values()).toEqual([['acme']])
    expect(readFileSync(join(target, 'secret.key'), 'utf8')).toBe('test')
  })

  test('keeps the right backups of two weeks of nights, and what Herald did not write', async () => {
    const day = 24 * 60 * 60 * 1000
    const names = Array.from({ length: 14 }, (_, index) => nameAt(new Date(Date.now() - (index + 1) * day)))
    for (const name of [...names, 'notes.txt']) store.objects.set(`nightly/${name}`, new Uint8Array(1))
    store.objects.set(`other/${names[9]}`, new Uint8Array(1))
    const { stdout } = await backup('--keep', '3d')
    const { file, removed } = JSON.parse(stdout)
    expect(removed.toSorted()).toEqual(names.slice(2).toSorted())
    expect([...store.objects.keys()].toSorted()).toEqual(
      [
        file.replace('s3://bucket/', ''),
        `nightly/${names[0]}`,
        `nightly/${names[1]}`,
        'nightly/notes.txt',
        `other/${names[9]}`,
      ].toSorted(),
    )
  })

  test('deletes nothing and leaves nothing if the upload is refused, or if other bytes are read back', async () => {
    const old = `nightly/${nameAt(new Date(1))}`
    const refuse = (request: Request) => request.method !== 'GET'
    const faults: [name: string, act: Parameters<typeof store.failWith>[0], sentence: RegExp][] = [
      [
        '403',
        (request) => (refuse(request) ? store.fault(403, 'AccessDenied') : null),
        /refuses this access key/,
      ],
      [
        '404',
        (request) => (refuse(request) ? store.fault(404, 'NoSuchBucket') : null),
        /there is no such bucket/,
      ],
      ['500', (request) => (refuse(request) ? store.fault(500, 'InternalError') : null), /InternalError/],
      [
        'other bytes',
        (request) =>
          request.method === 'GET' && request.url.includes('.db') ? new Response('something else') : null,
        /differs from what was uploaded\. Write the backup again\./,
      ],
    ]
    for (const [name, act, sentence] of faults) {
      store.objects.set(old, new Uint8Array(1))
      store.failWith(act)
      const { exitCode, stdout, stderr } = await backup('--keep', '1d')
      expect([name, exitCode, stdout]).toEqual([name, 1, ''])
      expect(stderr).toMatch(sentence)
      expect([name, store.objects.has(old), leftovers()]).toEqual([name, true, []])
      expect(readRecord(data).failure?.error).toMatch(sentence)
    }
  })

  test.each([
    ['Uploading to', 'PUT'],
    ['Reading', 'GET'],
    ['Listing', 'LIST'],
  ])('reports a bucket that stalls: %s', async (what, stalled) => {
    const never = Promise.withResolvers<Response>().promise
    const isList = (url: string) => new URL(url).searchParams.has('prefix')
    store.failWith(({ method, url }) => ((isList(url) ? 'LIST' : method) === stalled ? never : null))
    // Longer than the other requests take on a busy machine.
    const opened = openBucket(bucket, readConfig(settings), 1000)
    const file = join(data, 'secret.key')
    const name = nameAt(new Date(1))
    const act = stalled === 'LIST' ? opened.list() : opened.upload(file, name)
    await expect(act).rejects.toThrow(
      new RegExp(`^${what} s3://bucket/nightly/.* failed: it does not answer\\.$`),
    )
    if (stalled === 'PUT') expect([...store.objects.keys()]).toEqual([])
  })

  test('that cannot be reached says which setting to check', async () => {
    const closed = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('') })
    const S3_ENDPOINT = closed.url.origin
    await closed.stop(true)
    const { stderr } = await command(['backup', bucket], { ...settings, S3_ENDPOINT })
    expect(stderr).toMatch(
      /failed: the store cannot be reached; check S3_ENDPOINT, and the network to it\.\n$/,
    )
  })

  test('needs an access key, a valid address, and an existing backup', async () => {
    expect((await command(['backup', bucket], { DATA_DIR: data })).stderr).toBe(
      'herald: A bucket needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.\n',
    )
    expect((await command(['backup', 's3:///x'], settings)).stderr).toBe(
      'herald: "s3:///x" is not s3://BUCKET/PREFIX.\n',
    )
    const missing = await command(['backup', 'check', `${bucket}/${nameAt(new Date(1))}`], settings)
    expect(missing.stderr).toMatch(/^herald: Reading s3:.* failed: there is no such backup\.\n$/)
    expect((await command(['health'], { ...settings, S3_SECRET_ACCESS_KEY: '' })).stderr).toBe(
      'herald: S3_ACCESS_KEY_ID needs S3_SECRET_ACCESS_KEY: set both or neither.\n',
    )
  })
})

describe('BACKUP_TO', () => {
  const access = { S3_ACCESS_KEY_ID: 'access', S3_SECRET_ACCESS_KEY: 'secret' }
  const configured = { ...access, BACKUP_TO: bucket, BACKUP_EVERY: '30 2 * * *', BACKUP_KEEP: '2d' }

  test('makes the server write backups at the times of BACKUP_EVERY', () => {
    const { backup } = readConfig({ DATA_DIR: data, ...configured })
    expect(backupTask({ backup })).toEqual({
      key: 'backup:write',
      pattern: '30 2 * * *',
      job: 'backup.write',
      payload: {},
    })
    expect(backupTask({ backup: null })).toBeNull()
    expect(readConfig({ DATA_DIR: data, BACKUP_TO: '/backups' }).backup).toEqual({
      to: '/backups',
      every: '0 3 * * *',
      keep: { days: 7, weeks: 4, months: 12 },
      passphraseFile: null,
    })
    for (const wrong of ['daily', '* * * *', '0 3 * * * *', '99 * * * *'])
      expect(() => readConfig({ DATA_DIR: data, BACKUP_EVERY: wrong })).toThrow(
        `BACKUP_EVERY must be five cron fields, such as "0 3 * * *", not "${wrong}".`,
      )
    expect(() => readConfig({ DATA_DIR: data, BACKUP_KEEP: 'all' })).toThrow(
      'BACKUP_KEEP must be days, weeks and months such as 7d,4w,12m, not "all".',
    )
  })

  test('runs the command of a backup, and tries again after a failure', async () => {
    const { backup } = readConfig({ DATA_DIR: data, ...configured })
    const ctx = await testContext({ backup })
    const calls: string[][] = []
    const job = createBackupJob(async (args) => {
      calls.push(args)
      const { exitCode, stdout, stderr } = await command(args, settings)
      if (exitCode !== 0) throw new Error(stderr)
      return stdout
    })
    store.failWith((request) => (request.method === 'GET' ? null : store.fault(500, 'InternalError')))
    await ctx.db.run(
      `insert into jobs (name, payload, run_at, created_at) values ('backup.write', '{"due":"x"}', 1, 1)`,
    )
    await performDueJobs(ctx, [job])
    expect(store.objects.size).toBe(0)
    store.failWith(() => null)
    ctx.clock.advance(60_000)
    await performDueJobs(ctx, [job])
    expect(calls).toEqual(Array(2).fill(['backup', bucket, '--keep', '2d', '--json']))
    expect(store.objects.size).toBe(1)
    expect(existsSync(join(data, 'backups.json'))).toBe(true)
  })

  test('that fails permanently says when the next one is due', async () => {
    const { backup } = readConfig({ DATA_DIR: data, BACKUP_TO: '/backups', BACKUP_EVERY: '30 4 * * *' })
    const ctx = await testContext({ backup })
    const { log, lines } = recordLog()
    const job = createBackupJob(async () => Promise.reject(new ExplainedError('The store is away.')))
    await ctx.db.run(
      `insert into jobs (name, payload, run_at, created_at) values ('backup.write', '{"due":"x"}', 1, 1)`,
    )
    for (let attempt = 0; attempt < 3; attempt++) {
      await performDueJobs({ ...ctx, log }, [job])
      ctx.clock.advance(60_000)
    }
    const errors = lines.map(({ error }) => error)
    expect(errors).toEqual([
      'The store is away.',
      'The store is away.',
      expect.stringMatching(/^The store is away\. The next backup is due at \S+T04:30:00\.000Z\.$/),
    ])
  })

  test('keeps the right backups of a week in which the clock jumps a day forward and back', async () => {
    const { backup } = readConfig({ DATA_DIR: data, ...configured, BACKUP_KEEP: '3d' })
    const ctx = await testContext({ backup })
    const job = createBackupJob(async (args) => (await command(args, settings)).stdout)
    const nightOf = (day: string) => new Date(`2026-03-${day}T02:30:00Z`)
    for (const day of ['02', '03', '04'])
      store.objects.set(`nightly/${nameAt(nightOf(day))}`, new Uint8Array(1))
    const kept: string[][] = []
    for (const day of ['06', '05', '07']) {
      setSystemTime(nightOf(day))
      await ctx.db.run(
        `insert into jobs (name, payload, run_at, created_at) values ('backup.write', '{"due":"${day}"}', 1, 1)`,
      )
      await performDueJobs(ctx, [job])
      kept.push([...store.objects.keys()].map((name) => /-03-(\d\d)T/.exec(name)?.[1] ?? name).toSorted())
    }
    expect(kept).toEqual([
      ['03', '04', '06'],
      ['04', '05', '06'],
      ['05', '06', '07'],
    ])
  })

  test('is refused at the start if no backup could be written there', () => {
    const start = (BACKUP_TO: string) => () => readConfig({ DATA_DIR: data, BACKUP_TO })
    expect(start(bucket)).toThrow(
      'BACKUP_TO is a bucket, which needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.',
    )
    for (const [wrong, shown] of [
      ['S3://bucket', 'S3://'],
      ['s3:/bucket', 's3:/'],
      ['s3://Bucket', '"s3://Bucket"'],
    ] as const)
      expect(start(wrong)).toThrow(`BACKUP_TO must be a folder or s3://BUCKET/PREFIX, not ${shown}.`)
    const file = join(data, 'notes')
    writeFileSync(file, '')
    for (const path of [file, `${file}/`, join(file, 'backups')])
      expect(start(path)).toThrow(`BACKUP_TO must be a folder or s3://BUCKET/PREFIX, but ${file} is a file.`)
  })

  test('names a folder, also one that does not exist yet', async () => {
    const { backup } = readConfig({ DATA_DIR: data, BACKUP_TO: '/backups' })
    const ctx = await testContext({ backup })
    let target: string | undefined
    const job = createBackupJob(async ([, to]) => {
      target = to
      return JSON.stringify({ file: '', bytes: 0, removed: [] })
    })
    await ctx.db.run(
      `insert into jobs (name, payload, run_at, created_at) values ('backup.write', '{"due":"x"}', 1, 1)`,
    )
    await performDueJobs(ctx, [job])
    expect(target).toBe('/backups/')
  })

  test('is encrypted with the passphrase in the named file', async () => {
    const passphrase = join(data, 'passphrase')
    writeFileSync(passphrase, 'a long passphrase of six words', { mode: 0o600 })
    const { backup } = readConfig({
      ...{ DATA_DIR: data, ...store.settings },
      ...{ BACKUP_TO: bucket, BACKUP_PASSPHRASE_FILE: passphrase },
    })
    const ctx = await testContext({ backup })
    const job = createBackupJob(async (args) => (await command(args, settings)).stdout)
    await ctx.db.run(
      `insert into jobs (name, payload, run_at, created_at) values ('backup.write', '{"due":"x"}', 1, 1)`,
    )
    await performDueJobs(ctx, [job])
    expect([...store.objects.keys()]).toEqual([expect.stringMatching(/\.db\.zst\.age$/)])
  })
})
