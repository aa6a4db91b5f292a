import { expect, test } from 'bun:test'
import { generationJobs } from '../../src/features/generation/table.ts'
import { insertJob } from '../../src/jobs/queue.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/registry.ts'
import { connect, testApp } from '../support/app.ts'
import { recordLog } from '../support/log.ts'
import { recordStatements } from '../support/query-plan.ts'

/** The ids that payloads of jobs name, none of which exists. */
const payload = {
  ...{
    generationId: 'x',
    generationIds: ['x'],
    scheduleId: 'x',
    organizationId: 'x',
    sessionId: 'x',
    turn: 0,
  },
  ...{
    chatId: 'x',
    scanId: 'x',
    reason: 'x',
    projectId: 'x',
    sitemapId: 'x',
    planId: 'x',
    briefId: 'x',
    runId: 'x',
  },
  ...{
    factId: 'x',
    ruleId: 'x',
    lines: [],
    url: 'https://acme.test',
    analysisId: 'x',
    integrationId: 'x',
    noticedAt: '',
    missedSince: '',
    postId: 'x',
    deliveryId: 'x',
    attempt: 0,
    syncId: 'x',
    connectionId: 'x',
    reportId: 'x',
    scheduledAt: 0,
    createdAt: 0,
  },
}
const causes: Record<string, object> = {
  'generation.write': { type: 'delivery', triggerId: 'x', deliveryId: 'x' },
  'generation.read': {
    ...{ type: 'window', lookbackWindow: 'last_7_days', selection: null },
    dataPoints: { includePullRequests: true, includeCommits: true, includeReleases: true },
  },
}

test('every job has a title that describes it', () => {
  for (const { name, title } of jobs)
    expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z][a-z]+ing /)])
})

test('every job but the recurring ones looks its organization and record up for the log', async () => {
  const { ctx } = await testApp()
  const sent = recordStatements(ctx.db)
  for (const job of jobs) {
    // Letters and backups belong to no organization; one job sends the mails of all.
    if (
      /\.(sweep|heartbeat|fold|ranges|weekly|daily|check|letter|collect)$|^(backup|subscribers)\./.test(
        job.name,
      )
    )
      continue
    sent.length = 0
    const subject = await job.findSubject(ctx, { ...payload, cause: causes[job.name] })
    expect([job.name, sent.length, subject.organization]).toEqual([job.name, 1, null])
  }
})

test('a failed job is logged with its title, its organization and its record', async () => {
  const app = await testApp()
  const team = await app.team('acme')
  const { id } = await connect(app.ctx, team.id)
  const now = app.ctx.now()
  await app.ctx.db.insert(generationJobs).values({
    ...{ id: 'job_1', organizationId: team.id, status: 'queued', contentType: 'blog_post', source: 'api' },
    ...{ repositoryIds: [id], createdAt: now, updatedAt: now },
  })
  const { log, lines } = recordLog()
  const writing = jobs.find(({ name }) => name === 'generation.write')
  if (!writing) throw new Error('Nothing writes posts.')
  let attempts = 0
  const failing = {
    ...writing,
    attempts: 2,
    onDead: () => [],
    perform: async () => Promise.reject(new TypeError(`attempt ${++attempts}`)),
  }
  await insertJob(app.ctx, failing.name, { generationId: 'job_1', cause: causes['generation.write'] }, {})
  for (let attempt = 0; attempt < 2; attempt++) {
    await performDueJobs({ ...app.ctx, log }, [failing])
    app.ctx.clock.advance(10_000)
  }
  const subject = { organization: 'acme', record: 'run job_1 (blog post of acme/app)' }
  expect(lines).toMatchObject([
    { ...subject, msg: 'Writing a post for acme failed and will be retried.', attempt: '1 of 2' },
    { ...subject, msg: 'Writing a post for acme failed permanently and will not be tried again.' },
  ])
})
