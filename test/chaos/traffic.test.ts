import type { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { addIdentity, addProject } from '../support/app.ts'
import { cleanUp, launch, type Server, type Settings, start, succeed } from '../support/process.ts'
import { gptBot } from '../support/traffic.ts'
import { databaseOf, newSettings, openBeside } from './installation.ts'
import { createRandom, type Random, seed, times } from './random.ts'

const kills = times(8)
const connections = 6
/** Visits are of today and of the day before. */
const hoursBack = 20

console.log(`CHAOS_SEED=${seed}`)
afterAll(cleanUp)

test(
  'killed 20 times while visits arrive, each acknowledged visit is stored and counted once',
  async () => {
    const random = createRandom(seed + 900)
    const settings: Settings = { ...(await newSettings('http://127.0.0.1:1')), INGEST_PER_MINUTE: '1000000' }
    const path = databaseOf(settings)
    const { key, projectId } = await prepare(settings)
    let server = await start(settings)
    const token = await createToken(server, key, projectId)
    const load = startVisits(server.url, token, random)
    const outputs: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      await load.untilAcknowledged(Math.floor(random.between(0, 60)))
      await server.kill()
      outputs.push(server.output())
      server = launch(settings)
      await server.ready()
    }
    await load.stop()

    const visits = countVisits(path, load)
    await untilFolded(path)
    expectCounts(path)
    await expectRead(server, key, projectId, path)
    await succeed(['backup', join(settings.DATA_DIR ?? '', 'saved.db')], settings)
    expect(await server.terminate()).toBe(0)
    expectNoAddress(settings.DATA_DIR ?? '', [...outputs, server.output()])
    console.log(`${kills} kills: ${load.acknowledged.size} visits acknowledged, ${visits} stored`)
    expect(load.acknowledged.size).toBeGreaterThan(kills)
  },
  10 * 60_000,
)

/** A project that tracks acme.com, created before any server runs. */
async function prepare(settings: Settings) {
  const ctx = createContext(readConfig({ ...settings, LOG_LEVEL: 'silent' }))
  await migrate(ctx.db)
  const { id } = await createOrganization(ctx, 'acme', 'Acme')
  const { key } = await createKey(ctx, id, { name: 'chaos' })
  await addIdentity(ctx, id, 'brand')
  const projectId = await addProject(ctx, id)
  ctx.db.$client.close()
  return { key, projectId }
}

async function createToken({ url }: Server, key: string, projectId: string): Promise<string> {
  const response = await fetch(`${url}/v1/geo/ingest/token?projectId=${projectId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

/** Connections that report visits without pause, each of its own page and once, until they are stopped. */
function startVisits(url: string, token: string, random: Random) {
  const sent = new Set<string>()
  const acknowledged = new Set<string>()
  const unexpected: string[] = []
  let isStopped = false

  async function connection(name: number) {
    for (let visit = 0; !isStopped; visit++) {
      const page = `/${name}/${visit}`
      sent.add(page)
      const answer = await report(page).catch(() => null)
      if (answer?.status === 202) acknowledged.add(page)
      else if (answer) unexpected.push(`${answer.status} ${await answer.text()}`)
      else await Bun.sleep(20)
    }
  }

  const report = (page: string) =>
    fetch(`${url}/api/geo/ingest`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        method: 'GET',
        url: `https://acme.com${page}`,
        timestamp: new Date(Date.now() - random.between(0, hoursBack) * 3_600_000).toISOString(),
        ip: `203.0.113.${Math.floor(random.between(1, 250))}`,
        userAgent: random.pick([gptBot, 'PerplexityBot/1.0', 'ChatGPT-User/1.0']),
        status: random.pick([200, 404]),
      }),
    })

  const running = Array.from({ length: connections }, (_, name) => connection(name))
  return {
    sent,
    acknowledged,
    unexpected,
    /** Resolves when so many more visits were acknowledged. */
    async untilAcknowledged(more: number) {
      const wanted = acknowledged.size + more
      while (acknowledged.size < wanted) await Bun.sleep(1)
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
    },
  }
}

const numberOf = (database: Database, sql: string) => Number(database.query(sql).values()[0]?.[0] ?? 0)

/** Each acknowledged visit is stored once, and each other one at most once; returns how many are. */
function countVisits(path: string, { sent, acknowledged, unexpected }: ReturnType<typeof startVisits>) {
  expect(unexpected).toEqual([])
  using database = openBeside(path, { readonly: true })
  const stored = database
    .query<{ page: string }, []>(
      `select substr(text, 9) as page from traffic_events as events
        join traffic_texts as texts on texts.site = events.site and texts.kind = 1 and number = page`,
    )
    .all()
    .map(({ page }) => page)
  const pages = new Set(stored)
  expect(stored.length).toBe(pages.size)
  expect([...acknowledged].filter((page) => !pages.has(page))).toEqual([])
  expect([...pages].filter((page) => !sent.has(page))).toEqual([])
  expect(numberOf(database, 'select count(*) from traffic_events')).toBe(pages.size)
  expect(numberOf(database, `select visits from traffic_received where outcome = 'stored'`)).toBe(pages.size)
  return pages.size
}

/** Resolves when the server has counted all visits. */
async function untilFolded(path: string) {
  using database = openBeside(path, { readonly: true })
  const rest =
    'select (select max(id) from traffic_events) - coalesce((select event from traffic_cursor where id = 1), 0)'
  while (numberOf(database, rest) > 0) await Bun.sleep(50)
}

/** The counts by day and by journey are those of the visits. */
function expectCounts(path: string) {
  using database = openBeside(path, { readonly: true })
  const rows = (sql: string) => database.query(sql).values()
  const day = 'at / 86400000'
  expect(rows('select day, visitor, visits, last_at from traffic_days order by 1, 2')).toEqual(
    rows(`select ${day}, visitor, count(*), max(at) from traffic_events group by 1, 2 order by 1, 2`),
  )
  expect(
    rows('select hex(journey), visits, first_at, last_at from traffic_journeys order by journey'),
  ).toEqual(
    rows(
      'select hex(journey), count(*), min(at), max(at) from traffic_events group by journey order by journey',
    ),
  )
  expect(rows('pragma integrity_check')).toEqual([['ok']])
}

async function expectRead({ url }: Server, key: string, projectId: string, path: string) {
  using database = openBeside(path, { readonly: true })
  const response = await fetch(`${url}/v1/projects/${projectId}/geo/traffic/overview`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { totals, sources } = (await response.json()) as {
    totals: { crawler: number }
    sources: { paths: number }[]
  }
  const visits = numberOf(database, 'select count(*) from traffic_events')
  expect([totals.crawler, sources.reduce((sum, { paths }) => sum + paths, 0)]).toEqual([visits, visits])
}

/** Neither the database, its log, a backup nor what servers printed has an address of a visitor. */
function expectNoAddress(folder: string, outputs: string[]) {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  const texts = files.map(({ name }) => [name, readFileSync(join(folder, name), 'latin1')] as const)
  expect(texts.map(([name]) => name)).toEqual(expect.arrayContaining(['herald.db', 'saved.db']))
  expect(texts.find(([name]) => name === 'saved.db')?.[1]).toContain('acme.com/0/')
  for (const [name, text] of [...texts, ['output', outputs.join('\n')] as const])
    expect([name, text.includes('203.0.113')]).toEqual([name, false])
}
