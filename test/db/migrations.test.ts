import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migrations.ts'
import { atEnd } from '../support/cleanup.ts'

const folder = mkdtempSync(join(tmpdir(), 'herald-migrations-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))

/** A database as it was before a migration. */
async function databaseBefore(name: string): Promise<Db> {
  const db = openDatabase(`file:${join(folder, `${name}.db`)}`)
  const earlier = readMigrations().filter((migration) => migration.name < name)
  await db.$client.batch(
    [
      'create table migrations (name text primary key, applied_at integer not null)',
      ...earlier.flatMap((migration) => [
        { sql: 'insert into migrations values (?, 0)', args: [migration.name] },
        // Earlier migrations have no rows to change.
        ...migration.parts.flatMap(({ slicesOf, statements }) => (slicesOf ? [] : statements)),
      ]),
    ],
    'write',
  )
  return db
}

test('feedback tokens become keys with their ids, hashes, projects and expiry', async () => {
  const db = await databaseBefore('0005')
  await db.$client.batch(
    [
      "insert into organizations (id, slug, name, created_at) values ('o', 'acme', 'Acme', 1)",
      "insert into projects (id, organization_id, name, created_at) values ('p', 'o', 'P', 2)",
      "insert into feedback_tokens values ('bound', 'o', 'p', 'hfb_1', 'hash1', 3, null)",
      "insert into feedback_tokens values ('ended', 'o', null, 'hfb_2', 'hash2', 4, 5)",
    ],
    'write',
  )
  await migrate(db)
  const { rows } = await db.$client.execute(
    'select id, organization_id, project_id, start, hash, scopes, created_at, revoked_at from api_keys order by id',
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['bound', 'o', 'p', 'hfb_1', 'hash1', '["feedback.send"]', 3, null],
    ['ended', 'o', null, 'hfb_2', 'hash2', '["feedback.send"]', 4, 5],
  ])
})

test('every earlier post gets its own collection, and so does every run without a post', async () => {
  const db = await databaseBefore('0011')
  const time = (text: string) => Date.parse(text)
  const post = (id: string, type: string, at: string) => ({
    sql: 'insert into posts (id, organization_id, content_type, status, created_at, updated_at, title, content) values (?, ?, ?, ?, ?, 1, ?, ?)',
    args: [id, 'o', type, 'draft', time(at), id, ''],
  })
  const run = (id: string, status: string, postId: string | null) => ({
    sql: `insert into generation_jobs (id, organization_id, status, content_type, repository_ids, post_id, source, created_at, updated_at)
      values (?, 'o', ?, 'changelog', '[]', ?, 'api', ?, 1)`,
    args: [id, status, postId, time('2026-09-03T00:00:00Z')],
  })
  await db.$client.batch(
    [
      "insert into organizations (id, slug, name, created_at) values ('o', 'acme', 'Acme', 1)",
      post('p1', 'changelog', '2026-01-01T23:59:59.999Z'),
      post('p2', 'investor_update', '2025-12-22T00:00:00Z'),
      post('p3', 'image', '2024-05-13T12:00:00Z'),
      run('waiting', 'queued', null),
      run('written', 'completed', 'p1'),
      run('deleted', 'completed', 'gone'),
      run('over', 'failed', null),
    ],
    'write',
  )
  await migrate(db)
  const read = async (query: string) =>
    (await db.$client.execute(query)).rows.map((row) => Object.values(row))
  expect(
    await read(`select id, source, source_id, name, name_source, content_types, source_metadata, expected_post_count,
      completed_post_count, created_at from collections order by id`),
  ).toEqual([
    [
      'p1',
      'backfill',
      'p1',
      'Changelog - January 1st 2026',
      'backfill',
      '["changelog"]',
      null,
      1,
      1,
      1767311999999,
    ],
    [
      'p2',
      'backfill',
      'p2',
      'Investor update - December 22nd 2025',
      'backfill',
      '["investor_update"]',
      null,
      1,
      1,
      1766361600000,
    ],
    ['p3', 'backfill', 'p3', 'Image - May 13th 2024', 'backfill', '["image"]', null, 1, 1, 1715601600000],
    [
      'waiting',
      'backfill',
      'waiting',
      'Changelog - September 3rd 2026',
      'backfill',
      '["changelog"]',
      null,
      1,
      0,
      1788393600000,
    ],
  ])
  expect(await read('select id, collection_id from posts order by id')).toEqual([
    ['p1', 'p1'],
    ['p2', 'p2'],
    ['p3', 'p3'],
  ])
  expect(await read('select id, collection_id from generation_jobs order by id')).toEqual([
    ['deleted', null],
    ['over', null],
    ['waiting', 'waiting'],
    ['written', 'p1'],
  ])
  expect(await read('select * from collection_counts')).toEqual([['o', 4]])
  await db.$client.execute("delete from collections where id in ('p1', 'waiting')")
  expect(await read('select id from posts order by id')).toEqual([['p2'], ['p3']])
  expect(await read('select total from post_counts order by content_type')).toEqual([[0], [1], [1]])
  expect(await read('select collection_id from generation_jobs where collection_id is not null')).toEqual([])
  expect(await read('select total from collection_counts')).toEqual([[2]])
})

test('pictures belong to their posts, and are deleted with them', async () => {
  const db = await databaseBefore('0008')
  const token = (letter: string) => letter.repeat(64)
  const post = (id: string, type: string, letter: string) => ({
    sql: 'insert into posts (id, organization_id, content_type, status, created_at, updated_at, title, content, html_url) values (?, ?, ?, ?, 1, 1, ?, ?, ?)',
    args: [id, 'o', type, 'draft', id, '', `https://x.example/images/${token(letter)}.html`],
  })
  await db.$client.batch(
    [
      "insert into organizations (id, slug, name, created_at) values ('o', 'acme', 'Acme', 1)",
      post('first', 'image', 'a'),
      post('second', 'image', 'b'),
      post('impostor', 'changelog', 'a'),
      `insert into post_images values ('${token('a')}', 'o', x'01', '<p>', 7)`,
      `insert into post_images values ('${token('b')}', 'o', x'02', '<b>', 8)`,
    ],
    'write',
  )
  await migrate(db)
  const read = async () => {
    const { rows } = await db.$client.execute(
      'select token, post_id, hex(png), html, created_at from post_images order by post_id',
    )
    return rows.map((row) => Object.values(row))
  }
  expect(await read()).toEqual([
    [token('a'), 'first', '01', '<p>', 7],
    [token('b'), 'second', '02', '<b>', 8],
  ])
  await db.$client.execute("delete from posts where id in ('first', 'impostor')")
  expect(await read()).toEqual([[token('b'), 'second', '02', '<b>', 8]])
})

test('keys of imported lines begin with the second of the line, whatever version stored them', async () => {
  const db = await databaseBefore('0061')
  const rest = '00112233445566778899aabb'
  const line = (key: string, at: number) => `insert into traffic_lines values (1, x'${key}', '', ${at})`
  await db.$client.batch(
    [line(`ffeeddcc${rest}`, 1_700_000_000_999), line(`6553f101${rest}`, 1_700_000_001_000)],
    'write',
  )
  await migrate(db)
  const { rows } = await db.$client.execute('select site, hex(key) as key from traffic_lines order by key')
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, `6553F100${rest.toUpperCase()}`],
    [1, `6553F101${rest.toUpperCase()}`],
  ])
})

test('hosts stay proven by the verified visits of the last day', async () => {
  const db = await databaseBefore('0061_narrow_traffic')
  const now = Date.now()
  const visit = (verdict: number, at: number, host = 7) =>
    `insert into traffic_events (site, class, visitor, at, host, page, user_agent, referrer, verdict, wants_markdown)
      values (1, 0, 1, ${at}, ${host}, 1, 1, 0, ${verdict}, 0)`
  const day = Math.floor(now / 86_400_000)
  const [first, second, third] = [1, 2, 3].map((time) => day * 86_400_000 + time) as [number, number, number]
  await db.$client.batch(
    [
      visit(1, second),
      visit(1, third),
      visit(1, first),
      visit(0, first, 8),
      visit(1, now - 3 * 86_400_000, 9),
    ],
    'write',
  )
  await migrate(db)
  const { rows } = await db.$client.execute('select * from traffic_proofs')
  expect(rows.map((row) => Object.values(row))).toEqual([[1, 7, day, first, third]])
})
