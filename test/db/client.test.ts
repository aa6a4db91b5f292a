import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../src/db/client.ts'
import { isForeignKeyViolation, isGuardViolation, isUniqueViolation } from '../../src/db/errors.ts'
import { isMigrated, migrate } from '../../src/db/migrate.ts'
import { guard } from '../../src/db/table.ts'
import { jobSteps, jobs } from '../../src/jobs/table.ts'
import { openTestDatabase } from '../support/engine.ts'

const now = new Date('2026-03-04T12:00:00.123Z')
const job = (name: string) => ({ name, payload: { a: [1, 'ü', null] }, runAt: now, createdAt: now })

describe('the database client', () => {
  let db: Db
  beforeEach(async () => {
    db = (await openTestDatabase()).db
  })

  test('stores JSON, times, booleans and null and returns them unchanged', async () => {
    const [row] = await db.insert(jobs).values(job('x')).returning()
    expect(row).toMatchObject({
      name: 'x',
      payload: { a: [1, 'ü', null] },
      runAt: now,
      key: null,
      failures: 0,
    })
  })

  test('rolls a whole batch back when one statement fails', async () => {
    const insert = db.insert(jobs).values({ ...job('x'), key: 'k' })
    const batch = db.batch([insert, db.insert(jobs).values({ ...job('y'), key: 'k' })])
    const error = await batch.then(
      () => null,
      (thrown) => thrown,
    )
    expect(isUniqueViolation(error, 'jobs.key')).toBe(true)
    expect(await db.$count(jobs)).toBe(0)
  })

  test('rolls a batch back when the compare-and-set before its guard moved no row', async () => {
    const batch = db.batch([
      db.insert(jobs).values(job('x')),
      db.update(jobs).set({ name: 'moved' }).where(eq(jobs.name, 'nobody')),
      db.run(guard),
    ])
    const error = await batch.then(
      () => null,
      (thrown) => thrown,
    )
    expect(isGuardViolation(error)).toBe(true)
    expect(await db.$count(jobs)).toBe(0)
  })

  test('commits a batch when the compare-and-set moved a row', async () => {
    await db.insert(jobs).values(job('x'))
    await db.batch([db.update(jobs).set({ name: 'moved' }).where(eq(jobs.name, 'x')), db.run(guard)])
    expect((await db.select().from(jobs)).map((row) => row.name)).toEqual(['moved'])
  })

  test('returns the rows of every statement of a batch', async () => {
    const [inserted, counted] = await db.batch([
      db.insert(jobs).values(job('x')).returning({ name: jobs.name }),
      db.select({ total: sql<number>`count(*)` }).from(jobs),
    ])
    expect(inserted).toEqual([{ name: 'x' }])
    expect(counted).toEqual([{ total: 1 }])
  })

  test('enforces foreign keys and cascades deletes', async () => {
    const orphan = db.insert(jobSteps).values({ jobId: 999, name: 'a', result: 1 })
    const error = await orphan.then(
      () => null,
      (thrown) => thrown,
    )
    expect(isForeignKeyViolation(error)).toBe(true)
    const [row] = await db.insert(jobs).values(job('x')).returning()
    await db.insert(jobSteps).values({ jobId: row?.id ?? 0, name: 'a', result: 1 })
    await db.delete(jobs)
    expect(await db.$count(jobSteps)).toBe(0)
  })

  test('separates joined rows with columns of the same name', async () => {
    const [row] = await db.insert(jobs).values(job('the job')).returning()
    await db.insert(jobSteps).values({ jobId: row?.id ?? 0, name: 'the step', result: { ok: true } })
    const joined = await db.select().from(jobs).innerJoin(jobSteps, eq(jobSteps.jobId, jobs.id))
    expect(joined[0]?.jobs.name).toBe('the job')
    expect(joined[0]?.job_steps).toEqual({ jobId: row?.id ?? 0, name: 'the step', result: { ok: true } })
  })

  test('returns rows of raw SQL by column name', async () => {
    expect(await db.all(sql`select 1 as one, 'two' as two, null as three`)).toEqual([
      { one: 1, two: 'two', three: null },
    ])
  })

  test('stores bytes', async () => {
    const blobs = sqliteTable('blobs', { id: integer().primaryKey(), bytes: text().$type<Uint8Array>() })
    await db.run(sql`create table if not exists blobs (id integer primary key, bytes blob)`)
    await db.$client.execute({
      sql: 'insert into blobs (bytes) values (?)',
      args: [new Uint8Array([0, 255, 7])],
    })
    const { rows } = await db.$client.execute('select bytes from blobs')
    expect([...new Uint8Array(rows[0]?.[0] as ArrayBuffer)]).toEqual([0, 255, 7])
    await db.run(sql`drop table ${blobs}`)
  })

  test('names the invalid statement', async () => {
    expect(db.$client.execute('select * from nowhere')).rejects.toThrow(/no such table: nowhere/)
  })

  test('migrates once: a migrated database has nothing to apply', async () => {
    expect(await migrate(db)).toEqual([])
    expect(await isMigrated(db)).toBe(true)
  })
})
