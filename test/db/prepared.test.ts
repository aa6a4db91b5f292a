import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../src/db/client.ts'
import { once, prepareStatement } from '../../src/db/prepared.ts'
import { jobs } from '../../src/jobs/table.ts'
import { openTestDatabase } from '../support/engine.ts'
import { recordStatements } from '../support/query-plan.ts'

const now = new Date('2026-03-04T12:00:00.123Z')
let db: Db
beforeEach(async () => {
  db = (await openTestDatabase()).db
})

const insertJob = (on: Db) =>
  prepareStatement(
    on
      .insert(jobs)
      .values({
        name: sql.placeholder('name'),
        payload: sql.placeholder('payload'),
        runAt: sql.placeholder('at'),
        createdAt: sql.placeholder('at'),
      })
      .returning({ name: jobs.name, payload: jobs.payload, runAt: jobs.runAt }),
  )

describe('a prepared statement', () => {
  test('accepts its values and returns its rows in a batch as the query would', async () => {
    const insert = insertJob(db)
    const [first, second] = await db.batch([
      insert({ name: 'a', payload: { n: 1 }, at: now }),
      insert({ name: 'b', payload: [null], at: now }),
    ])
    expect(first).toEqual([{ name: 'a', payload: { n: 1 }, runAt: now }])
    expect(second).toEqual([{ name: 'b', payload: [null], runAt: now }])
  })

  test('runs when it is awaited alone, and not before', async () => {
    const statement = insertJob(db)({ name: 'a', payload: {}, at: now })
    expect(await db.$count(jobs)).toBe(0)
    expect(await statement).toEqual([{ name: 'a', payload: {}, runAt: now }])
    expect(await db.$count(jobs)).toBe(1)
  })

  test('is refused without one of its values', async () => {
    const incomplete = db.batch([insertJob(db)({ name: 'a', payload: {} })])
    await expect(incomplete).rejects.toThrow('No value for placeholder "at" was provided')
  })

  test('sends the same text each time', async () => {
    const sent = recordStatements(db)
    const move = prepareStatement(
      db
        .update(jobs)
        .set({ name: sql`${sql.placeholder('name')}` })
        .where(eq(jobs.id, sql.placeholder('id'))),
    )
    await db.batch([move({ name: 'a', id: 1 }), move({ name: 'b', id: 2 })])
    expect(sent.map((statement) => statement.args)).toEqual([
      ['a', 1],
      ['b', 2],
    ])
    expect(sent[0]?.sql).toBe(sent[1]?.sql as string)
  })
})

test('is built again only for another database', async () => {
  const other = { db: { ...db } as Db }
  const built: Db[] = []
  const count = once((on) => built.push(on))
  expect([count({ db }), count({ db }), count(other), count({ db }), count(other)]).toEqual([1, 1, 2, 1, 2])
  expect(built).toEqual([db, other.db])
})
