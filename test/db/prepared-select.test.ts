import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../src/db/client.ts'
import { prepareSelect } from '../../src/db/prepared-select.ts'
import { flag, time } from '../../src/db/table.ts'
import { openTestDatabase } from '../support/engine.ts'

const kinds = sqliteTable('kinds', {
  id: integer().primaryKey(),
  name: text(),
  data: text({ mode: 'json' }),
  at: time(),
  isOn: flag(),
  bytes: blob({ mode: 'buffer' }),
})
const parts = sqliteTable('parts', { id: integer().primaryKey(), kindId: integer(), name: text() })

let db: Db
afterEach(() => db.batch([db.run(sql`drop table kinds`), db.run(sql`drop table parts`)]))
beforeEach(async () => {
  db = (await openTestDatabase()).db
  await db.run(
    sql`create table kinds (id integer primary key, name text, data text, at integer, is_on integer, bytes blob)`,
  )
  await db.run(sql`create table parts (id integer primary key, kind_id integer, name text)`)
  const at = new Date('2026-03-04T12:00:00.123Z')
  await db
    .insert(kinds)
    .values([
      { id: 1, name: 'one', data: { a: [1, 'ü', null] }, at, isOn: true, bytes: Buffer.from([0, 255, 7]) },
      { id: 2, name: '', data: 'text', at: new Date(0), isOn: false, bytes: Buffer.alloc(0) },
      { id: 3 },
    ])
  await db.insert(parts).values([
    { id: 10, kindId: 1, name: 'same name' },
    { id: 11, kindId: 1, name: null },
    { id: 12, kindId: 3, name: 'other' },
  ])
})

describe('a prepared select', () => {
  const byName = eq(kinds.name, sql.placeholder('name'))
  const onKind = eq(parts.kindId, kinds.id)
  const selects: [string, (on: Db) => any][] = [
    ['every column of a table', (on) => on.select().from(kinds).orderBy(asc(kinds.id))],
    ['some columns under other names', (on) => on.select({ when: kinds.at, what: kinds.data }).from(kinds)],
    ['a condition', (on) => on.select().from(kinds).where(byName)],
    ['a condition that nothing meets', (on) => on.select().from(kinds).where(sql`${byName} and false`)],
    [
      'two tables that have columns of one name',
      (on) => on.select({ parts, kinds }).from(parts).innerJoin(kinds, onKind).orderBy(asc(parts.id)),
    ],
    [
      'a table and groups of columns',
      (on) =>
        on
          .select({ kind: kinds, part: { id: parts.id, name: parts.name }, own: parts.kindId })
          .from(parts)
          .innerJoin(kinds, onKind),
    ],
    ['an expression', (on) => on.select({ count: sql<number>`count(*)`, name: parts.name }).from(parts)],
  ]

  test.each(selects)('of %s returns the rows that Drizzle returns', async (_, build) => {
    const values = { name: 'one' }
    const expected = await build(db).prepare().all(values)
    const prepared = prepareSelect(db, build(db))
    expect(await prepared.all(values)).toEqual(expected)
    expect(await prepared.get(values)).toEqual(expected[0])
    expect(await prepared.all(values)).toEqual(expected)
  })

  test('accepts other values each time', async () => {
    const named = prepareSelect(db, db.select({ id: kinds.id }).from(kinds).where(byName))
    expect(await named.get({ name: 'one' })).toEqual({ id: 1 })
    expect(await named.get({ name: '' })).toEqual({ id: 2 })
    expect(await named.get({ name: 'nobody' })).toBeUndefined()
  })

  test('refuses a join without named columns', async () => {
    const joined = prepareSelect(db, db.select().from(parts).innerJoin(kinds, onKind))
    await expect(joined.all({})).rejects.toThrow('A join has to name what it selects')
  })

  test('refuses an outer join, in which a whole table may be missing', () => {
    const outer = db.select().from(kinds).leftJoin(parts, onKind)
    expect(() => prepareSelect(db, outer)).toThrow('An outer join cannot be prepared')
  })
})
