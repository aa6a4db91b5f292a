import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { writeToken } from '../../src/features/geo/traffic/tracking-token.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { milliseconds, perSecond, perSecondAt } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { createTarget, measure, sendSteadily, type Target } from './support/load.ts'
import { quantile } from './support/rounds.ts'
import { processorTime, type Service, startBaseline } from './support/service.ts'
import { startProbed } from './support/turns.ts'
import { trafficScale } from './traffic-scale.ts'

const organizationCount = Math.max(10, Math.round(300 * trafficScale))
const rate = 4_000
const seconds = Math.max(1, Math.round(30 * trafficScale))
const readsPerSecond = 20
const maxTurn = 10
const foldPause = 6_000

/** Visits of many organizations, each stored before its 202, while the API is read and counts are added up. */
export async function trafficIngest(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'traffic-ingest')
  const { tokens, read } = await addSenders(installation)
  installation.ctx.db.$client.close()
  const bare = await measureBare(workshop, tokens)
  const { dataDir, database } = installation
  const herald = await startProbed(workshop.binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const visits = visitsOf(herald, tokens)
  const reads = createTarget(herald, [`GET ${read.path}`, `Authorization: Bearer ${read.key}`])

  const cost = await measure(visits, Math.min(5, seconds), organizationCount)
  await herald.longestTurn()
  const [offered, readLatencies] = await Promise.all([
    offer(visits, seconds),
    sendSteadily(reads, readsPerSecond, seconds),
  ])
  // Counts are added up every five seconds.
  await Bun.sleep(foldPause)
  const turn = await herald.longestTurn()
  await herald.stop()
  const stored = countStored(database)
  const readP99 = quantile(readLatencies, 0.99)
  return [
    {
      what: `visits accepted from ${organizationCount} organizations, durable`,
      reached: perSecondAt(cost),
      aim: `at least ${perSecond(rate)}`,
      met: cost.rate >= rate,
    },
    {
      what: `  p99 of the 202, ${perSecond(rate)} offered for ${seconds} s`,
      reached: describe(offered),
      baseline: describe(bare),
      aim: 'under 25 ms',
      met: offered.p99 < 25,
    },
    {
      what: '  p99 of API reads meanwhile',
      reached: milliseconds(readP99),
      aim: 'under 50 ms',
      met: readP99 < 50,
    },
    {
      what: '  longest turn of the event loop, in processor time',
      reached: milliseconds(turn),
      aim: `under ${maxTurn} ms`,
      met: turn < maxTurn,
    },
    {
      what: '  visits lost or stored twice',
      reached: `${stored - visits.accepted} of ${visits.accepted}`,
      aim: 'none',
      met: stored === visits.accepted,
    },
  ]
}

const visitsOf = (service: Service, tokens: string[]): Target => ({
  service,
  status: 202,
  accepted: 0,
  nextRequest: requestsOf(service.port, tokens),
})

/** The shares of a core that server and load used show which of them limits the rate. */
type Offered = { p99: number; rate: number; server: number; load: number }

/** Sends visits at the rate of the aim, over one connection for the website of each organization. */
async function offer(visits: Target, duration: number): Promise<Offered> {
  const { pid } = visits.service
  const started = performance.now()
  const [server, load] = [processorTime(pid), process.cpuUsage()]
  const latencies = await sendSteadily(visits, rate, duration, organizationCount)
  const elapsed = performance.now() - started
  const { user, system } = process.cpuUsage(load)
  return {
    p99: quantile(latencies, 0.99),
    rate: (latencies.length / elapsed) * 1000,
    server: (processorTime(pid) - server) / 1000 / elapsed,
    load: (user + system) / 1000 / elapsed,
  }
}

const describe = ({ p99, rate, server, load }: Offered) =>
  `${milliseconds(p99)} at ${perSecond(rate)}; cores: server ${server.toFixed(2)}, load ${load.toFixed(2)}`

/** The same load on a server that only stores the visits. */
async function measureBare({ folder }: Workshop, tokens: string[]): Promise<Offered> {
  const server = await startBaseline('traffic-ingest', {
    DATABASE: join(folder, 'traffic-ingest-baseline.db'),
  })
  const visits = visitsOf(server, tokens)
  await measure(visits, 1, organizationCount)
  const offered = await offer(visits, Math.min(5, seconds))
  await server.stop()
  return offered
}

/** Organizations with one project each, and the tokens of their websites. */
async function addSenders({ ctx, organizationId }: Installation) {
  const now = ctx.now()
  const tokens: string[] = []
  const organizations = [organizationId]
  for (let index = 1; index < organizationCount; index++)
    organizations.push((await createOrganization(ctx, `acme-${index}`, 'Acme')).id)
  for (const [index, id] of organizations.entries()) {
    await ctx.db.insert(brandIdentities).values({
      ...{ id: `brand-${index}`, organizationId: id, name: 'Acme', isDefault: true },
      ...{ websiteUrl: 'https://acme.com', createdAt: now, updatedAt: now },
    })
    const project = { id: `project-${index}`, organizationId: id, name: 'Acme', createdAt: now }
    await ctx.db.insert(projects).values(project)
    tokens.push(writeToken(ctx, { organizationId: id, projectId: project.id, generation: 1 }))
  }
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  return { tokens, read: { key, path: '/v1/projects/project-0/geo/traffic/overview' } }
}

const agents = ['GPTBot/1.3', 'ClaudeBot/1.0', 'ChatGPT-User/1.0', 'PerplexityBot/1.0', 'OAI-SearchBot/1.3']

function requestsOf(port: number, tokens: string[]) {
  let turn = 0
  return () => {
    const at = turn++
    const body = JSON.stringify({
      method: 'GET',
      url: `https://acme.com/docs/${at % 997}`,
      ip: `20.15.${at % 200}.80`,
      userAgent: `Mozilla/5.0 (compatible; ${agents[at % agents.length]})`,
      accept: '*/*',
      status: 200,
    })
    const head = [
      'POST /api/geo/ingest HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      `Authorization: Bearer ${tokens[at % tokens.length]}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

/** Visits in the log, if the counts by day have as many. */
function countStored(path: string): number {
  using database = new Database(path, { readonly: true })
  const numberOf = (sql: string) => Number(database.query(sql).values()[0]?.[0] ?? 0)
  const folded = numberOf(
    'select count(*) from traffic_events where id <= (select event from traffic_cursor where id = 1)',
  )
  const counted = numberOf('select sum(visits) from traffic_days')
  if (counted !== folded) throw new Error(`${folded} visits were added up, and the days have ${counted}.`)
  return numberOf('select count(*) from traffic_events')
}
