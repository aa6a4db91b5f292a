// bun test/chaos/million.ts [SECONDS]: reads every route and page of a database with LIST_ROWS rows (a million) in
// each growing table while 400 deliveries a second arrive; run manually. Ends with 1 if a delivery waits for a second
// or a read fails.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Browser, BrowserContext } from 'playwright-core'
import { createApi } from '../../src/api.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { connectRepository } from '../bench/deliveries.ts'
import { fillAnswers } from '../bench/fill-answers.ts'
import { fillLists } from '../bench/fill-lists.ts'
import { fillVisits } from '../bench/fill-visits.ts'
import { addOwners } from '../bench/lists.ts'
import { buildHerald } from '../bench/support/build.ts'
import { install } from '../bench/support/herald.ts'
import { quantile } from '../bench/support/rounds.ts'
import { processorTime } from '../bench/support/service.ts'
import { signIn } from '../bench/support/sign-in.ts'
import { startProbed } from '../bench/support/turns.ts'
import { launchBrowser } from '../dashboard/support/browser.ts'
import type { DeliveryOrder } from './steady-deliveries.ts'

const seconds = Number(process.argv[2] ?? 180)
const rowCount = Number(process.env.LIST_ROWS ?? 1_000_000)
const rate = 400
const maxWait = 1000
const readsPerSecond = 10
/** Milliseconds of processor time between two pauses of the event loop. */
const maxTurn = 50

const folder = mkdtempSync(join(tmpdir(), 'herald-million-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const workshop = { folder, binary: process.env.HERALD_PROGRAM ?? (await buildHerald(folder)) }
const installation = await install(workshop, 'million')
const { ctx, organizationId, database, dataDir } = installation
const owners = await addOwners(installation)
// An organization with a million stored deliveries refuses new ones.
const sender = await createOrganization(ctx, 'deliveries', 'Deliveries')
const deliveryPath = await connectRepository({ ...installation, organizationId: sender.id })
await ctx.db.update(organizations).set({ publicPage: true }).where(eq(organizations.id, organizationId))
const { key } = await createKey(ctx, organizationId, { name: 'reader' })
const cookie = await signIn(installation)
const routes = createApi(ctx).routes.filter(({ method }) => method === 'GET')
ctx.db.$client.close()

console.log(`Filling the tables with ${rowCount} rows each ...`)
fillLists(database, owners, rowCount)
fillAnswers(database, organizationId, 'answers', Math.round(rowCount / 5000))
fillVisits(database, organizationId, owners.projectId, rowCount)

const herald = await startProbed(workshop.binary, { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
const origin = `http://127.0.0.1:${herald.port}`

/** The first row of each table has this id. */
const firstRow = '0000000000000001'
const parameters: Record<string, string> = {
  ...{ ':organization': 'acme', ':organizationSlug': 'acme', ':post': 'post-2', ':file': `${firstRow}.png` },
  ...{ ':integrationId': owners.integrationIds[0], ':name': 'changelog', ':brand': 'Competitor 1' },
  ...{ ':promptId': 'custom-answers-1', ':checkId': 'answers-249-1', ':scanId': 'answers-s0249' },
  ...{ ':feedbackId': '0000000000000004', ':journeyId': `f_${firstRow}`, ':number': '1', '*': '' },
}
const queries: Record<string, string[]> = {
  '/v1/posts': [
    'status=draft,published&contentType=image',
    `status=draft,published&page=${Math.ceil(rowCount / 400)}`,
  ],
  '/v1/deliveries': ['status=failed', 'search=nowhere', `page=${Math.ceil(rowCount / 100)}`],
  '/v1/runs': [
    'status=failed',
    `integrationId=${owners.integrationIds[0]}&page=${Math.ceil(rowCount / 400)}`,
  ],
  '/v1/feedback': ['groupBy=similar', `groupBy=similar&page=${Math.ceil(rowCount / 1000)}`],
  '/v1/chats': ['limit=50'],
  '/v1/chats/by-external': ['channelSource=slack&channelId=none'],
  '/c/:organization': ['q=Post+77777', 'page=40'],
  '/api/app/posts': ['status=draft,published'],
}

/** Paths of a route: with each project that has the rows, and with each query. */
function pathsOf(route: string): string[] {
  const projects = route.includes(':projectId') ? ['answers', owners.projectId] : ['']
  return projects.flatMap((project) => {
    const path = route.replace(/:\w+|\*/g, (name) =>
      name === ':projectId' ? project : (parameters[name] ?? firstRow),
    )
    return [path, ...(queries[route] ?? []).map((query) => `${path}?${query}`)]
  })
}

/** The status of a read that failed without an answer. */
const noAnswer = 599

type Read = { what: string; status: number; milliseconds: number; bytes: number }
const reads: Read[] = []
let isOver = false

async function read(path: string) {
  const began = performance.now()
  const isApp = path.startsWith('/api/app/')
  const headers: Record<string, string> = isApp
    ? { cookie, 'x-organization-id': organizationId }
    : { authorization: `Bearer ${key}` }
  // Streams without an end are left after their head.
  const isStream = path.endsWith('/stream') || path === '/mcp'
  const signal = AbortSignal.timeout(60_000)
  try {
    const answer = await fetch(origin + path, { headers, redirect: 'manual', signal })
    const bytes = isStream ? 0 : (await answer.arrayBuffer()).byteLength
    if (isStream) await answer.body?.cancel()
    reads.push({ what: path, status: answer.status, milliseconds: performance.now() - began, bytes })
  } catch {
    reads.push({ what: path, status: noAnswer, milliseconds: performance.now() - began, bytes: 0 })
  }
}

const paths = routes.flatMap(({ path }) => pathsOf(path))

/** Reads each address alone, and prints those that take the event loop for long. */
async function readAlone() {
  for (const path of paths) {
    await herald.longestTurn()
    const before = processorTime(herald.pid)
    await read(path)
    const cost = (processorTime(herald.pid) - before) / 1000
    const turn = await herald.longestTurn()
    if (turn >= maxTurn) console.log(`turn of ${Math.round(turn)} ms, ${cost} ms of processor time  ${path}`)
  }
}

async function readRoutes() {
  for (let at = 0; !isOver; at = (at + 1) % paths.length) {
    await Promise.all([read(paths[at] ?? '/'), Bun.sleep(1000 / readsPerSecond)])
  }
}

const pages = [
  ...['', 'posts', 'posts/new', 'posts/collections', `posts/collections/${firstRow}`, `posts/${firstRow}`],
  ...['public-page', 'schedules', 'triggers', 'brand', 'skills', 'skills/changelog', 'repositories'],
  ...[`repositories/${owners.integrationIds[0]}`, `repositories/${owners.integrationIds[0]}/deliveries`],
  ...['activity', 'activity?result=failed', 'activity/runs', 'geo', 'geo?tab=sentiment', 'geo?tab=changes'],
  ...['geo/prompts', 'geo/prompts?tab=answers', 'geo/competitors', 'geo/gaps', 'geo/write', 'geo/traffic'],
  ...['geo/agent-readiness', 'geo/settings', 'feedback', `feedback/${parameters[':feedbackId']}`, 'chats'],
  ...[`chats/${firstRow}`, 'chats/sessions', `chats/sessions/${firstRow}`, `approvals/${firstRow}`, 'keys'],
  ...['members', 'usage', 'settings', 'account'],
]

async function readPages(browser: Browser) {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  page.on('response', (answer) => {
    const { pathname, search } = new URL(answer.url())
    if (answer.status() >= 500)
      reads.push({ what: pathname + search, status: answer.status(), milliseconds: 0, bytes: 0 })
  })
  for (let at = 0; !isOver; at = (at + 1) % pages.length) {
    const path = `/app/acme/${pages[at]}`
    const began = performance.now()
    const answer = await page.goto(origin + path, { waitUntil: 'networkidle', timeout: 60_000 })
    reads.push({
      what: path,
      status: answer?.status() ?? 0,
      milliseconds: performance.now() - began,
      bytes: (await page.content()).length,
    })
  }
  await browser.close()
}

const deliveries = new Worker(new URL('./steady-deliveries.ts', import.meta.url).href)
const order: DeliveryOrder = {
  service: { port: herald.port, pid: herald.pid },
  path: deliveryPath,
  rate,
  seconds,
}
const sent = new Promise<Float64Array | string>((resolve) => {
  deliveries.onmessage = ({ data }) => resolve(data)
  deliveries.onerror = ({ message }) => resolve(`The deliveries could not be sent: ${message}`)
})
await readAlone()
await herald.longestTurn()
console.log(
  `Reading ${paths.length} addresses and ${pages.length} pages for ${seconds} s beside ${rate} deliveries a second ...`,
)
deliveries.postMessage(order)
const reading = Promise.all([
  readRoutes(),

  readPages(await launchBrowser()),
])
const waits = await sent
isOver = true
await reading
const longestTurn = await herald.longestTurn()
await herald.stop()

const slowest = new Map<string, Read & { times: number }>()
for (const each of reads) {
  const known = slowest.get(each.what)
  const worse = !known || each.status >= 500 || each.milliseconds > known.milliseconds ? each : known
  slowest.set(each.what, { ...worse, times: (known?.times ?? 0) + 1 })
}
const byTime = [...slowest.values()].sort((one, other) => other.milliseconds - one.milliseconds)
const line = ({ what, status, milliseconds, bytes, times }: Read & { times: number }) =>
  `${Math.round(milliseconds)} ms  ${status}  ${Math.round(bytes / 1024)} KB  ${times} times  ${what}`
console.log(byTime.slice(0, 40).map(line).join('\n'))
const unread = [...paths, ...pages.map((page) => `/app/acme/${page}`)].filter((path) => !slowest.has(path))
if (unread.length > 0) console.log(`Not read in this time: ${unread.join(' ')}`)
const refused = byTime.filter(({ status }) => status >= 400 && status < 500)
console.log(`Answered with 4xx: ${refused.map(({ what, status }) => `${status} ${what}`).join(', ')}`)
const failed = byTime.filter(({ status }) => status >= 500)
console.log(`Failed: ${failed.map(({ what, status }) => `${status} ${what}`).join(', ') || 'none'}`)
console.log(
  `${reads.length} reads; longest turn of the event loop ${Math.round(longestTurn)} ms of processor time.`,
)
if (typeof waits === 'string') {
  console.log(waits)
  process.exit(1)
}
const at = (share: number) => `${Math.round(quantile(waits, share))} ms`
console.log(
  `${waits.length} deliveries, acknowledged within ${at(0.5)} (p50), ${at(0.99)} (p99), ${at(1)} (all).`,
)
process.exit(failed.length > 0 || quantile(waits, 1) >= maxWait ? 1 : 0)
