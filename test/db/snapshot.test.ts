import { Database } from 'bun:sqlite'
import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { isMigrated } from '../../src/db/migrate.ts'
import { type UpgradeOptions, upgrade } from '../../src/db/upgrade.ts'
import { OperatorError } from '../../src/errors.ts'
import { changesWith } from '../../src/features/integrations/secret-locations.ts'
import { createSecrets } from '../../src/secrets.ts'
import { canMount, mountDisk } from '../chaos/disk.ts'
import { cleanUp, launch, run, succeed, temporaryFolder } from '../support/process.ts'
import { freePort } from '../support/sqld.ts'

afterAll(cleanUp)

/** A database as an early version left it. */
const older = Bun.gunzipSync(readFileSync(join(import.meta.dir, '../support/landing-1.db.gz')))
const name = 'before-0004_automations.db'

let folder: string
let path: string
let snapshot: string
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'herald.db')
  snapshot = join(folder, 'snapshots', name)
  writeFileSync(path, older)
})

const tables = (file: string) => {
  using database = new Database(file, { readonly: true })
  return database.query("select name from sqlite_schema where type = 'table' order by name").values().flat()
}

async function upgradeHere(options: Partial<UpgradeOptions> = {}): Promise<string[]> {
  const sentences: string[] = []
  const db = openDatabase(`file:${path}`)
  try {
    await upgrade(db, {
      databaseUrl: `file:${path}`,
      snapshotBeforeMigration: true,
      changes: changesWith(createSecrets(() => 'test')),
      report: (sentence) => sentences.push(sentence),
      // Reports of the progress depend on the machine.
      showProgress() {},
      ...options,
    })
    return sentences
  } finally {
    db.$client.close()
  }
}

describe('before the first pending migration of a database with content', () => {
  test('a private snapshot is saved, and the log says how to return to it', async () => {
    const before = tables(path)
    expect(await upgradeHere()).toEqual([
      `Saved the snapshot ${snapshot} before the migration. To return to the previous version, stop Herald, run "herald rollback", and start the previous version.`,
    ])
    expect(tables(path)).not.toEqual(before)
    expect(tables(snapshot)).toEqual(before)
    expect((statSync(snapshot).mode & 0o777).toString(8)).toBe('600')
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([name])
  })

  test('no snapshot is saved with SNAPSHOT_BEFORE_MIGRATION=false', async () => {
    await succeed(['migrate'], { DATA_DIR: folder, SECRET_KEY: 'test', SNAPSHOT_BEFORE_MIGRATION: 'false' })
    expect(existsSync(join(folder, 'snapshots'))).toBe(false)
  })

  test.each([true, false])(
    'what a killed copy left is removed, with SNAPSHOT_BEFORE_MIGRATION=%p',
    async (isWanted) => {
      mkdirSync(join(folder, 'snapshots'))
      for (const left of [
        `${name}.partial`,
        `${name}.partial-journal`,
        'before-0001_first.db.partial-journal',
      ])
        writeFileSync(join(folder, 'snapshots', left), 'left')
      await upgradeHere({ snapshotBeforeMigration: isWanted })
      expect(readdirSync(join(folder, 'snapshots'))).toEqual(isWanted ? [name] : [])
    },
  )

  test('an interrupted upgrade continues with the snapshot that it took', async () => {
    const db = openDatabase(`file:${path}`)
    const { migrate: perform } = db.$client
    let batches = 0
    db.$client.migrate = (statements) => {
      if (batches++ === 3) throw new Error('The process was killed.')
      return perform(statements)
    }
    const options = { databaseUrl: `file:${path}`, snapshotBeforeMigration: true, changes: {}, report() {} }
    await expect(upgrade(db, options)).rejects.toThrow('The process was killed.')
    db.$client.close()
    const { ino } = statSync(snapshot)
    expect(await upgradeHere()).toEqual([])
    expect(statSync(snapshot).ino).toBe(ino)
    expect(readdirSync(join(folder, 'snapshots'))).toEqual([name])
  })

  test('a full disk stops the migration, which says how to continue and how to return', async () => {
    const before = tables(path)
    const db = openDatabase(`file:${path}`)
    const { migrate: perform } = db.$client
    let batches = 0
    db.$client.migrate = async (statements) => {
      if (batches++ === 3) {
        const [size] = await db.all<{ page_count: number }>(sql`pragma page_count`)
        await db.run(sql.raw(`pragma max_page_count = ${size?.page_count}`))
      }
      return perform(statements)
    }
    const options = { databaseUrl: `file:${path}`, snapshotBeforeMigration: true, changes: {}, report() {} }
    await expect(upgrade(db, options)).rejects.toThrow(
      new OperatorError(
        `The disk is full or refuses writes. Free some space and start this version again, which continues the migration. To return to the previous version, stop Herald, run "herald rollback", and start the previous version.`,
      ),
    )
    db.$client.close()
    expect(tables(snapshot)).toEqual(before)
    expect(await upgradeHere()).toEqual([])
    const upgraded = openDatabase(`file:${path}`)
    expect(await isMigrated(upgraded)).toBe(true)
    upgraded.$client.close()
  })

  test('the last three snapshots are kept', async () => {
    await upgradeHere()
    for (const [index, earlier] of ['a', 'b', 'c'].entries()) {
      const file = join(folder, 'snapshots', `before-${earlier}.db`)
      writeFileSync(file, '')
      utimesSync(file, index + 1, index + 1)
    }
    for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
    writeFileSync(path, older)
    await upgradeHere()
    expect(readdirSync(join(folder, 'snapshots')).sort()).toEqual([name, 'before-b.db', 'before-c.db'])
  })

  if (canMount)
    test('a disk without room for it is refused, with the bytes that are needed and free', async () => {
      const place = temporaryFolder()
      const disk = await mountDisk(place, 'size=6m')
      writeFileSync(join(disk.folder, 'herald.db'), older)
      const refused = await run(['migrate'], { DATA_DIR: place, SECRET_KEY: 'test' }, disk.place)
      expect([refused.exitCode, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toMatch(
        /^herald: Migrating this database needs [\d,]+ bytes of free disk space in \S+, but only [\d,]+ bytes are free: free some space, or set SNAPSHOT_BEFORE_MIGRATION=false to migrate without a snapshot\.\n$/,
      )
      expect(readdirSync(disk.folder).sort()).toEqual(['herald.db', 'herald.db-server'])
      disk.remove()
    })
})

test('a new database has no snapshot', async () => {
  rmSync(path)
  expect(await upgradeHere()).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(['herald.db', 'herald.db-server'])
})

test('a server that migrates answers 503 with the progress until it is ready', async () => {
  using holder = new Database(path)
  holder.run('pragma journal_mode = wal')
  holder.run('begin immediate')
  const settings = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    SECRET_KEY: 'test',
  }
  const server = launch(settings)
  let answer: Response | null = null
  while (!answer) answer = await fetch(`${server.url}/healthz`).catch(() => null)
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '5',
    { error: 'Migrating the database. Do not stop.' },
  ])
  expect((await run(['health'], settings)).stderr).toContain(
    'is not ready: Migrating the database. Do not stop.',
  )
  holder.run('rollback')
  await server.ready()
  expect(await server.terminate()).toBe(0)
})
