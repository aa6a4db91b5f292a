import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { claimDatabase } from '../../src/db/processes.ts'
import { command } from '../support/command.ts'
import { createEarlier } from '../support/earlier-database.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const before = '0030_job_deaths'
let folder: string
let path: string
let settings: Record<string, string>
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'herald.db')
  settings = { DATA_DIR: folder, SECRET_KEY: '0'.repeat(64) }
  createEarlier(path, { next: '0030' })
})

const read = (file: string, query: string) => {
  using database = new Database(file, { readonly: true })
  return database.query(query).values()
}
const applied = () => read(path, 'select name from migrations order by name').flat()
const slugs = () => read(path, 'select slug from organizations order by slug').flat()

async function migrateAndWrite() {
  expect((await command(['migrate'], settings)).exitCode).toBe(0)
  await command(['org', 'create', '--slug', 'later', '--name', 'Later'], settings)
}

describe('herald rollback', () => {
  test('returns to the state before the upgrade, lists what is lost, and saves the replaced database', async () => {
    const then = applied()
    await migrateAndWrite()
    const { exitCode, stdout, stderr } = await command(['rollback', '--yes'], settings)
    expect([exitCode, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`The snapshot before migration ${before} is from `)
    expect(stdout).toContain('\n  organizations: 1 of 2 rows\n')
    expect([applied(), slugs()]).toEqual([then, ['acme']])
    const saved =
      readdirSync(join(folder, 'snapshots')).find((name) => name.startsWith('before-rollback-')) ?? ''
    expect(stdout).toContain(`The replaced database is ${join(folder, 'snapshots', saved)}.`)
    const back = await command(['restore', join(folder, 'snapshots', saved), '--yes'], settings)
    expect([back.exitCode, back.stderr]).toEqual([0, ''])
    expect(slugs()).toEqual(['acme', 'later'])
  })

  test('is done once, and can be followed by the same upgrade again', async () => {
    await migrateAndWrite()
    const migrated = applied()
    await command(['rollback', '--yes'], settings)
    expect((await command(['rollback', '--yes'], settings)).stderr).toBe(
      `herald: The database is already in the state before migration ${before}. Name an earlier snapshot with --to.\n`,
    )
    expect((await command(['migrate'], settings)).exitCode).toBe(0)
    expect([applied(), slugs()]).toEqual([migrated, ['acme']])
  })

  test('works on a database that only a later version knows, or that is damaged', async () => {
    await migrateAndWrite()
    const later = new Database(path)
    later.run("insert into migrations (name, applied_at, version) values ('9999_tomorrow', 1, '9.8.7')")
    later.run('create table tomorrow (id integer)')
    later.run('insert into tomorrow values (1)')
    later.close()
    const refused = await command(['migrate'], settings)
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      'herald: This database was migrated by Herald 9.8.7, and Herald 0.1.0 does not know its migration 9999_tomorrow: start that version, or run "herald rollback" to return to the state before the upgrade.\n',
    ])
    const { stdout, stderr } = await command(['rollback', '--yes'], settings)
    expect(stderr).toBe('')
    expect(stdout).toContain('  tomorrow: 1 rows in a table that the snapshot does not have\n')
    expect(slugs()).toEqual(['acme'])

    for (const file of [`${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    writeFileSync(path, '')
    expect((await command(['rollback', '--yes'], settings)).stderr).toBe('')
    expect(slugs()).toEqual(['acme'])
  })

  test('chooses the newest snapshot that this version can open, or the named one', async () => {
    await migrateAndWrite()
    const snapshots = join(folder, 'snapshots')
    const snapshot = join(snapshots, `before-${before}.db`)
    const named = join(snapshots, 'before-0040_public_page_look.db')
    const newer = join(snapshots, 'before-9999_tomorrow.db')
    for (const [file, extra] of [
      [named, null],
      [newer, '9998_today'],
    ] as const) {
      writeFileSync(file, readFileSync(snapshot))
      using database = new Database(file)
      database.run("update organizations set slug = 'named'")
      if (extra) database.run('insert into migrations (name, applied_at) values (?, 1)', [extra])
    }
    utimesSync(named, 1, 1)
    utimesSync(newer, 4_000_000_000, 4_000_000_000)
    expect((await command(['rollback', '--yes', '--no-snapshot'], settings)).stderr).toBe('')
    expect(slugs()).toEqual(['acme'])
    expect(
      (await command(['rollback', '--to', '0040_public_page_look', '--yes', '--no-snapshot'], settings))
        .stderr,
    ).toBe('')
    expect(slugs()).toEqual(['named'])
    expect((await command(['rollback', '--to', '0041_images', '--yes'], settings)).stderr).toBe(
      `herald: There is no snapshot before 0041_images in ${snapshots}. There are: 9999_tomorrow, ${before}, 0040_public_page_look.\n`,
    )
  })

  test('never deletes the snapshot that it returns to', async () => {
    await migrateAndWrite()
    const snapshots = join(folder, 'snapshots')
    const snapshot = join(snapshots, `before-${before}.db`)
    utimesSync(snapshot, 1, 1)
    for (const name of ['a', 'b']) writeFileSync(join(snapshots, `before-${name}.db`), '')
    expect((await command(['rollback', '--yes'], settings)).stderr).toBe('')
    expect(existsSync(snapshot)).toBe(true)
  })

  test('changes nothing without a snapshot, with a damaged one, without an answer, or while a server runs', async () => {
    const snapshots = join(folder, 'snapshots')
    expect((await command(['rollback', '--yes'], settings)).stderr).toBe(
      `herald: There is no snapshot from before an upgrade that this version of Herald can open in ${snapshots}. Restore a backup instead: herald restore FILE.\n`,
    )
    await migrateAndWrite()
    expect(await command(['rollback'], settings)).toMatchObject({
      exitCode: 2,
      stderr: 'herald: rollback: --yes is required without a terminal.\n',
    })
    const no = await command(['rollback'], settings, { ask: async () => 'no' })
    expect([no.exitCode, no.stderr]).toEqual([1, 'herald: Nothing was changed.\n'])
    const server = await claimDatabase(`file:${path}`, async () => false)
    server.share()
    const used = await command(['rollback', '--yes'], settings)
    server.leave()
    expect(used.stderr).toStartWith('herald: The database is used by process ')
    const snapshot = join(snapshots, `before-${before}.db`)
    truncateSync(snapshot, 100_000)
    const damaged = await command(['rollback', '--to', before, '--yes'], settings)
    expect(damaged.stderr).toStartWith(`herald: The snapshot ${snapshot} is damaged: `)
    expect(slugs()).toEqual(['acme', 'later'])
  })
})

describe('herald upgrade --check', () => {
  test('lists the pending migrations with their duration, and changes nothing', async () => {
    const then = applied()
    const { exitCode, stdout, stderr } = await command(['upgrade', '--check', '--json'], settings)
    expect([exitCode, stderr]).toEqual([0, ''])
    const { version, pending } = JSON.parse(stdout)
    expect(version).toBe('0.1.0')
    expect([pending.at(0).name, pending.at(-1).name > '0043']).toEqual([before, true])
    for (const { milliseconds } of pending) expect(milliseconds).toBeGreaterThanOrEqual(0)
    expect(applied()).toEqual(then)
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([])
    expect((await command(['upgrade', '--check'], settings)).stdout).toMatch(
      new RegExp(`\\n  ${before}  \\d+ ms\\n[^]*\\nTotal: \\d+ ms, plus the time for the snapshot\\.`),
    )
  })

  test('says that a migrated database is up to date, and refuses one of a later version', async () => {
    await migrateAndWrite()
    expect((await command(['upgrade', '--check'], settings)).stdout).toBe(
      'The database is up to date: Herald 0.1.0 has no pending migration.\n',
    )
    const later = new Database(path)
    later.run("insert into migrations (name, applied_at) values ('9999_tomorrow', 1)")
    later.close()
    expect((await command(['upgrade', '--check'], settings)).stderr).toContain(
      'does not know its migration 9999_tomorrow',
    )
  })
})
