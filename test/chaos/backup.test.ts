import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { openPlain } from '../../src/backup/compress.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { createEarlier } from '../support/earlier-database.ts'
import { adopt, cleanUp, program, run, succeed, temporaryFolder } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'
import { limitFiles } from './disk.ts'
import { createRandom, times } from './random.ts'

afterAll(cleanUp)

const posts = 4_000
const kills = times(3)

/** Starts a command and kills it after some milliseconds, unless it has ended. */
async function killed(args: string[], settings: Record<string, string>, milliseconds: number): Promise<void> {
  const child = Bun.spawn([...program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  adopt(child)
  await Promise.race([child.exited, Bun.sleep(milliseconds)])
  child.kill('SIGKILL')
  await child.exited
}

async function duration(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

test('a killed backup leaves no file or a complete one, and a killed restore the old or the new database', async () => {
  const random = createRandom(2828)
  const folder = temporaryFolder()
  const settings = { DATA_DIR: folder, SECRET_KEY: 'a key that is long enough for a test' }
  const path = join(folder, 'herald.db')
  const file = join(folder, 'saved.db')
  createEarlier(path, { next: '0030', posts })
  const backupTime = await duration(() => succeed(['backup', file], settings))
  const complete = readFileSync(file)
  for (let kill = 0; kill < kills; kill++) {
    const target = join(folder, `killed-${kill}.db`)
    const compressed = kill % 2 === 1
    await killed(
      ['backup', target, ...(compressed ? ['--zstd'] : [])],
      settings,
      random.between(0.4, 1.4) * backupTime,
    )
    if (!existsSync(target)) continue
    using plain = await openPlain(target)
    expect(verifyBackup(plain.file).rows.posts).toBe(posts)
  }
  writeFileSync(file, complete)

  const restore = ['restore', file, '--yes', '--no-snapshot']
  const restoreTime = await duration(() => succeed(restore, settings))
  for (let kill = 0; kill < kills; kill++) {
    using database = new Database(path)
    database.run("update organizations set name = 'changed'")
    database.run('delete from posts where rowid % 2 = 0')
    database.close()
    await killed(restore, settings, random.between(0.4, 1.2) * restoreTime)
    using found = new Database(path)
    const [[name, isWhole] = []] = found
      .query('select (select name from organizations), (select count(*) from posts) > ?')
      .values(posts - 1)
    expect(['changed 0', 'Acme 1']).toContain(`${name} ${isWhole}`)
    expect(found.query('pragma quick_check').values()).toEqual([['ok']])
  }
}, 300_000)

test('a killed rollback leaves the upgraded database or the one before, and the next one completes it', async () => {
  const random = createRandom(2829)
  const folder = temporaryFolder()
  const settings = { DATA_DIR: folder, SECRET_KEY: 'a key that is long enough for a test' }
  const path = join(folder, 'herald.db')
  const upgraded = join(folder, 'upgraded.db')
  createEarlier(path, { next: '0030', posts })
  await succeed(['migrate'], settings)
  copyFileSync(path, upgraded)
  const read = (query: string) => {
    using database = new Database(path)
    return database.query(query).values()
  }
  const stateOf = () => read('select count(*) > 30, (select count(*) from posts) from migrations').join()
  const rollback = ['rollback', '--yes', '--no-snapshot']
  const rollbackTime = await duration(() => succeed(rollback, settings))
  const [before, after] = [`0,${posts}`, `1,${posts}`]
  expect(stateOf()).toBe(before)
  for (let kill = 0; kill < kills; kill++) {
    for (const file of [`${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    copyFileSync(upgraded, path)
    await killed(rollback, settings, random.between(0.4, 1.2) * rollbackTime)
    expect([before, after]).toContain(stateOf())
    expect(read('pragma quick_check')).toEqual([['ok']])
    await succeed([...rollback, '--to', '0030_job_deaths'], settings)
    expect(stateOf()).toBe(before)
  }
}, 300_000)

test(
  'an upload that is killed at any of its requests leaves no object or a complete one',
  async () => {
    const random = createRandom(2830)
    const store = startS3()
    const folder = temporaryFolder()
    const settings = {
      ...{ DATA_DIR: folder, SECRET_KEY: 'a key that is long enough for a test' },
      ...store.settings,
    }
    // An upload of more than 16 MB has several parts.
    const large = 2_000
    createEarlier(join(folder, 'herald.db'), { next: '0030', posts: large })
    const upload = ['backup', 's3://bucket/nightly']
    // A request that is sent again counts once.
    const requests = new Set<string>()
    let last = Number.POSITIVE_INFINITY
    let child: Bun.Subprocess | null = null
    store.failWith(({ method, url }) => {
      if (requests.add(`${method} ${url}`).size === last) child?.kill('SIGKILL')
      return null
    })
    await succeed(upload, settings)
    const all = requests.size
    const stored: number[] = []
    for (let kill = 0; kill < kills + 2; kill++) {
      store.objects.clear()
      requests.clear()
      last = [1, all][kill] ?? 1 + Math.floor(random.between(0, all))
      child = Bun.spawn([...program, ...upload], {
        env: { PATH: process.env.PATH ?? '', ...settings },
        stdout: 'ignore',
        stderr: 'ignore',
      })
      adopt(child)
      await child.exited
      expect(child.signalCode).toBe('SIGKILL')
      stored.push(store.objects.size)
      const copy = join(folder, 'object.db')
      for (const bytes of store.objects.values()) {
        writeFileSync(copy, bytes)
        expect(verifyBackup(copy).rows.posts).toBe(large)
      }
    }
    expect(stored.slice(0, 2)).toEqual([0, 1])
    console.log(
      `${stored.length} kills of an upload: ${stored.filter((count) => count === 1).length} complete objects`,
    )
    store.stop()
  },
  times(300_000),
)

test('two backups at the same time are both complete, into one file or into two', async () => {
  const { folder, settings } = await installation()
  const targets = ['one.db', 'one.db', 'two.db'].map((name) => join(folder, name))
  await Promise.all(targets.map((target) => succeed(['backup', target], settings)))
  for (const target of targets) expect(verifyBackup(target).rows.posts).toBe(200)
  expect(readdirSync(folder).sort()).toEqual(['data', 'one.db', 'saved.db', 'two.db'])
}, 300_000)

/** A small installation with a backup. */
async function installation() {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  mkdirSync(data)
  const path = join(data, 'herald.db')
  createEarlier(path, { next: '0030', posts: 400 })
  const settings = { DATA_DIR: data, SECRET_KEY: 'a key that is long enough for a test' }
  const file = join(folder, 'saved.db')
  await succeed(['backup', file], settings)
  const database = new Database(path)
  database.run("update organizations set name = 'changed'")
  database.run('delete from posts where rowid % 2 = 0')
  database.close()
  const state = () => {
    using found = new Database(path)
    expect(found.query('pragma quick_check').values()).toEqual([['ok']])
    return found.query('select name, (select count(*) from posts) from organizations').values().join()
  }
  return { folder, data, settings, file, state }
}

/** Starts a command and kills it when a file appears whose name matches. */
async function killedWhen(args: string[], settings: Record<string, string>, folder: string, name: RegExp) {
  const child = Bun.spawn([...program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...settings },
    stdout: 'ignore',
    stderr: 'ignore',
  })
  adopt(child)
  const appeared = () => readdirSync(folder).some((each) => name.test(each))
  while (child.exitCode === null && !appeared()) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited
}

test('a backup and a restore that are killed at each of their files leave the old state or the new one', async () => {
  const { folder, data, settings, file, state } = await installation()
  const target = join(folder, 'target.db.zst')
  for (const name of [/^target.*partial-\d+$/, /^target.*partial-\d+\.zst$/, /^target\.db\.zst$/]) {
    rmSync(target, { force: true })
    await killedWhen(['backup', target, '--zstd'], settings, folder, name)
    if (!existsSync(target)) continue
    using plain = await openPlain(target)
    expect(verifyBackup(plain.file).rows.posts).toBe(200)
  }
  await succeed(['backup', target, '--zstd'], settings)
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])

  const snapshots = join(data, 'snapshots')
  mkdirSync(snapshots)
  for (const name of [/^restore\.db\.partial$/, /^before-restore.*partial-\d+$/, /^before-restore.*Z\.db$/]) {
    for (const each of readdirSync(snapshots)) rmSync(join(snapshots, each))
    await killedWhen(['restore', file, '--yes'], settings, snapshots, name)
    expect(['changed,200', 'Acme,400']).toContain(state())
  }
  await succeed(['restore', file, '--yes'], settings)
  expect(state()).toBe('Acme,400')
  expect(readdirSync(snapshots).filter((name) => name.includes('partial'))).toEqual([])
}, 300_000)

test('a full disk during a backup and a restore leaves no file and the old database', async () => {
  const { folder, settings, file, state } = await installation()
  const kilobytes = Math.ceil(statSync(file).size / 1024)
  // The copies do not fit, or only the log of the restore does not, which is larger than the pages in it.
  for (const limit of [Math.round(kilobytes / 3), kilobytes + 4]) {
    const { place } = limitFiles(folder, limit)
    const restored = await run(['restore', file, '--yes', '--no-snapshot'], settings, place)
    expect([restored.exitCode, state()]).toEqual([1, 'changed,200'])
    expect(restored.stderr).toMatch(/^herald: .+\.\n$/)
  }
  const { place } = limitFiles(folder, Math.round(kilobytes / 3))
  const target = join(folder, 'target.db')
  const written = await run(['backup', target], settings, place)
  expect([written.exitCode, readdirSync(folder).sort()]).toEqual([1, ['data', 'saved.db']])
  expect(written.stderr).toMatch(/^herald: .+\.\n$/)
  await succeed(['restore', file, '--yes', '--no-snapshot'], settings)
  expect(state()).toBe('Acme,400')
}, 300_000)

test('a full disk during an upload leaves no object and no file', async () => {
  const { folder, settings, file } = await installation()
  const store = startS3()
  try {
    const { place } = limitFiles(folder, Math.round(statSync(file).size / 1024 / 3))
    const upload = ['backup', 's3://bucket/nightly']
    const uploading = { ...settings, ...store.settings, TMPDIR: join(folder, 'data') }
    const { exitCode, stderr } = await run(upload, uploading, place)
    expect([exitCode, store.objects.size]).toEqual([1, 0])
    expect(stderr).toMatch(/^herald: .+\.\n$/)
    const found = readdirSync(join(folder, 'data'), { recursive: true })
    expect(found.sort()).toEqual(['backups.json', 'herald.db', 'herald.db-shm', 'herald.db-wal', 'snapshots'])
    await succeed(upload, uploading)
    expect(store.objects.size).toBe(1)
  } finally {
    store.stop()
  }
}, 120_000)

test('a full disk during a rollback leaves the upgraded database, and the next one completes it', async () => {
  const folder = temporaryFolder()
  const settings = { DATA_DIR: folder, SECRET_KEY: 'a key that is long enough for a test' }
  const path = join(folder, 'herald.db')
  createEarlier(path, { next: '0030', posts: 400 })
  await succeed(['migrate'], settings)
  const countMigrations = () => {
    using database = new Database(path)
    expect(database.query('pragma quick_check').values()).toEqual([['ok']])
    return Number(database.query('select count(*) from migrations').values()[0]?.[0])
  }
  const upgraded = countMigrations()
  const rollback = ['rollback', '--yes', '--no-snapshot']
  const { place } = limitFiles(folder, Math.round(statSync(path).size / 1024 / 3))
  const { exitCode, stderr } = await run(rollback, settings, place)
  expect([exitCode, countMigrations()]).toEqual([1, upgraded])
  expect(stderr).toMatch(/^herald: .+\.\n$/)
  await succeed(rollback, settings)
  expect(countMigrations()).toBeLessThan(upgraded)
}, 120_000)
