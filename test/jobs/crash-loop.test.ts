import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Db, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { jobs } from '../../src/jobs/table.ts'
import { engine } from '../support/engine.ts'
import { adopt, cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

let folder: string
let db: Db

beforeEach(async () => {
  folder = temporaryFolder()
  db = openDatabase(`file:${join(folder, 'herald.db')}`)
  await migrate(db)
})

const insert = (name: string) =>
  db.insert(jobs).values({ name, payload: {}, runAt: new Date(0), createdAt: new Date(0) })
const isPoison = eq(jobs.name, 'test.poison')
const all = (name: string) => db.select().from(jobs).where(eq(jobs.name, name))

function live(minutes: number, ...more: string[]) {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'crashing-process.ts'), folder, String(minutes), ...more],
    { stdout: 'pipe', stderr: 'inherit' },
  )
  adopt(child)
  return child
}

if (engine === 'embedded')
  describe('a crash loop', () => {
    test('fails the job that causes it, and not the others', async () => {
      for (let n = 0; n < 4; n++) await insert('test.innocent')
      await insert('test.poison')
      for (let n = 0; n < 4; n++) await insert('test.innocent')
      let lives = 0
      const poison = async () => (await all('test.poison'))[0]
      const isAlive = async () => (await poison())?.state !== 'dead'
      for (; lives < 20 && (await isAlive()); lives++) {
        // Sixteen more deaths like the previous one.
        if ((await poison())?.deaths === 5) await db.update(jobs).set({ deaths: 21 }).where(isPoison)
        await live(lives * 11).exited
      }
      expect(await poison()).toMatchObject({ state: 'dead', deaths: 23 })
      const innocents = await all('test.innocent')
      expect(innocents.map(({ state, failures }) => [state, failures])).toEqual(Array(8).fill(['done', 0]))
      // The first three deaths cannot be attributed; then the jobs before the culprit finish, and soon all.
      expect(Math.max(...innocents.map(({ interruptions }) => interruptions))).toBeLessThan(6)
    }, 300_000)

    test('with an outside cause fails no job', async () => {
      for (let n = 0; n < 4; n++) await insert('test.innocent')
      for (let kill = 0; kill < 15; kill++) {
        const child = live(0, 'hang')
        for await (const _ of child.stdout) break
        child.kill('SIGKILL')
        await child.exited
      }
      await live(60).exited
      const rows = await all('test.innocent')
      expect(rows.map(({ state, failures }) => [state, failures])).toEqual(Array(4).fill(['done', 0]))
    }, 300_000)
  })
