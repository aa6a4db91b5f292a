import { Database } from 'bun:sqlite'
import { like } from 'drizzle-orm'
import { recurring } from '../../src/cron/table.ts'
import { defineSchedule } from '../../src/features/automations/rules.ts'
import { createAutomation } from '../../src/features/automations/service.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { words } from '../features/writer-brief.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import { startModels } from '../support/models.ts'
import type { Row, Workshop } from './benchmark.ts'
import { fillPosts } from './fill-posts.ts'
import { connectRepository, startWriting } from './generation.ts'
import { listTarget } from './posts.ts'
import { countRows } from './support/database.ts'
import { grouped, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { costAtRest, sendSteadily } from './support/load.ts'
import { quantile } from './support/rounds.ts'
import { processorTime } from './support/service.ts'

const count = 200
const concurrency = 32
const oldPosts = 1_000
const readsPerSecond = 200
const modelMilliseconds = 50
const day = 86_400_000

/** Schedules that are all due at the same moment, while users read the list of posts. */
export async function schedules(workshop: Workshop): Promise<Row[]> {
  const story = repository('acme/app', { startsAt: new Date(Date.now() - day).toISOString() })
  for (let number = 1; number <= 40; number++) story.pullRequest(`feat: let people export report ${number}`)
  using host = startGitHub({ repositories: [story] })
  const answer = { title: 'A good week', summary: words(150), highlights: [], titles: [] }
  let underWay = 0
  let most = 0
  using models = startModels(async () => {
    most = Math.max(most, ++underWay)
    await Bun.sleep(modelMilliseconds)
    underWay--
    return answer
  })

  const installation = await install(workshop, 'schedules')
  const { ctx, organizationId, database } = installation
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  fillPosts(database, organizationId, oldPosts)
  await createSchedules(installation, await connectRepository(installation, story.fullName))
  const due = Date.now() + 4000
  await ctx.db
    .update(recurring)
    .set({ nextAt: new Date(due) })
    .where(like(recurring.key, 'schedules:%'))

  const herald = await startWriting(workshop, installation, host.url, models.url)
  const reads = listTarget(herald, key)
  await sendSteadily(reads, readsPerSecond, 0.5)
  const idle = await sendSteadily(reads, readsPerSecond, 1)
  await Bun.sleep(Math.max(0, due - Date.now()))
  const timeBefore = processorTime(herald.pid)
  const latencies: number[] = []
  while (countRows(database, "generation_jobs where status = 'completed'") < count) {
    if (Date.now() > due + 60_000) throw new Error('The schedules did not all run within a minute.')
    latencies.push(...(await sendSteadily(reads, readsPerSecond, 0.25)))
  }
  const time = processorTime(herald.pid) - timeBefore
  const each = (time - latencies.length * (await costAtRest(reads, readsPerSecond))) / count
  await herald.stop()
  const took = lastCompletion(database) - due
  const written = countRows(database, 'posts') - oldPosts
  if (written !== count) throw new Error(`Of ${count} schedules ${written} wrote a post.`)

  const p99 = quantile(latencies, 0.99)
  const idleP99 = quantile(idle, 0.99)
  return [
    {
      what: `${count} schedules due at once, all written`,
      reached: `${milliseconds(took)}, ${grouped(each)} µs each without the reads`,
      aim: `under 2 s, at most ${concurrency} at a time; ${most} were`,
      met: took < 2000 && most <= concurrency,
    },
    {
      what: `  GET /v1/posts meanwhile, ${grouped(readsPerSecond)}/s, p99`,
      reached: milliseconds(p99),
      baseline: milliseconds(idleP99),
      ratio: p99 / idleP99,
      aim: 'under 50 ms; the baseline is at rest',
      met: p99 < 50,
    },
  ]
}

function lastCompletion(path: string): number {
  using database = new Database(path, { readonly: true })
  return (database.query('select max(updated_at) as at from generation_jobs').get() as { at: number }).at
}

async function createSchedules({ ctx, organizationId }: Installation, repositoryId: string) {
  const organization = { id: organizationId, slug: 'acme', name: 'Acme', logo: null }
  const caller = {
    id: 'bench',
    organization,
    scopes: [],
    person: null,
    projectId: null,
    spend: async () => {},
  }
  for (let number = 1; number <= count; number++) {
    const definition = defineSchedule({
      name: `Report ${number}`,
      sourceType: 'cron',
      sourceConfig: { cron: { frequency: 'weekly', dayOfWeek: 1, hour: 9, minute: 0 } },
      targets: { repositoryIds: [repositoryId] },
      outputType: 'changelog',
      // Without a difference they would be duplicates.
      outputConfig: { instructions: `This is report ${number}.` },
      enabled: true,
    })
    await createAutomation(ctx, caller, definition)
  }
}
