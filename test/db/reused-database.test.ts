import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/db/client.ts'
import { testApp } from '../support/app.ts'
import { testContext } from '../support/context.ts'
import { engine } from '../support/engine.ts'

// Tests have the database of an earlier test of the file, one after another.

let earlier: Db | undefined

/** The rows of all tables, and the words of all indexes. */
async function readAll(db: Db) {
  const tables = await db.all<{ name: string }>(
    sql`select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow')
      and name not in ('migrations', 'sqlite_schema') and name not like '%\\_config' escape '\\'`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) rows[name] = await db.all(sql.raw(`select * from "${name}"`))
  return rows
}

let empty: Record<string, unknown>

test('a new database has only what the migrations store', async () => {
  const { db } = await testContext()
  empty = await readAll(db)
})

test('a test stores rows that are also searched', async () => {
  const app = await testApp()
  await app.team('acme')
  await app.ctx.db.run(sql`insert into posts (id, organization_id, title, content, markdown, content_type, status, created_at, updated_at)
    select 'p', id, 'Rocket', '', 'Launch', 'changelog', 'draft', 1, 1 from organizations`)
  expect(await readAll(app.ctx.db)).not.toEqual(empty)
  earlier = app.ctx.db
})

test('the next test has none of them, and the earlier one can no longer reach its database', async () => {
  const { db } = await testContext()
  expect(await readAll(db)).toEqual(empty)
  if (engine !== 'embedded') return
  await db.run(sql`create temp table kept as select 1 as one`)
  void earlier?.run(sql`delete from kept`).then()
  expect(await db.all(sql`select one from kept`)).toEqual([{ one: 1 }])
  await db.run(sql`drop table kept`)
})

// A libSQL server is emptied for each test, and keeps tables that a test created.
if (engine === 'embedded')
  describe('a database with other tables', () => {
    test('belongs to one test', async () => {
      const { db } = await testContext()
      await db.run(sql`create table other (id integer)`)
    })

    test('is not used by the next one', async () => {
      const { db } = await testContext()
      expect(Object.keys(await readAll(db))).toEqual(Object.keys(empty))
    })
  })
