import { Database } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { addBits, type PagePack, packPages } from '../../src/features/geo/traffic/packed-pages.ts'
import { computeTopPages } from '../../src/features/geo/traffic/top-pages.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { addProject } from '../support/app.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillVisits } from './fill-visits.ts'
import { grouped, milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import type { Service } from './support/service.ts'
import { trafficScale } from './traffic-scale.ts'

const large = Math.round(10_000_000 * trafficScale)
const small = large / 10
const shape = { visitors: 40, pages: 5_000 }
/** New pages that a project accepts on a day; more are counted as other. */
const bombPages = 20_000
const rounds = 15
const mostGrowth = 1.5
const mostBytes = 120

type Read = { what: string; path: string; most: number }
const reads: Read[] = [
  { what: 'overview of 30 days', path: 'overview', most: 15 },
  { what: 'pages of 30 days', path: 'pages?limit=500', most: 15 },
  { what: 'log', path: 'log?limit=200', most: 5 },
  { what: 'log of a host and a purpose', path: 'log?host=host-2.example&categories=search-index', most: 5 },
  { what: 'log of referrals, of which there are none', path: 'log?visitorTypes=ai_referral', most: 5 },
  { what: 'journeys', path: 'journeys?limit=100', most: 5 },
  { what: 'one journey', path: 'journeys/f_0000000000000001', most: 5 },
  { what: 'overview of 365 days', path: 'overview?days=365', most: 100 },
]

/** The reads of AI traffic on 10,000,000 visits of 30 days and on a tenth of them, before and after a path bomb. */
export async function trafficReads(workshop: Workshop): Promise<Row[]> {
  const sizes = { large: await fill(workshop, large), small: await fill(workshop, small) }
  const before = await ask(workshop, sizes)
  bomb(sizes.large.installation.database)
  const after = await ask(workshop, { large: sizes.large })
  const bytes = sizes.large.bytes / large
  return [
    {
      what: `disk of a visit of ${grouped(large)}, roll-ups included`,
      reached: `${Math.round(bytes)} bytes`,
      aim: `at most ${mostBytes} bytes`,
      met: bytes <= mostBytes,
    },
    ...reads.flatMap(({ what, most }, index) => {
      const { large: slow = 0, small: fast = 0 } = before[index] ?? {}
      const { large: bombed = 0 } = after[index] ?? {}
      return [
        {
          what: `traffic: ${what}, of ${grouped(large)} visits`,
          reached: milliseconds(slow),
          aim: `under ${milliseconds(most)}`,
          met: slow < most,
        },
        {
          what: `  against ${grouped(small)}`,
          reached: milliseconds(fast),
          ratio: slow / fast,
          aim: `at most ${mostGrowth} times that`,
          met: slow <= mostGrowth * fast,
        },
        {
          what: '  after a day with a path bomb',
          reached: milliseconds(bombed),
          aim: `under ${milliseconds(most)}`,
          met: bombed < most,
        },
      ]
    }),
  ]
}

async function fill(workshop: Workshop, count: number) {
  const installation = await install(workshop, `traffic-${count}`)
  const { ctx, organizationId, database } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  const projectId = await addProject(ctx, organizationId)
  const empty = statSync(database).size
  fillVisits(database, organizationId, projectId, count, shape)
  await ctx.db.$client.execute(
    'insert into traffic_top_pages (site, day, version, rest, pages) select distinct site, day, 1, 0, null from traffic_days',
  )
  await computeTopPages(ctx, new AbortController().signal)
  await ctx.db.$client.execute('pragma wal_checkpoint(truncate)')
  const bytes = statSync(database).size - empty
  return { installation, key, projectId, bytes }
}
type Filled = Awaited<ReturnType<typeof fill>>

/** The milliseconds of each read, of each size in turn. */
async function ask<N extends string>(
  workshop: Workshop,
  sizes: Record<N, Filled>,
): Promise<Record<N, number>[]> {
  const entries = Object.entries<Filled>(sizes) as [N, Filled][]
  const services = new Map<N, Service>()
  for (const [name, { installation }] of entries)
    services.set(name, await startHerald(workshop, installation))
  const results: Record<N, number>[] = []
  for (const { path } of reads) {
    const contestants = Object.fromEntries(
      entries.map(([name, filled]) => [name, () => timeOf(services.get(name), filled, path)]),
    ) as Record<N, () => Promise<number>>
    await takeTurns(3, contestants)
    results.push(await takeTurns(rounds, contestants))
  }
  for (const service of services.values()) await service.stop()
  return results
}

async function timeOf(
  service: Service | undefined,
  { key, projectId }: Filled,
  path: string,
): Promise<number> {
  const began = performance.now()
  const response = await fetch(
    `http://127.0.0.1:${service?.port}/v1/projects/${projectId}/geo/traffic/${path}`,
    {
      headers: { authorization: `Bearer ${key}` },
    },
  )
  const body = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${body}`)
  return performance.now() - began
}

/** The state after a day on which somebody requested 1,000,000 different pages: few are stored, the rest is one page. */
function bomb(path: string) {
  using database = new Database(path)
  const today = Math.floor(Date.now() / 86_400_000)
  const last = today * 86_400_000 + 1000
  const added = Array.from({ length: bombPages }, (_, index) => shape.pages + 1 + index)
  const pack: PagePack = new Map(added.map((page) => [page, { visits: 1, failed: 0, last }]))
  pack.set(0, { visits: 1_000_000 - bombPages, failed: 0, last })
  database.transaction(() => {
    const text = database.prepare('insert into traffic_texts (site, kind, number, text) values (1, 1, ?, ?)')
    for (const page of added) text.run(page, `host-1.example/bomb/${page}`)
    database
      .prepare(
        'update traffic_days set visits = visits + 1000000, seen = ?, pages = ? where site = 1 and day = ? and visitor = 1',
      )
      .run(addBits(new Uint8Array(), pack.keys()), packPages(pack, today), today)
  })()
}
