import { join } from 'node:path'
import { t } from 'elysia'
import type { Context } from '../../src/context.ts'
import { atomically } from '../../src/db/client.ts'
import { defineJob } from '../../src/jobs/define.ts'
import { startRunner } from '../../src/jobs/runner.ts'
import type { Row, Workshop } from './benchmark.ts'
import { createJobsBaseline } from './jobs-baseline.ts'
import { countRows } from './support/database.ts'
import { perSecondAt } from './support/format.ts'
import { install } from './support/herald.ts'
import type { Cost } from './support/load.ts'
import { takeTurns } from './support/rounds.ts'

export const jobCount = 10_000
const batchSize = 50
const rounds = 5

/** Jobs that do nothing, through the real runner: from the first one inserted to the last one marked done. */
export async function jobs(workshop: Workshop): Promise<Row[]> {
  const { ctx, database } = await install(workshop, 'jobs')
  const baselinePath = join(workshop.folder, 'jobs-baseline.db')
  const baseline = createJobsBaseline(baselinePath)
  const cost = await takeTurns(rounds, {
    herald: () => costOf(() => performThroughRunner(ctx)),
    baseline: () => costOf(() => baseline.perform(jobCount, batchSize)),
  })
  ctx.db.$client.close()
  baseline.close()
  checkDone(database)
  checkDone(baselinePath)
  return [
    {
      what: 'trivial jobs enqueued and finished',
      reached: perSecondAt(cost.herald),
      baseline: perSecondAt(cost.baseline),
      ratio: cost.baseline.microseconds / cost.herald.microseconds,
      aim: 'at least 30,000/s',
      met: cost.herald.rate >= 30_000,
    },
  ]
}

/** Inserts and performs `jobCount` jobs. */
export async function performThroughRunner(ctx: Context) {
  const { promise: allPerformed, resolve } = Promise.withResolvers<void>()
  let performed = 0
  const trivial = defineJob('bench.trivial', t.Object({ number: t.Integer() }), async () => {
    if (++performed === jobCount) resolve()
  })
  const runner = await startRunner(ctx, [trivial])
  for (let first = 0; first < jobCount; first += batchSize) {
    const numbers = Array.from({ length: batchSize }, (_, index) => first + index)
    await atomically(
      ctx.db,
      numbers.map((number) => trivial.insert(ctx, { number })),
    )
    ctx.jobsReady.wake()
    await new Promise(setImmediate)
  }
  await allPerformed
  // Stopping waits until the last ones are marked done.
  await runner.stop()
}

async function costOf(act: () => Promise<void> | void): Promise<Cost> {
  const started = performance.now()
  const before = process.cpuUsage()
  await act()
  const { user, system } = process.cpuUsage(before)
  return {
    rate: jobCount / ((performance.now() - started) / 1000),
    microseconds: (user + system) / jobCount,
  }
}

function checkDone(database: string) {
  const done = countRows(database, "jobs where state = 'done'")
  if (done !== rounds * jobCount) throw new Error(`Of ${rounds * jobCount} jobs ${done} are done.`)
}
