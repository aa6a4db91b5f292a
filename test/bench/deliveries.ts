import { join } from 'node:path'
import { signBody } from '../../src/codehost/signature.ts'
import { webhookSecretOf } from '../../src/features/integrations/secret-locations.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import type { Row, Workshop } from './benchmark.ts'
import { pushPayload } from './push-payload.ts'
import { countRows } from './support/database.ts'
import { milliseconds, perSecond, perSecondAt } from './support/format.ts'
import { type Installation, install, startHerald } from './support/herald.ts'
import { measure, saturate, sendSteadily, type Target } from './support/load.ts'
import { quantile, takeTurns } from './support/rounds.ts'
import { type Service, startBaseline } from './support/service.ts'

const secret = 'f'.repeat(64)

/** Signed pushes, each stored before it is answered: the rate, and the latency at half of that rate. */
export async function deliveries(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'deliveries')
  const path = await connectRepository(installation)
  const baselineDatabase = join(workshop.folder, 'deliveries-baseline.db')
  const herald = await startHerald(workshop, installation)
  const baseline = await startBaseline('deliveries', { DATABASE: baselineDatabase, SECRET: secret })
  const ours = pushTarget(herald, path)
  const theirs = pushTarget(baseline, path)

  await saturate(ours, 1)
  await saturate(theirs, 1)
  const cost = await takeTurns(5, {
    herald: () => measure(ours, 1),
    baseline: () => measure(theirs, 1),
  })
  const half = cost.herald.rate / 2
  const slow = async (target: Target) => quantile(await sendSteadily(target, half, 2), 0.99)
  const p99 = await takeTurns(3, { herald: () => slow(ours), baseline: () => slow(theirs) })

  await Promise.all([herald.stop(), baseline.stop()])
  checkStored(ours, installation.database)
  checkStored(theirs, baselineDatabase)
  return [
    {
      what: 'signed 8 KB pushes accepted, durable',
      reached: perSecondAt(cost.herald),
      baseline: perSecondAt(cost.baseline),
      ratio: cost.herald.rate / cost.baseline.rate,
      aim: 'at least 0.5 of the baseline',
      met: cost.herald.rate >= 0.5 * cost.baseline.rate,
    },
    {
      what: `  p99 at half of it, ${perSecond(half)}`,
      reached: milliseconds(p99.herald),
      baseline: milliseconds(p99.baseline),
      ratio: p99.herald / p99.baseline,
      aim: 'under 20 ms',
      met: p99.herald < 20,
    },
  ]
}

export async function connectRepository({ ctx, organizationId }: Installation): Promise<string> {
  const id = Bun.randomUUIDv7()
  await ctx.db.insert(integrations).values({
    id,
    organizationId,
    provider: 'github',
    displayName: 'Codertocat/Hello-World',
    owner: 'Codertocat',
    repo: 'Hello-World',
    url: 'https://github.com/Codertocat/Hello-World',
    defaultBranch: 'master',
    encryptedWebhookSecret: ctx.secrets.encrypt(secret, webhookSecretOf({ id })),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
  return `/api/webhooks/github/${organizationId}/${id}/${id}`
}

/** Requests that were signed in advance: only the delivery id is written when they are sent. */
export function pushTarget(service: Service, path: string): Target {
  const idLength = 36
  const requests = Array.from({ length: 64 }, (_, number) => {
    const body = pushPayload(number)
    const head = [
      `POST ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${service.port}`,
      'User-Agent: GitHub-Hookshot/bench',
      'Content-Type: application/json',
      'X-GitHub-Event: push',
      `X-Hub-Signature-256: ${signBody(secret, body)}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-GitHub-Delivery: ',
    ].join('\r\n')
    return { bytes: Buffer.from(`${head}${' '.repeat(idLength)}\r\n\r\n${body}`), idAt: head.length }
  })
  let turn = 0
  return {
    service,
    status: 200,
    accepted: 0,
    nextRequest() {
      const { bytes, idAt } = requests[turn++ % requests.length] as (typeof requests)[number]
      const request = Buffer.from(bytes)
      request.write(crypto.randomUUID(), idAt, 'latin1')
      return request
    },
  }
}

function checkStored({ accepted }: Target, database: string) {
  const stored = countRows(database, 'activities')
  if (stored !== accepted) throw new Error(`${accepted} deliveries were accepted and ${stored} are stored.`)
}
