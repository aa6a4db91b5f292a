import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { type Server, type Settings, start, succeed, temporaryFolder } from '../support/process.ts'
import { freePort, startSqld } from '../support/sqld.ts'
import { startCodeHost } from './code-host.ts'
import { expectEffectsOnce } from './effects.ts'
import { connect, newSettings } from './installation.ts'
import { findExcess, startLimitedReads } from './limited-reads.ts'
import { startLoad } from './load.ts'
import { createRandom, type Random } from './random.ts'

const perMinute = 30
/** For less than this a delivery waits for the database server. */
const waitedMilliseconds = 4000

export type KillOptions = {
  kills: number
  processes: number
  seed: number
  /** Longest pause of a connection between two deliveries; longer for many kills, which would store too much. */
  pauseMilliseconds: number
  report?: (kill: number) => void
}

/**
 * Runs several processes on one libSQL server under load, and kills any of them at random moments. Throws unless every
 * acknowledged delivery has its effects exactly once and no limit was exceeded. Returns how much was done.
 */
export async function killOnServer({ kills, processes, seed, pauseMilliseconds, report }: KillOptions) {
  const random = createRandom(seed + 500)
  const codeHost = startCodeHost(createRandom(seed))
  const folder = temporaryFolder()
  let sqld = await startSqld(folder)
  const url = sqld.url.replace('http', 'ws')
  const settings: Settings = { ...(await newSettings(codeHost.url)), DATABASE_URL: url }
  const places: Settings[] = [settings]
  while (places.length < processes) places.push({ ...settings, PORT: String(await freePort()) })
  const servers: Server[] = []
  const started: Server[] = []
  async function startAt(place: Settings) {
    const server = await start(place)
    started.push(server)
    return server
  }
  for (const place of places) servers.push(await startAt(place))
  const urls = servers.map((server) => server.url)
  const installation = await connect(servers[0] as Server, settings, [
    { eventTypes: ['push'], includePreReleases: true },
    { eventTypes: ['push', 'release'], includePreReleases: true },
  ])
  const limited = ['key', 'create', '--org', 'acme', '--name', 'limited', '--per-minute', String(perMinute)]
  const reads = startLimitedReads(urls, await succeed(limited, settings))
  const load = startLoad(urls, installation, randomsFor(seed), pauseMilliseconds)

  let longestOutage = 0
  for (let kill = 0; kill < kills; kill++) {
    await Bun.sleep(random.between(50, 500))
    report?.(kill)
    if (random.chance(1 / (processes + 1))) {
      const stopped = performance.now()
      await sqld.stop()
      sqld = await startSqld(folder, sqld.port)
      longestOutage = Math.max(longestOutage, performance.now() - stopped)
      continue
    }
    const victim = indexOf(random, processes)
    await servers[victim]?.kill()
    servers[victim] = await startAt(places[victim] as Settings)
  }

  await load.stop()
  const accepted = await reads.stop()
  const excess = findExcess(accepted, perMinute)
  if (excess)
    throw new Error(`${excess} requests of a key passed within a minute; its limit is ${perMinute}.`)
  await untilDrained(url)
  const codes = await Promise.all(servers.map((server) => server.terminate()))
  if (codes.some((code) => code !== 0)) throw new Error(`The processes ended with ${codes}.`)
  await sqld.stop()
  codeHost.stop()
  // A delivery is refused only if the database server stays down; it then counts as never acknowledged.
  const isLong = longestOutage > waitedMilliseconds
  const unexpected = load.unexpected.filter((answer) => !isLong || !/^50[03] /.test(answer))
  if (unexpected.length > 0) console.log(started.flatMap(listUnstored).join('\n'))
  const effects = expectEffectsOnce(databaseOf(folder), installation, { sent: load.sent, unexpected })
  return {
    ...{ activities: effects.activities, runs: effects.runs.length, posts: effects.posts },
    ...{ limited: accepted.length, refused: load.unexpected.length, longestOutage },
  }
}

/** The lines of a log that say why a delivery was not stored. */
const listUnstored = (server: Server) =>
  server
    .output()
    .split('\n')
    .filter((line) => line.includes('was not stored'))

const indexOf = (random: Random, count: number) => Math.floor(random.between(0, count))

const randomsFor = (seed: number) => Array.from({ length: 6 }, (_, index) => createRandom(seed + 510 + index))

/** The server has an ordinary database file; opening it moves the pages of its log into it. */
function databaseOf(folder: string): string {
  const path = join(folder, 'dbs/default/data')
  using database = new Database(path)
  database.run('pragma wal_checkpoint(truncate)')
  return path
}

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
