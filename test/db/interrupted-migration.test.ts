import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { version } from '../../package.json'
import { verifyBackup } from '../../src/backup/verify.ts'
import { fileSource, writeBackup } from '../../src/backup/write.ts'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { isMigrated, migrate } from '../../src/db/migrate.ts'
import { openBooks, readBooks, refuseUnknown } from '../../src/db/migration-books.ts'
import { readMigrations } from '../../src/db/migrations.ts'
import { posts } from '../../src/features/posts/table.ts'
import { engine } from '../support/engine.ts'
import { cleanUp, launch, temporaryFolder } from '../support/process.ts'
import { freePort, startSqld } from '../support/sqld.ts'

afterAll(cleanUp)

const migrations = readMigrations()
const firstSliced = '0008_pictures_of_posts'
const sliceRows = 2

/** A database of the version before the first migration in slices, with rows for each slice to change. */
async function openOlder(url?: string): Promise<Db> {
  const db = openDatabase(url ?? (await emptyUrl()))
  const earlier = migrations.filter(({ name }) => name < firstSliced)
  const token = (number: number) => String(number).repeat(64)
  const numbers = [1, 2, 3, 4, 5, 6, 7]
  await db.$client.batch(
    [
      'create table migrations (name text primary key, applied_at integer not null)',
      ...earlier.flatMap(({ name, parts }) => [
        { sql: 'insert into migrations values (?, 0)', args: [name] },
        ...parts.flatMap(({ statements }) => statements),
      ]),
      "insert into organizations (id, slug, name, created_at) values ('o', 'acme', 'Acme', 1)",
      ...numbers.flatMap((number) => [
        {
          sql: "insert into posts (id, organization_id, content_type, status, created_at, updated_at, title, content, html_url) values (?, 'o', 'image', 'draft', ?, 1, '', '', ?)",
          args: [`p${number}`, number * 86_400_000, `https://x.example/${token(number)}.html`],
        },
        `insert into post_images values ('${token(number)}', 'o', x'0${number}', '<p>', ${number})`,
        {
          sql: "insert into generation_jobs (id, organization_id, status, content_type, repository_ids, post_id, source, created_at, updated_at) values (?, 'o', ?, 'changelog', '[]', ?, 'api', 1, 1)",
          args: [`g${number}`, number % 2 ? 'queued' : 'completed', number % 2 ? null : `p${number}`],
        },
      ]),
    ],
    'write',
  )
  return db
}

async function emptyUrl(): Promise<string> {
  const folder = temporaryFolder()
  if (engine === 'libsql') return (await startSqld(join(folder, 'sqld'))).url
  return `file:${join(folder, 'herald.db')}`
}

async function contents(db: Db) {
  const schema = await db.all<{ type: string; name: string }>(
    sql`select type, name, sql from sqlite_schema where name not like 'sqlite_%' and name not like 'libsql_%' order by name`,
  )
  const rows: Record<string, unknown> = {}
  for (const { type, name } of schema) {
    if (type !== 'table' || /^(feedback|post)_search/.test(name)) continue
    const columns = name === 'migrations' ? 'name, hash, part, after' : '*'
    rows[name] = await db.all(sql.raw(`select ${columns} from "${name}" order by 1`))
  }
  return { schema, rows, broken: await db.all(sql`pragma foreign_key_check`) }
}

let finished: ReturnType<typeof contents> | undefined

/** The contents after a migration that was not interrupted. */
function uninterrupted() {
  finished ??= openOlder().then(async (db) => {
    await migrate(db)
    return contents(db)
  })
  return finished
}

const positions = async (db: Db) =>
  (await readBooks(db)).map(({ name, part, after }) => ({ name, part, after }))

const crash = new Error('The process was killed.')

/** Runs a function with each batch of a migration passed to `through`. */
async function withMigrate(db: Db, through: typeof db.$client.migrate, act: () => Promise<unknown>) {
  const { migrate: original } = db.$client
  db.$client.migrate = through
  try {
    return await act()
  } finally {
    db.$client.migrate = original
  }
}

/** Migrates until one batch was committed and dies before the next; false if the migration finished. */
async function migrateOneBatch(db: Db): Promise<boolean> {
  const { migrate: perform } = db.$client
  let done = 0
  const through: typeof perform = (statements) => {
    if (done++ === 1) throw crash
    return perform(statements)
  }
  try {
    await withMigrate(db, through, () => migrate(db, { sliceRows }))
    return false
  } catch (error) {
    if (error !== crash) throw error
    return true
  }
}

describe('a migration that is interrupted is finished by the next start', () => {
  test('when the process dies after any of its batches', async () => {
    const db = await openOlder()
    let deaths = 0
    while (await migrateOneBatch(db)) {
      deaths++
      const unfinished = (await readBooks(db)).filter(({ part }) => part !== null)
      expect(unfinished.length).toBeLessThan(2)
      expect(await isMigrated(db)).toBe(false)
    }
    // Four slices each of posts in 0008, posts in 0011 and runs in 0011, and the batches before, between and
    // after them.
    expect(deaths).toBeGreaterThan(12 + migrations.filter(({ name }) => name >= firstSliced).length)
    expect(await contents(db)).toEqual(await uninterrupted())
  })

  test('when any statement of any batch fails and is rolled back', async () => {
    const db = await openOlder()
    await openBooks(db)
    const { migrate: perform } = db.$client
    let failures = 0
    for (let working = true; working; ) {
      // A database server takes the longest with each batch: there only its last statement fails.
      for (
        let cut = engine === 'embedded' ? 1 : Number.POSITIVE_INFINITY, whole = false;
        !whole && working;
        cut++
      ) {
        const through: typeof perform = (statements) => {
          whole = cut > statements.length
          return perform([...statements.slice(0, cut), 'insert into nowhere values (1)'])
        }
        const before = await positions(db)
        const attempt = withMigrate(db, through, () => migrate(db, { sliceRows }))
        await attempt.catch((error) => {
          if (!/no such table: nowhere/.test(String(error))) throw error
          failures++
        })
        working = !(await isMigrated(db))
        expect(await positions(db)).toEqual(before)
      }
      working = working && (await migrateOneBatch(db))
    }
    expect(failures).toBeGreaterThan(engine === 'embedded' ? 100 : 12)
    expect(await contents(db)).toEqual(await uninterrupted())
  })

  if (engine === 'embedded')
    test('when the disk is full at any moment', async () => {
      const db = await openOlder()
      const [start] = await db.all<{ page_count: number }>(sql`pragma page_count`)
      let failures = 0
      for (let pages = start?.page_count ?? 0; ; pages++) {
        await db.run(sql.raw(`pragma max_page_count = ${pages}`))
        const error = await migrate(db, { sliceRows }).then(
          () => null,
          (thrown) => thrown,
        )
        if (!error) break
        expect(String(error)).toContain('database or disk is full')
        failures++
      }
      expect(failures).toBeGreaterThan(50)
      expect(await contents(db)).toEqual(await uninterrupted())
    })
})

if (engine === 'embedded')
  describe('a server that is stopped while it migrates', () => {
    const serve = async (url: string) =>
      launch({
        DATA_DIR: dirname(url.replace('file:', '')),
        PORT: String(await freePort()),
        SECRET_KEY: 'k'.repeat(32),
        LOG_LEVEL: 'info',
      })
    const sentence = 'Stopped before the migration was finished. The next start continues it.'

    test('ends immediately, also while it waits for another program', async () => {
      const url = await emptyUrl()
      const db = await openOlder(url)
      db.$client.close()
      const holder = new Database(url.replace('file:', ''))
      holder.run('begin immediate')
      const server = await serve(url)
      while (!(await fetch(`${server.url}/healthz`).catch(() => null))) await Bun.sleep(5)
      expect(await server.terminate()).toBe(0)
      expect(server.output()).toContain(sentence)
      holder.close()
      const next = await serve(url)
      await next.ready()
      expect(await next.terminate()).toBe(0)
      expect(await isMigrated(openDatabase(url))).toBe(true)
    })

    test('leaves a database that the next start finishes, at any moment', async () => {
      const url = await emptyUrl()
      const db = await openOlder(url)
      await db.run(sql`
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
        insert into posts (id, organization_id, content_type, status, created_at, updated_at, title, markdown, content)
        select 'many-' || n, 'o', 'changelog', 'draft', n, 1, 'Post ' || n, hex(randomblob(500)), '' from numbers`)
      db.$client.close()
      let stops = 0
      for (let patience = 100; stops < 6; patience += 60) {
        const server = await serve(url)
        while (!(await fetch(`${server.url}/healthz`).catch(() => null))) await Bun.sleep(2)
        await Bun.sleep(patience)
        expect(await server.terminate()).toBe(0)
        if (!server.output().includes(sentence)) break
        stops++
      }
      const last = await serve(url)
      await last.ready()
      expect(await last.terminate()).toBe(0)
      const migrated = openDatabase(url)
      expect([stops > 0, await isMigrated(migrated), await migrated.$count(posts)]).toEqual([
        true,
        true,
        20_007,
      ])
    })
  })

if (engine === 'embedded')
  test('a backup that is written while a migration runs is good, and the next start completes its migration', async () => {
    const folder = temporaryFolder()
    const path = join(folder, 'herald.db')
    const db = await openOlder(`file:${path}`)
    const backups: string[] = []
    const { migrate: perform } = db.$client
    await withMigrate(
      db,
      async (statements) => {
        const to = join(folder, `${backups.length}.db`)
        const state = { key: null, includesKey: false, isCompressed: false, passphrase: null, at: new Date() }
        await writeBackup({ from: fileSource(path), to, ...state })
        backups.push(to)
        return perform(statements)
      },
      () => migrate(db, { sliceRows: 4 }),
    )
    expect(backups.length).toBeGreaterThan(12)
    const inside = backups.filter((each) => verifyBackup(each).migrations.some((name) => name.endsWith(')')))
    expect(inside.length).toBeGreaterThan(5)
    const restored = openDatabase(`file:${inside[3]}`)
    await restored.run(sql`drop table backup_manifest`)
    await migrate(restored)
    expect(await contents(restored)).toEqual(await uninterrupted())
  })

test('two processes that migrate in slices at the same moment do each slice once', async () => {
  const url = await emptyUrl()
  const db = await openOlder(url)
  const other = openDatabase(url)
  const applied = await Promise.all([migrate(db, { sliceRows: 1 }), migrate(other, { sliceRows: 1 })])
  expect(new Set(applied.flat()).size).toBeGreaterThan(0)
  expect(await contents(db)).toEqual(await uninterrupted())
  other.$client.close()
})

test('an earlier version refuses a database whose migration is unfinished', async () => {
  const db = await openOlder()
  await migrateOneBatch(db)
  const books = await readBooks(db)
  expect(books.at(-1)).toMatchObject({ name: `${firstSliced} (unfinished)`, part: 1, after: 0 })
  const known = migrations.filter(({ name }) => name < firstSliced)
  expect(() => refuseUnknown(known, books)).toThrow(
    `This database was migrated by Herald ${version}, and Herald ${version} does not know its migration 0008_pictures_of_posts (unfinished): start that version, or run "herald rollback" to return to the state before the upgrade.`,
  )
})

test('a migration that was started with another text is not continued', async () => {
  const db = await openOlder()
  await migrateOneBatch(db)
  const [earlier] = migrations.find(({ name }) => name === firstSliced)?.accepted.slice(1) ?? []
  await db.run(sql`update migrations set hash = ${earlier} where part is not null`)
  await expect(migrate(db)).rejects.toThrow(
    `The migration 0008_pictures_of_posts of this Herald ${version} is not the one that Herald ${version} applied to this database`,
  )
})

test('a database keeps the hashes of migrations that were rewritten to run in slices', async () => {
  const db = openDatabase(await emptyUrl())
  await migrate(db)
  for (const { name, accepted } of migrations)
    await db.run(sql`update migrations set hash = ${accepted.at(-1)} where name = ${name}`)
  expect(await migrate(db)).toEqual([])
  expect(migrations.filter(({ accepted }) => accepted.length > 1).map(({ name }) => name)).toEqual([
    '0008_pictures_of_posts',
    '0011_collections',
  ])
})
