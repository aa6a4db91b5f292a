import { Database } from 'bun:sqlite'
import { createKey } from '../../src/features/keys/service.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { publicPages } from '../../src/features/public-page/table.ts'
import { releaseDigestsJob } from '../../src/features/subscribers/job.ts'
import { startSmtp } from '../support/smtp.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { listTarget } from './posts.ts'
import { grouped, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { sendSteadily } from './support/load.ts'
import { quantile } from './support/rounds.ts'
import { type Probed, startProbed } from './support/turns.ts'

const count = 50_000
const oldPosts = 1_000
const readsPerSecond = 100
const mailsPerSecond = 20
const longestAllowed = 50

/** A post for many subscribers, one in two with a weekly mail, while the API is read. */
export async function subscribers(workshop: Workshop): Promise<Row[]> {
  const smtp = startSmtp()
  const installation = await install(workshop, 'subscribers')
  const { ctx, organizationId, database, dataDir } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillPosts(database, organizationId, oldPosts)
  await setSwitches(ctx, organizationId, { publicPage: true })
  await ctx.db.insert(publicPages).values({ organizationId, subscriptions: true })
  fillSubscribers(installation)
  const herald = await startProbed(workshop.binary, {
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn', SMTP_URL: smtp.url, MAIL_FROM: 'news@acme.test' },
    MAIL_PER_SECOND: String(mailsPerSecond),
  })
  const reads = listTarget(herald, key)
  await sendSteadily(reads, readsPerSecond, 1)
  const idle = await sendSteadily(reads, readsPerSecond, 2)

  const queued = await watch(herald, reads, async () => {
    await publishPost(herald, key)
    return () => countMails(database, 'true') === count
  })
  const released = await watch(herald, reads, async () => {
    await ctx.db.batch([releaseDigestsJob.insert(ctx, {})])
    return () => countMails(database, "status = 'held'") === 0
  })
  ctx.db.$client.close()
  await herald.stop()
  smtp.stop()
  return [
    ...toRows(`a post queued for ${grouped(count)} subscribers`, queued, idle),
    ...toRows(`weekly mails of ${grouped(count / 2)} queued`, released, idle),
  ]
}

function fillSubscribers({ database: path, organizationId }: Installation) {
  using database = new Database(path)
  database.run(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?1)
    insert into subscribers (id, organization_id, email, token, status, frequency, asked_at, asked_from, wording)
    select 's' || n, ?2, n || '@reader.test', 't' || n, 'active', iif(n % 2, 'post', 'weekly'), 1, '192.0.2.1', 1
    from numbers`,
    [count, organizationId],
  )
}

async function publishPost(herald: Probed, key: string) {
  const response = await fetch(`http://127.0.0.1:${herald.port}/v1/posts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      contentType: 'changelog',
      title: 'Exports',
      markdown: 'Exports are fast.',
      status: 'published',
    }),
  })
  if (!response.ok) throw new Error(`The post was not published: ${await response.text()}`)
}

function countMails(path: string, condition: string): number {
  using database = new Database(path, { readonly: true })
  const row = database.query(`select count(*) as count from subscriber_mails where ${condition}`).get()
  return (row as { count: number }).count
}

type Watched = { took: number; longest: number; latencies: number[] }

/** Reads the API until some work is done; how long that took, and the longest turn of the event loop. */
async function watch(
  herald: Probed,
  reads: ReturnType<typeof listTarget>,
  start: () => Promise<() => boolean>,
): Promise<Watched> {
  await herald.longestTurn()
  const started = performance.now()
  const isDone = await start()
  const latencies: number[] = []
  while (!isDone()) {
    if (performance.now() - started > 120_000)
      throw new Error('The mails were not queued within two minutes.')
    latencies.push(...(await sendSteadily(reads, readsPerSecond, 0.25)))
  }
  return { took: performance.now() - started, longest: await herald.longestTurn(), latencies }
}

function toRows(what: string, { took, longest, latencies }: Watched, idle: Float64Array): Row[] {
  const [before, during] = [quantile(idle, 0.99), quantile(latencies, 0.99)]
  return [
    {
      what: `${what} in ${milliseconds(took)}: longest turn of the event loop`,
      reached: milliseconds(longest),
      aim: `under ${longestAllowed} ms`,
      met: longest < longestAllowed,
    },
    {
      what: '  99th percentile of the list of posts meanwhile',
      reached: milliseconds(during),
      baseline: milliseconds(before),
      ratio: before / during,
    },
  ]
}
