import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import type { Db } from '../../src/db/client.ts'
import { countList, countRows, readMergedPage, toSlice } from '../../src/db/merged-page.ts'
import { engine, openTestDatabase } from '../support/engine.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

const items = sqliteTable('merged_items', {
  id: text().primaryKey(),
  kind: text().notNull(),
  at: integer().notNull(),
})
const rows = Array.from({ length: 60 }, (_, number) => ({
  id: `i${String(number).padStart(2, '0')}`,
  kind: ['a', 'b', 'c'][number % 3] ?? 'a',
  at: Math.floor(number / 7),
}))

let db: Db
beforeAll(async () => {
  db = (await openTestDatabase()).db
  await db.run(sql`create table merged_items (id text primary key, kind text not null, at integer not null)`)
  await db.run(sql`create index merged_items_kind on merged_items (kind, at, id)`)
  await db.insert(items).values(rows)
})
// The files of a run share the database server.
afterAll(async () => {
  if (engine === 'libsql') await db.run(sql`drop table merged_items`)
})

const order: [typeof items.at, typeof items.id] = [items.at, items.id]
const groupsOf = (kinds: string[]) => kinds.map((kind) => sql`${items.kind} = ${kind}`)

test('a merged page equals the page of the sorted list, for any groups, order, offset and thread', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: 0, max: 70 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(0, 1_000_000),
      async (kinds, sort, offset, limit, steps) => {
        const sorted = rows
          .filter(({ kind }) => kinds.includes(kind))
          .sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1))
          .map(({ id }) => id)
        if (sort === 'desc') sorted.reverse()
        const slice = toSlice(sorted.length, { limit, offset })
        const found = slice
          ? await readMergedPage<string>(db, {
              table: items,
              groups: groupsOf(kinds),
              order,
              sort,
              slice,
              steps,
            })
          : []
        expect(found).toEqual(sorted.slice(offset, offset + limit))
      },
    ),
  )
})

test('groups are merged from their index and never sorted', async () => {
  const sent = recordStatements(db)
  const slice = { limit: 5, offset: 3, isReversed: false }
  await readMergedPage(db, { table: items, groups: groupsOf(['a', 'b', 'c']), order, sort: 'desc', slice })
  const [statement] = sent
  if (!statement) throw new Error('Nothing was read.')
  const plan = await planOf(db, statement)
  expect(plan.filter((line) => /merged_items/.test(line)).length).toBe(3)
  expect(plan.filter((line) => /SCAN|TEMP B-TREE/.test(line))).toEqual([])
})

test('rows are counted equally on the event loop and in the background', async () => {
  for (const steps of [0, 1_000_000])
    expect(await countRows(db, items, sql`${items.kind} = 'b'`, steps)).toBe(20)
})

test('a page in the second half of a list is read from its end', () => {
  expect(toSlice(100, { limit: 10, offset: 0 })).toEqual({ limit: 10, offset: 0, isReversed: false })
  expect(toSlice(100, { limit: 10, offset: 85 })).toEqual({ limit: 10, offset: 5, isReversed: true })
  expect(toSlice(100, { limit: 10, offset: 95 })).toEqual({ limit: 5, offset: 0, isReversed: true })
  expect(toSlice(100, { limit: 10, offset: 100 })).toBeNull()
  expect(toSlice(0, { limit: 10, offset: 0 })).toBeNull()
})

test('counting stops at the maximum of a list, and only a longer count runs in the background', async () => {
  const sent = recordStatements(db)
  expect(await countList(db, items, sql`${items.kind} = 'a'`)).toBe(20)
  expect(await countList(db, items, undefined, 25)).toBe(25)
  const add = sql`with recursive n(n) as (select 1 union all select n + 1 from n where n < 20001)
    insert into merged_items (id, kind, at) select 'long-' || n, 'long', n from n`
  await db.run(add)
  const isLong = sql`${items.kind} = 'long'`
  sent.length = 0
  expect(await countList(db, items, isLong)).toBe(10_000)
  expect(await countList(db, items, isLong, 20_000)).toBe(20_000)
  expect(sent).toHaveLength(2)
  const { readInBackground } = db.$client
  let background = 0
  db.$client.readInBackground = (...statement) => {
    background++
    return readInBackground.call(db.$client, ...statement)
  }
  expect(await countList(db, items, isLong, 100_000)).toBe(20_001)
  expect(background).toBe(1)
  await db.run(sql`delete from merged_items where kind = 'long'`)
})
