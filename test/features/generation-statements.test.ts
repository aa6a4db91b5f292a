import { expect, test } from 'bun:test'
import { recurring } from '../../src/cron/table.ts'
import { tick } from '../../src/cron/ticker.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { connect, scheduleBody, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import { startModels } from '../support/models.ts'
import { recordStatements } from '../support/query-plan.ts'
import { words } from './writer-brief.ts'

const answer = { title: 'A good week', summary: words(150), highlights: [], titles: [] }

test('a scheduled run takes at most 56 statements in seven batches, and reads the skills once', async () => {
  const story = repository('acme/app', { startsAt: '2026-03-03T09:00:00.000Z' })
  story.pullRequest('feat: let people export reports')
  using host = startGitHub({ repositories: [story] })
  using models = startModels(answer)
  const { ctx, team } = await testApp({ githubApiUrl: host.url }, models.models())
  const acme = await team('acme')
  const { id } = await connect(ctx, acme.id)
  await acme.call('POST', '/v1/schedules', scheduleBody(id))
  await ctx.db.update(recurring).set({ nextAt: ctx.now() })
  const client = ctx.db.$client
  const { batch } = client
  let batches = 0
  client.batch = (...given) => {
    batches++
    return batch.call(client, ...given)
  }
  const sent = recordStatements(ctx.db)
  await tick(ctx)
  await drain(ctx)

  // Workers claim several jobs at a time.
  const statements = sent.filter(
    ({ sql }) => !/^\s*update jobs\s+set state = 'running'|lease_until\) as/.test(sql),
  )
  expect(batches).toBe(7)
  expect(statements.length).toBeLessThanOrEqual(56)
  const ofSkills = statements.filter(({ sql }) => /from "skills"/.test(sql))
  expect(ofSkills.length).toBe(1)
  const [run] = await ctx.db.select().from(generationJobs)
  expect(run?.status).toBe('completed')
})
