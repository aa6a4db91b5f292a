import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPlain } from '../../src/backup/compress.ts'
import { verifyBackup } from '../../src/backup/verify.ts'
import { createEarlier } from '../support/earlier-database.ts'
import { adopt, cleanUp, program, succeed, temporaryFolder } from '../support/process.ts'
import { createRandom, times } from './random.ts'

afterAll(cleanUp)

const posts = 8_000
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
