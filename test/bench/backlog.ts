import { requestGeneration } from '../../src/features/generation/start.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { connectRepository } from './generation.ts'
import { listTarget } from './posts.ts'
import { countRows } from './support/database.ts'
import { grouped, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { costAtRest, sendSteadily } from './support/load.ts'
import { quantile } from './support/rounds.ts'
import { processorTime, startService } from './support/service.ts'

const count = 2_000
const readsPerSecond = 200
const day = 86_400_000

/**
 * Runs that waited for a code host to come back: rule-based changelogs of a repository of 20 commits, read
 * before.
 */
export async function backlog(workshop: Workshop): Promise<Row[]> {
  const story = repository('acme/app', { startsAt: new Date(Date.now() - day).toISOString() })
  for (let number = 1; number <= 10; number++) {
    story.pullRequest(`feat: let people export report ${number}`)
    story.commit(`fix: keep the session of report ${number}`)
  }
  using host = startGitHub({ repositories: [story] })
  const installation = await install(workshop, 'backlog')
  const { ctx, organizationId, database, dataDir } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillPosts(database, organizationId, 1_000)
  await queue(installation, await connectRepository(installation, story.fullName))
  ctx.db.$client.close()

  const herald = await startService([workshop.binary, 'serve'], {
    DATA_DIR: dataDir,
    GITHUB_API_URL: host.url,
    LOG_LEVEL: 'warn',
  })
  const reads = listTarget(herald, key)
  const began = performance.now()
  const timeBefore = processorTime(herald.pid)
  const doneBefore = done(database)
  const latencies: number[] = []
  while (done(database) < count) {
    if (performance.now() - began > 60_000) throw new Error('The backlog was not worked off within a minute.')
    latencies.push(...(await sendSteadily(reads, readsPerSecond, 0.25)))
  }
  const seconds = (performance.now() - began) / 1000
  const worked = count - doneBefore
  const time = processorTime(herald.pid) - timeBefore
  const each = (time - latencies.length * (await costAtRest(reads, readsPerSecond))) / worked
  await herald.stop()

  const p99 = quantile(latencies, 0.99)
  return [
    {
      what: `${grouped(count)} queued runs after a start`,
      reached: `${grouped(Math.round(worked / seconds))}/s, ${grouped(Math.round(each))} µs each without the reads`,
      aim: '300/s or more',
      met: worked / seconds >= 300,
    },
    {
      what: `  GET /v1/posts meanwhile, ${grouped(readsPerSecond)}/s, p99`,
      reached: milliseconds(p99),
      aim: 'under 50 ms',
      met: p99 < 50,
    },
  ]
}

const done = (database: string) => countRows(database, "generation_jobs where status = 'completed'")

async function queue({ ctx, organizationId }: Installation, repositoryId: string) {
  const organization = { id: organizationId, slug: 'acme', name: 'Acme', logo: null }
  const caller = {
    id: 'bench',
    organization,
    scopes: [],
    person: null,
    projectId: null,
    spend: async () => {},
  }
  for (let queued = 0; queued < count; queued += 50) {
    await Promise.all(
      Array.from({ length: 50 }, () =>
        requestGeneration(ctx, caller, { contentType: 'changelog', repositoryIds: [repositoryId] }),
      ),
    )
  }
}
