import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createKey } from '../../src/features/keys/service.ts'
import type { Row, Workshop } from './benchmark.ts'
import { connectRepository, pushTarget } from './deliveries.ts'
import { fillPosts } from './fill-posts.ts'
import { listTarget } from './posts.ts'
import { megabytes, milliseconds } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { sendSteadily, type Target } from './support/load.ts'
import { quantile } from './support/rounds.ts'
import { peakMemory } from './support/service.ts'

/** 2 GB, unless BENCH_POSTS makes it smaller. */
const posts = Number(process.env.BENCH_POSTS ?? 215_000)
const deliveriesPerSecond = 400
const readsPerSecond = 200
const sliceSeconds = 1
const idleSlices = 5

/** `herald backup` of a large database, while the server gets deliveries and reads at a steady rate. */
export async function backup(workshop: Workshop): Promise<Row[]> {
  const installation = await install(workshop, 'backup')
  const { ctx, dataDir, database, organizationId } = installation
  const path = await connectRepository(installation)
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillPosts(database, organizationId, posts)
  const size = megabytes(statSync(database).size / 1024 / 1024)
  const alone = await vacuumAlone(workshop, database)
  const herald = await startHerald(workshop, installation)
  const targets = { writes: pushTarget(herald, path), reads: listTarget(herald, key) }
  await load(targets, (slices) => slices < 1)
  const idle = await load(targets, (slices) => slices < idleSlices)

  const started = performance.now()
  const child = Bun.spawn([workshop.binary, 'backup', join(workshop.folder, 'backup-copy.db')], {
    env: { DATA_DIR: dataDir, PATH: process.env.PATH ?? '' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  let elapsed = 0
  void child.exited.then(() => {
    elapsed = performance.now() - started
  })
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid))
  }, 10)
  const busy = await load(targets, () => child.exitCode === null)
  clearInterval(sampling)
  await herald.stop()
  if (child.exitCode !== 0) throw new Error(`The backup failed: ${await child.stderr.text()}`)
  return [
    {
      what: `backup of ${size} under load, p99 of deliveries`,
      reached: milliseconds(busy.writes),
      baseline: `${milliseconds(idle.writes)} without`,
      aim: 'under 120 ms',
      met: busy.writes < 120,
    },
    {
      what: '  p99 of lists',
      reached: milliseconds(busy.reads),
      baseline: `${milliseconds(idle.reads)} without`,
      aim: 'under 80 ms',
      met: busy.reads < 80,
    },
    {
      what: '  time',
      reached: milliseconds(elapsed),
      baseline: `${milliseconds(alone)} for VACUUM INTO alone`,
      ratio: elapsed / alone,
      aim: 'at most 1.5 times',
      met: elapsed <= 1.5 * alone,
    },
    {
      what: '  peak memory',
      reached: megabytes(peak),
      aim: `under ${megabytes(80)}`,
      met: peak < 80,
    },
  ]
}

/** What copying takes at least: in a process of its own, and without load. */
async function vacuumAlone({ folder }: Workshop, database: string): Promise<number> {
  const script = `new (require('bun:sqlite').Database)(process.argv[1]).run('vacuum into ?', [process.argv[2]])`
  const started = performance.now()
  const child = Bun.spawn([process.execPath, '-e', script, database, join(folder, 'backup-vacuum.db')])
  if ((await child.exited) !== 0) throw new Error('VACUUM INTO failed.')
  return performance.now() - started
}

/** The p99 of both kinds of requests, sent in slices until `isNeeded` is false. */
async function load(
  { writes, reads }: { writes: Target; reads: Target },
  isNeeded: (slices: number) => boolean,
) {
  const slow = { writes: [] as number[], reads: [] as number[] }
  for (let slices = 0; isNeeded(slices); slices++) {
    const [written, read] = await Promise.all([
      sendSteadily(writes, deliveriesPerSecond, sliceSeconds),
      sendSteadily(reads, readsPerSecond, sliceSeconds),
    ])
    slow.writes.push(...written)
    slow.reads.push(...read)
  }
  return { writes: quantile(slow.writes, 0.99), reads: quantile(slow.reads, 0.99) }
}
