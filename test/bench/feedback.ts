import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { feedbackKinds, feedbackStatuses } from '../../src/features/feedback/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { type Connection, connect } from './support/connection.ts'
import { countRows } from './support/database.ts'
import { grouped, milliseconds, perSecondAt } from './support/format.ts'
import { type Installation, install, startHerald } from './support/herald.ts'
import { measure, saturate, type Target } from './support/load.ts'
import { quantile, takeTurns } from './support/rounds.ts'
import { type Service, startBaseline, startService } from './support/service.ts'

const few = 1_000
const many = 100_000
/** The public buckets allow 30 each; this many are never used up. */
const organizationCount = 4_000
const connectionCount = 32

/** Public intake against its baseline, a page of triage, and keyed reads while one address floods the public URL. */
export async function feedback(workshop: Workshop): Promise<Row[]> {
  return [...(await intake(workshop)), ...(await triage(workshop)), ...(await flood(workshop))]
}

async function intake(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'feedback')
  fillOrganizations(installation.database)
  const baselineDatabase = join(workshop.folder, 'feedback-baseline.db')
  installation.ctx.db.$client.close()
  const herald = await startService([workshop.binary, 'serve'], {
    DATA_DIR: installation.dataDir,
    TRUST_PROXY: 'true',
  })
  const baseline = await startBaseline('feedback', {
    DATABASE: baselineDatabase,
    ORGANIZATIONS: String(organizationCount),
  })
  const ours = submissions(herald)
  const theirs = submissions(baseline)

  await saturate(ours, 1)
  await saturate(theirs, 1)
  const cost = await takeTurns(5, {
    herald: () => measure(ours, 1),
    baseline: () => measure(theirs, 1),
  })
  await Promise.all([herald.stop(), baseline.stop()])
  checkStored(ours, installation.database)
  checkStored(theirs, baselineDatabase)
  return [
    {
      what: 'public feedback accepted, durable',
      reached: perSecondAt(cost.herald),
      baseline: perSecondAt(cost.baseline),
      ratio: cost.baseline.microseconds / cost.herald.microseconds,
      aim: 'at least 0.5 of the baseline, by processor time',
      met: cost.baseline.microseconds >= 0.5 * cost.herald.microseconds,
    },
  ]
}

async function triage(workshop: Workshop): Promise<Row[]> {
  const small = await installFeedback(workshop, few)
  const large = await installFeedback(workshop, many)
  const heralds = [await startHerald(workshop, small), await startHerald(workshop, large)]
  const [ours, oursLarge] = await Promise.all([
    reader(heralds[0] as Service, small.key, '/v1/feedback?status=new'),
    reader(heralds[1] as Service, large.key, '/v1/feedback?status=new'),
  ])
  const typical = async (read: Read) => quantile(await times(read, 300), 0.5)
  await typical(ours)
  await typical(oursLarge)
  const median = await takeTurns(5, { small: () => typical(ours), large: () => typical(oursLarge) })
  await Promise.all(heralds.map((herald) => herald.stop()))
  return [
    {
      what: `GET /v1/feedback?status=new, ${grouped(many)} entries`,
      reached: milliseconds(median.large),
      aim: 'under 5 ms',
      met: median.large < 5,
    },
    {
      what: `  against ${grouped(few)} entries`,
      reached: milliseconds(median.large),
      baseline: milliseconds(median.small),
      ratio: median.large / median.small,
      aim: 'at most 1.5 times that',
      met: median.large <= 1.5 * median.small,
    },
  ]
}

async function flood(workshop: Workshop): Promise<Row[]> {
  const installation = await installFeedback(workshop, few, 'flood')
  const herald = await startHerald(workshop, installation)
  const read = await reader(herald, installation.key, '/v1/feedback?status=new')
  const slow = async () => quantile(await times(read, 1000, 1), 0.99)
  await slow()
  const p99 = await takeTurns(3, {
    quiet: slow,
    async flooded() {
      const stop = await startFlood(herald.port, 500)
      try {
        return await slow()
      } finally {
        await stop()
      }
    },
  })
  await herald.stop()
  return [
    {
      what: 'p99 of a keyed read, 500/s of public floods',
      reached: milliseconds(p99.flooded),
      baseline: milliseconds(p99.quiet),
      ratio: p99.flooded / p99.quiet,
      aim: 'at most 2 times the quiet one',
      met: p99.flooded <= 2 * p99.quiet,
    },
  ]
}

function fillOrganizations(path: string) {
  using database = new Database(path)
  const insert = database.prepare(
    'insert into organizations (id, slug, name, created_at) values (?, ?, ?, 0)',
  )
  database.transaction(() => {
    for (let number = 0; number < organizationCount; number++)
      insert.run(Bun.randomUUIDv7(), `team-${number}`, `Team ${number}`)
  })()
}

async function installFeedback(workshop: Workshop, count: number, name = 'triage') {
  const installation: Installation = await install(workshop, `feedback-${name}-${count}`)
  const { ctx, database, organizationId } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillFeedback(database, organizationId, count)
  return { ...installation, key }
}

function fillFeedback(path: string, organizationId: string, count: number) {
  using database = new Database(path)
  database.run('pragma synchronous = off')
  const insert = database.prepare(`
    insert into feedback (id, organization_id, source, kind, sentiment, status, created_at, updated_at, title, message)
    values (?1, ?2, 'api', ?3, 'neutral', ?4, ?5, ?5, ?6, ?7)`)
  const start = Date.UTC(2026, 0, 1)
  database.transaction(() => {
    for (let number = 0; number < count; number++) {
      const kind = feedbackKinds[number % feedbackKinds.length] as string
      const status = feedbackStatuses[number % feedbackStatuses.length] as string
      const { title, message } = textOf(number)
      insert.run(Bun.randomUUIDv7(), organizationId, kind, status, start + number * 1000, title, message)
    }
  })()
  database.run('pragma wal_checkpoint(truncate)')
}

const tools = 'export import search upload login webhook report invoice calendar editor'.split(' ')
const faults = 'stops hangs duplicates crashes loops truncates forgets reorders leaks stalls'.split(' ')

function textOf(number: number) {
  const tool = tools[number % tools.length]
  const fault = faults[Math.floor(number / tools.length) % faults.length]
  return {
    title: `${tool} ${fault}`,
    message: `The ${tool} ${fault} after ${number} rows when run ${number % 7} times in environment ${number}. Expected all rows, and an error where one is missing.`,
  }
}

function submissions(service: Service): Target {
  let turn = 0
  return {
    service,
    status: 202,
    accepted: 0,
    nextRequest() {
      const number = turn++
      const from = number % organizationCount
      const body = JSON.stringify({
        ...textOf(number),
        kind: 'bug',
        sentiment: 'negative',
        agentClient: 'bench',
        idempotencyKey: `key-${number}`,
      })
      return post(service.port, `/v1/feedback/team-${from}`, body, `10.1.${from >> 8}.${from & 255}`)
    },
  }
}

function post(port: number, path: string, body: string, address: string): Uint8Array {
  return Buffer.from(
    [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      'User-Agent: bench',
      'Content-Type: application/json',
      `X-Forwarded-For: ${address}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** Sends from one address, far above its limit, until stopped. */
async function startFlood(port: number, rate: number): Promise<() => Promise<void>> {
  const connections = await open(port)
  const request = post(
    port,
    '/v1/feedback/acme',
    JSON.stringify({ message: 'm', title: 't', kind: 'bug', sentiment: 'neutral' }),
    '10.0.0.1',
  )
  let running = true
  const pause = (1000 * connections.length) / rate
  const senders = connections.map(async (connection, index) => {
    await Bun.sleep((index * pause) / connections.length)
    while (running) {
      await connection.exchange(request)
      await Bun.sleep(pause)
    }
    connection.close()
  })
  return async () => {
    running = false
    await Promise.all(senders)
  }
}

type Read = () => Promise<void>

async function reader({ port }: Service, key: string, path: string): Promise<Read> {
  const connection = await connect(port)
  const lines = [`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${key}`, '', '']
  const request = Buffer.from(lines.join('\r\n'))
  return async () => {
    const status = await connection.exchange(request)
    if (status !== 200) throw new Error(`Port ${port} answered ${status}.`)
  }
}

/** Milliseconds of this many reads, one after the other. */
async function times(read: Read, count: number, pause = 0): Promise<Float64Array> {
  const taken = new Float64Array(count)
  for (let index = 0; index < count; index++) {
    const started = performance.now()
    await read()
    taken[index] = performance.now() - started
    if (pause > 0) await Bun.sleep(pause)
  }
  return taken
}

function open(port: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: connectionCount }, () => connect(port)))
}

function checkStored({ accepted }: Target, database: string) {
  const stored = countRows(database, 'feedback')
  if (stored !== accepted) throw new Error(`${accepted} entries were accepted and ${stored} are stored.`)
}
