import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { cleanUp, start, temporaryFolder } from '../support/process.ts'
import { freePort, hasSqld, startSqld } from '../support/sqld.ts'
import { startCodeHost } from './code-host.ts'
import { expectEffectsOnce } from './effects.ts'
import { connect, newSettings } from './installation.ts'
import { startLoad } from './load.ts'
import { createRandom, seed, times } from './random.ts'

const minutes = 60_000
const kills = times(4)

const codeHost = startCodeHost(createRandom(seed))
afterAll(async () => {
  await cleanUp()
  codeHost.stop()
})

/** Resolves when no generation is waiting or running any more. */
async function untilDrained(url: string) {
  const db = openDatabase(url)
  for (;;) {
    const open = await db.all(
      sql`select id from jobs where name = 'generation.write' and state in ('ready', 'running') limit 1`,
    )
    if (open.length === 0) return db.$client.close()
    await Bun.sleep(50)
  }
}

if (hasSqld)
  test(
    'two processes on a libSQL server, any of the three killed at random moments, lose nothing and do nothing twice',
    async () => {
      console.log(`CHAOS_SEED=${seed}`)
      const random = createRandom(seed + 500)
      const folder = temporaryFolder()
      let sqld = await startSqld(folder)
      const url = sqld.url.replace('http', 'ws')
      const settings = { ...(await newSettings(codeHost.url)), DATABASE_URL: url }
      const places = [settings, { ...settings, PORT: String(await freePort()) }]
      const servers = [await start(places[0] as typeof settings), await start(places[1] as typeof settings)]
      const installation = await connect(servers[0] as (typeof servers)[number], settings, [
        { eventTypes: ['push'], includePreReleases: true },
        { eventTypes: ['push', 'release'], includePreReleases: true },
      ])
      const randoms = Array.from({ length: 6 }, (_, index) => createRandom(seed + 510 + index))
      const load = startLoad(
        servers.map((server) => server.url),
        installation,
        randoms,
        40,
      )

      for (let kill = 0; kill < kills; kill++) {
        await Bun.sleep(random.between(50, 500))
        if (random.chance(0.5)) {
          await sqld.stop()
          sqld = await startSqld(folder, sqld.port)
        } else {
          const victim = random.pick([0, 1] as const)
          await servers[victim]?.kill()
          servers[victim] = await start(places[victim] as typeof settings)
        }
      }

      await load.stop()
      await untilDrained(url)
      expect(await Promise.all(servers.map((server) => server.terminate()))).toEqual([0, 0])
      await sqld.stop()
      // The server has an ordinary database file; opening it moves the pages of its log into it.
      const path = join(folder, 'dbs/default/data')
      new Database(path).run('pragma wal_checkpoint(truncate)')
      const { runs, posts, activities } = expectEffectsOnce(path, installation, {
        sent: load.sent,
        // While the database server is down, a delivery is refused and counts as never acknowledged.
        unexpected: load.unexpected.filter((answer) => !/^50[03] /.test(answer)),
      })
      console.log(`${kills} kills: ${activities} deliveries, ${runs.length} runs, ${posts} posts`)
      expect(activities).toBeGreaterThan(kills)
    },
    3 * minutes,
  )
