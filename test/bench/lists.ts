import { projects } from '../../src/features/geo/projects/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillLists } from './fill-lists.ts'
import { grouped, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { createTarget, sendSteadily } from './support/load.ts'
import { median, quantile } from './support/rounds.ts'
import { processorTime } from './support/service.ts'
import { signIn } from './support/sign-in.ts'
import { type Probed, startProbed } from './support/turns.ts'

const rowCount = Number(process.env.LIST_ROWS ?? 1_000_000)
const rounds = 3
/** The process clock ticks every 10 ms, so this many requests are measured together. */
const repeated = 5

/**
 * The cost of each list at a million rows, in processor time of all threads, and the delay of other requests.
 */
export async function lists(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'lists')
  const owners = await addOwners(installation)
  const { ctx, organizationId, database, dataDir } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  const cookie = await signIn(installation)
  ctx.db.$client.close()
  const before = process.cpuUsage()
  fillLists(database, owners, rowCount)
  const { user, system } = process.cpuUsage(before)
  const filled = (user + system) / 1_000_000
  const herald = await startProbed(workshop.binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const rows: Row[] = [
    {
      what: `lists: filling fifteen tables with ${grouped(rowCount)} rows each`,
      reached: `${grouped(filled)} s`,
      aim: 'under 60 s of processor time',
      met: filled < 60,
    },
  ]
  const ask: Ask = (path) => request(herald.port, path, { key, cookie, organizationId })
  const { nextCursor } = JSON.parse(await ask('/v1/chats?limit=50')) as { nextCursor: string }
  const paths = routesOf(owners, nextCursor)
  for (const path of paths) rows.push(await measureList(herald, path, ask))
  rows.push(await measureHealth(herald, paths, ask))
  await herald.stop()
  return rows
}

/** Every list that grows with use, as clients and pages read it; deep pages too. */
function routesOf({ integrationIds: [integrationId], projectId }: Owners, chat: string): string[] {
  const deep = Math.floor(rowCount / 100)
  return [
    '/v1/posts',
    '/v1/posts?status=draft,published&contentType=blog_post&sort=asc',
    '/v1/posts?status=draft,published&contentType=image',
    `/v1/posts?status=draft,published&page=${deep / 4}`,
    '/api/app/posts?status=draft,published',
    '/v1/collections',
    `/v1/collections?page=${deep / 4}`,
    '/v1/deliveries',
    `/v1/deliveries?page=${deep}`,
    '/v1/deliveries?status=failed',
    `/v1/deliveries?integrationId=${integrationId}`,
    `/v1/deliveries?integrationId=${integrationId}&type=filtered`,
    '/v1/deliveries?search=delivery-77777',
    '/v1/deliveries?search=nowhere',
    '/v1/runs',
    '/v1/runs?status=failed',
    `/v1/runs?integrationId=${integrationId}`,
    `/v1/runs?integrationId=${integrationId}&page=${deep / 4}`,
    '/v1/feedback',
    '/v1/feedback?status=new&kind=bug',
    '/v1/feedback?groupBy=similar',
    '/v1/feedback?groupBy=similar&status=new',
    `/v1/feedback?groupBy=similar&page=${deep / 10}`,
    '/api/app/agent-sessions',
    '/api/app/approvals',
    '/api/app/approvals/count',
    `/v1/projects/${projectId}/geo/scans`,
    '/v1/chats?limit=50',
    `/v1/chats?limit=50&cursor=${chat}`,
    `/v1/integrations/${integrationId}/events`,
    `/v1/projects/${projectId}/geo/prompts`,
    `/v1/projects/${projectId}/geo/briefs`,
    '/api/app/keys',
    '/api/app/members',
    '/api/app/home',
  ]
}

async function measureList(herald: Probed, path: string, ask: Ask): Promise<Row> {
  await ask(path)
  await herald.longestTurn()
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = processorTime(herald.pid)
    for (let number = 0; number < repeated; number++) await ask(path)
    costs.push((processorTime(herald.pid) - before) / 1000 / repeated)
  }
  const cost = median(costs)
  const turn = await herald.longestTurn()
  return {
    what: `  ${path.replace(/[0-9a-f-]{36}/g, ':id').replace(/cursor=.*/, 'cursor=:cursor')}`,
    reached: `${milliseconds(cost)}, longest turn ${milliseconds(turn)}`,
    aim: 'under 50 ms',
    met: cost < 50 && turn < 50,
  }
}

/** Reads every list repeatedly while /healthz is requested 50 times a second. */
async function measureHealth(herald: Probed, paths: string[], ask: Ask): Promise<Row> {
  let isOver = false
  const reading = (async () => {
    while (!isOver) for (const path of paths) if (!isOver) await ask(path)
  })()
  const target = createTarget(herald, ['GET /healthz'])
  const waits = await sendSteadily(target, 50, 20)
  isOver = true
  await reading
  const p99 = quantile(waits, 0.99)
  return {
    what: '  /healthz while all of them are read, p99',
    reached: milliseconds(p99),
    aim: 'under 100 ms',
    met: p99 < 100,
  }
}

type Ask = (path: string) => Promise<string>

async function request(
  port: number,
  path: string,
  { key, cookie, organizationId }: { key: string; cookie: string; organizationId: string },
): Promise<string> {
  const headers: Record<string, string> = path.startsWith('/api/app/')
    ? { cookie, 'x-organization-id': organizationId }
    : { authorization: `Bearer ${key}` }
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 200)}`)
  return text
}

type Owners = Parameters<typeof fillLists>[1]

/** Two connected repositories and a project. */
export async function addOwners({ ctx, organizationId }: Installation): Promise<Owners> {
  const now = ctx.now()
  const integrationIds: Owners['integrationIds'] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()]
  const projectId = Bun.randomUUIDv7()
  await ctx.db.insert(projects).values({ id: projectId, organizationId, name: 'Acme', createdAt: now })
  for (const [number, id] of integrationIds.entries())
    await ctx.db.insert(integrations).values({
      ...{ id, organizationId, provider: 'github', owner: 'acme', repo: `app-${number}` },
      ...{ displayName: `acme/app-${number}`, url: `https://github.com/acme/app-${number}` },
      ...{ createdAt: now, updatedAt: now },
    })
  return { organizationId, integrationIds, projectId }
}
