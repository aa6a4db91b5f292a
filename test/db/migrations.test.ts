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
        ...migration.statements,
      ]),
    ],
    'write',
  )
  return db
}

test('feedback tokens become keys with their ids, hashes, projects and ends', async () => {
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

test('pictures belong to their posts, and go with them', async () => {
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
