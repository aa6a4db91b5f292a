import { afterAll, expect, test } from 'bun:test'
import { cleanUp, launch, type Server, start } from '../support/process.ts'
import { freePort } from '../support/sqld.ts'
import { startCodeHost } from './code-host.ts'
import { expectEffectsOnce, untilDrained } from './effects.ts'
import { connect, databaseOf, newSettings } from './installation.ts'
import { startLoad } from './load.ts'
import { createRandom, seed, times } from './random.ts'

const minutes = 60_000
/** At most one less than the interruptions that end a job. */
const kills = Math.min(times(9), 49)

console.log(`CHAOS_SEED=${seed}`)
const codeHost = startCodeHost(createRandom(seed))
afterAll(async () => {
  await cleanUp()
  codeHost.stop()
})

const generators = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => createRandom(seed + from + index))

test(
  'killed at random moments under load, nothing acknowledged is lost and nothing is done twice',
  async () => {
    const random = createRandom(seed + 1)
    const settings = await newSettings(codeHost.url)
    let server = await start(settings)
    const installation = await connect(server, settings, [
      { eventTypes: ['push'], includePreReleases: true },
      { eventTypes: ['release'], includePreReleases: false },
      { eventTypes: ['push', 'release'], includePreReleases: true },
    ])
    const load = startLoad([server.url], installation, generators(100, 4), 60)

    for (let killed = 0; killed < kills; killed++) {
      await Bun.sleep(random.between(5, 400))
      await server.kill()
      server = launch(settings)
      // Some are killed again while they migrate, schedule recurring tasks and resume interrupted jobs.
      if (random.chance(0.15) && killed + 1 < kills) {
        await Bun.sleep(random.between(0, 250))
        await server.kill()
        killed++
        server = launch(settings)
      }
      await server.ready()
    }

    await load.stop()
    await untilDrained(databaseOf(settings))
    expect(await server.terminate()).toBe(0)
    const { runs, posts, activities } = expectEffectsOnce(databaseOf(settings), installation, load)
    const again = runs.filter(({ attempts }) => attempts > 1).length
    console.log(
      `${kills} kills: ${activities} deliveries, ${runs.length} runs (${again} interrupted), ${posts} posts`,
    )
    expect(activities).toBeGreaterThan(kills)
    expect(again).toBeGreaterThan(0)
  },
  3 * minutes,
)

test(
  'two processes on one database, one of them killed now and then, run nothing twice',
  async () => {
    const random = createRandom(seed + 2)
    const settings = await newSettings(codeHost.url)
    const others = { ...settings, PORT: String(await freePort()) }
    const steady = await start(settings)
    let victim: Server = await start(others)
    const installation = await connect(steady, settings, [
      { eventTypes: ['push', 'release'], includePreReleases: true },
    ])
    const load = startLoad([steady.url, victim.url], installation, generators(200, 6), 40)

    for (let kill = 0; kill < times(2); kill++) {
      await Bun.sleep(random.between(100, 600))
      await victim.kill()
      victim = await start(others)
    }

    await load.stop()
    await untilDrained(databaseOf(settings))
    expect(await Promise.all([steady.terminate(), victim.terminate()])).toEqual([0, 0])
    expectEffectsOnce(databaseOf(settings), installation, load)
  },
  2 * minutes,
)

test(
  'two undisturbed processes on one database claim every job once',
  async () => {
    const settings = await newSettings(codeHost.url)
    const servers = await Promise.all([
      start(settings),
      start({ ...settings, PORT: String(await freePort()) }),
    ])
    const installation = await connect(servers[0], settings, [
      { eventTypes: ['push', 'release'], includePreReleases: true },
    ])
    const urls = servers.map(({ url }) => url)
    const load = startLoad(urls, installation, generators(300, 8), 20)
    await Bun.sleep(2000)
    await load.stop()
    await untilDrained(databaseOf(settings))
    await Promise.all(servers.map((server) => server.terminate()))
    const { runs } = expectEffectsOnce(databaseOf(settings), installation, load)
    expect(runs.filter(({ attempts }) => attempts !== 1)).toEqual([])
  },
  minutes,
)
