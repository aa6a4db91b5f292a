import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createEarlier } from '../support/earlier-database.ts'
import type { Row, Workshop } from './benchmark.ts'
import { megabytes, milliseconds } from './support/format.ts'
import { peakMemory } from './support/service.ts'

const posts = 205_000
/** The version that every later migration of posts applies to. */
const firstPending = '0008'

/** `herald migrate` on an installation of an early version with 1 GB of posts: how much memory it needs, and how long it takes. */
export async function migration({ folder, binary }: Workshop): Promise<Row[]> {
  const dataDir = join(folder, 'migration')
  mkdirSync(dataDir)
  const path = join(dataDir, 'herald.db')
  createEarlier(path, { next: firstPending, posts })
  const size = statSync(path).size / 1024 / 1024
  const { elapsed, peak, wal } = await migrate(binary, dataDir)
  return [
    {
      what: `migrating ${megabytes(size)} of posts, peak memory`,
      reached: megabytes(peak),
      aim: `under ${megabytes(200)}`,
      met: peak < 200,
    },
    {
      what: '  largest write-ahead log',
      reached: megabytes(wal),
      aim: `under ${megabytes(64)}`,
      met: wal < 64,
    },
    { what: '  time', reached: milliseconds(elapsed) },
  ]
}

async function migrate(binary: string, dataDir: string) {
  const started = performance.now()
  const child = Bun.spawn([binary, 'migrate'], {
    env: { DATA_DIR: dataDir, SNAPSHOT_BEFORE_MIGRATION: 'false', PATH: process.env.PATH ?? '' },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  let peak = 0
  let wal = 0
  while (child.exitCode === null) {
    peak = Math.max(peak, peakMemory(child.pid))
    wal = Math.max(
      wal,
      (statSync(join(dataDir, 'herald.db-wal'), { throwIfNoEntry: false })?.size ?? 0) / 1024 / 1024,
    )
    await Bun.sleep(10)
  }
  if (child.exitCode !== 0)
    throw new Error(`The migration failed: ${await new Response(child.stderr).text()}`)
  return { elapsed: performance.now() - started, peak, wal }
}
