import { join } from 'node:path'
import { createKey } from '../../src/features/keys/service.ts'
import { hasSqld, type Sqld, startSqld } from '../support/sqld.ts'
import type { Row, Workshop } from './benchmark.ts'
import { connectRepository, pushTarget } from './deliveries.ts'
import { sendPosts } from './fill-posts.ts'
import { jobCount, performThroughRunner } from './jobs.ts'
import { listTarget } from './posts.ts'
import { perSecond } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { saturate, type Target } from './support/load.ts'
import { processorTime, type Service } from './support/service.ts'

const connections = 64
const postCount = 1000
const seconds = 3
const leastJobs = 6000

/** One, two and three processes on one libSQL server, with the processor time of each: which of them is the limit. */
export async function libsqlProcesses(workshop: Workshop): Promise<Row[]> {
  if (!hasSqld) return []
  const rows: Row[] = []
  for (let count = 1; count <= 3; count++) rows.push(...(await measure(workshop, count)))
  return [...rows, await measureJobs(workshop)]
}

async function measure(workshop: Workshop, count: number): Promise<Row[]> {
  const sqld = await startSqld(join(workshop.folder, `sqld-of-${count}`))
  const installation = await install(workshop, `processes-${count}`, `ws://127.0.0.1:${sqld.port}`)
  const path = await connectRepository(installation)
  const { key } = await createKey(installation.ctx, installation.organizationId, { name: 'bench' })
  await sendPosts(installation.ctx.db, installation.organizationId, postCount)
  const services: Service[] = []
  for (let each = 0; each < count; each++) services.push(await startHerald(workshop, installation))
  const rows: Row[] = []
  for (const [what, targetOf] of [
    ['signed pushes', (service: Service) => pushTarget(service, path)],
    ['lists', (service: Service) => listTarget(service, key)],
  ] as const) {
    const targets = services.map(targetOf)
    await saturateAll(targets, sqld, 1)
    const { rate, cpu } = await saturateAll(targets, sqld, seconds)
    rows.push({ what: `${count} on one libSQL server, ${what}`, reached: perSecond(rate), baseline: cpu })
  }
  for (const service of services) await service.stop()
  await sqld.stop()
  return rows
}

/** Answers per second of all processes together, and how many processors each of them and the server used. */
async function saturateAll(targets: Target[], sqld: Sqld, duration: number) {
  const pids = [...targets.map(({ service }) => service.pid), sqld.pid]
  const before = pids.map(processorTime)
  const started = performance.now()
  const share = Math.floor(connections / targets.length)
  const rates = await Promise.all(targets.map((target) => saturate(target, duration, share)))
  const elapsed = (performance.now() - started) * 1000
  const used = pids.map((pid, index) => ((processorTime(pid) - (before[index] ?? 0)) / elapsed).toFixed(2))
  const server = used.pop()
  return {
    rate: rates.reduce((sum, rate) => sum + rate, 0),
    cpu: `processors: ${used.join(' + ')}, server ${server}`,
  }
}

async function measureJobs(workshop: Workshop): Promise<Row> {
  const sqld = await startSqld(join(workshop.folder, 'sqld-of-jobs'))
  const { ctx } = await install(workshop, 'processes-jobs', `ws://127.0.0.1:${sqld.port}`)
  const started = performance.now()
  await performThroughRunner(ctx)
  const rate = jobCount / ((performance.now() - started) / 1000)
  ctx.db.$client.close()
  await sqld.stop()
  return {
    what: 'trivial jobs, libSQL server by ws',
    reached: perSecond(rate),
    aim: `at least ${perSecond(leastJobs)}`,
    met: rate >= leastJobs,
  }
}
