import { beforeEach, expect, jest, test } from 'bun:test'
import { LibsqlError } from '@libsql/client/web'
import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { databaseReason } from '../../src/db/errors.ts'
import { UnusableDatabase } from '../../src/db/files.ts'
import { giveUp, RetryAt } from '../../src/errors.ts'
import { describeError } from '../../src/explain.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { pollRepositoryJob } from '../../src/features/webhooks/job.ts'
import { receiveDelivery } from '../../src/features/webhooks/service.ts'
import { defineJob } from '../../src/jobs/define.ts'
import { startPoll } from '../../src/jobs/poll.ts'
import { performDueJobs, startRunner } from '../../src/jobs/runner.ts'
import { connect, testApp, webhookSecret } from '../support/app.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import { recordLog } from '../support/log.ts'

let app: Awaited<ReturnType<typeof testApp>>
let recorded: ReturnType<typeof recordLog>
beforeEach(async () => {
  app = await testApp()
  recorded = recordLog()
})
const logged = () => ({ ...app.ctx, log: recorded.log })

test('a job that fails permanently is logged as such', async () => {
  const job = defineJob('test.act', t.Object({}), async () => {
    throw giveUp('Nothing will help.')
  })
  await job.insert(app.ctx, {})
  await performDueJobs(logged(), [job])
  expect(recorded.lines).toMatchObject([
    {
      job: 'test.act',
      error: 'Nothing will help.',
      msg: 'The job test.act failed permanently and will not be tried again.',
    },
  ])
})

test('a job that waits for a rate limit is logged with the time', async () => {
  const job = defineJob('test.act', t.Object({}), async () => {
    throw new RetryAt(new Date('2026-03-04T15:30:00.000Z'), 'GitHub API rate limit reached until 15:30 UTC.')
  })
  await job.insert(app.ctx, {})
  await performDueJobs(logged(), [job])
  expect(recorded.lines).toMatchObject([
    {
      error: expect.stringContaining('GitHub API rate limit reached until 15:30 UTC.'),
      retryAt: '2026-03-04T15:30:00.000Z',
      msg: 'The job test.act waits and will be retried.',
    },
  ])
})

test('jobs that cannot be claimed are logged with the reason of the database, and once when they can be again', async () => {
  const job = defineJob('test.act', t.Object({}), async () => {})
  const runner = await startRunner(logged(), [job])
  await app.ctx.db.run(sql`create trigger broken before update on jobs begin select raise(abort, 'no'); end`)
  await job.insert(app.ctx, {})
  await runner.look()
  await app.ctx.db.run(sql`drop trigger broken`)
  await runner.look()
  await runner.stop()
  expect(recorded.messages()).toEqual([
    expect.stringMatching(/^The database refuses writes \(SQLITE_CONSTRAINT(_TRIGGER)?\)\. Jobs wait\.$/),
    'The database accepts writes again. Jobs continue.',
  ])
})

test.each([
  ['failure', 'dead', giveUp('Nothing will help.')],
  ['lost connection', 'ready', new LibsqlError('The server restarts.', 'SERVER_LOST')],
])('a %s that cannot be stored is only logged as not stored', async (_, state, error) => {
  const job = defineJob('test.act', t.Object({}), async () => {
    throw error
  })
  await job.insert(app.ctx, {})
  await app.ctx.db.run(sql`
    create trigger broken before update of state on jobs when new.state = ${sql.raw(`'${state}'`)}
    begin select raise(abort, 'no'); end`)
  await performDueJobs(logged(), [job])
  expect(recorded.messages()).toEqual([
    'The job test.act ended, but its result could not be stored. It will be repeated.',
  ])
})

test('due jobs that cannot be read are logged with the next attempt', async () => {
  const error = Promise.withResolvers<unknown[]>()
  const log = Object.assign(Object.create(recorded.log), {
    error: (...line: unknown[]) => error.resolve(line),
  })
  const read = async () => app.ctx.db.run(sql`select 1 from nowhere`)
  jest.useFakeTimers()
  const poll = startPoll({ ...app.ctx, log }, [read])
  try {
    jest.advanceTimersByTime(1000)
    expect(await error.promise).toEqual([
      { error: expect.not.stringMatching(/select|Failed query/) },
      'The database could not be read for due jobs. Trying again in 1 s.',
    ])
  } finally {
    poll.stop()
    jest.useRealTimers()
  }
})

test('a repository that cannot be polled is logged with its name and the reason', async () => {
  const rocket = repository('acme/rocket')
  using host = startGitHub({ repositories: [rocket] })
  const own = await testApp({ githubApiUrl: host.url })
  const { id } = await connect(own.ctx, (await own.team('acme')).id, 'acme/rocket')
  await own.ctx.db.update(integrations).set({ watchMinutes: 5 })
  host.failNext('unauthorized')
  await pollRepositoryJob.insert(own.ctx, { integrationId: id })
  await performDueJobs({ ...own.ctx, log: recorded.log }, [pollRepositoryJob])
  expect(recorded.lines).toMatchObject([
    {
      repository: 'acme/rocket',
      msg: expect.stringMatching(/^Repository acme\/rocket could not be polled: GitHub .+\.$/),
    },
  ])
})

test('a database that was moved is named as the reason, even in a wrapped error', () => {
  const wrapped = new Error('Failed query', {
    cause: new UnusableDatabase('It was moved.', 'its files were moved or deleted'),
  })
  expect(describeError(wrapped)).toBe('It was moved.')
  expect(databaseReason(wrapped)).toBe('its files were moved or deleted')
})

test('a delivery that is not stored is logged with its id, its repository and the next step', async () => {
  const team = await app.team('acme')
  const { id, hook } = await connect(app.ctx, team.id)
  await app.ctx.db.run(
    sql.raw("create trigger refused before insert on webhook_logs begin select raise(abort, 'refused'); end"),
  )
  const headers = { 'x-github-event': 'push', 'x-github-delivery': 'd-1' }
  const request = new Request('http://localhost/', { method: 'POST', headers, body: '{}' })
  const [repositoryId = ''] = hook.split('/').slice(-1)
  const address = { provider: 'github', organizationId: team.id, integrationId: id, repositoryId }
  await receiveDelivery(logged(), address, request).catch(() => {})
  await app.ctx.db.run(sql`drop trigger refused`)
  expect(recorded.messages().at(-1)).toMatch(
    /^Delivery d-1 of (integration \S+|\S+\/\S+) was not stored\. GitHub will not repeat it; redeliver it there\.$/,
  )
})

test('a delivery with a wrong signature is logged with its repository and the next step, without its id', async () => {
  const team = await app.team('acme')
  const { id, hook } = await connect(app.ctx, team.id)
  const headers = {
    'x-github-event': 'push',
    'x-github-delivery': 'd-1',
    'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
  }
  const request = new Request('http://localhost/', { method: 'POST', headers, body: '{}' })
  const [repositoryId = ''] = hook.split('/').slice(-1)
  const address = { provider: 'github', organizationId: team.id, integrationId: id, repositoryId }
  await receiveDelivery(logged(), address, request)
  expect(recorded.lines).toMatchObject([
    {
      reason: 'Invalid webhook signature',
      msg: expect.stringMatching(
        /^A delivery of \S+\/\S+ was refused\. Enter the secret that .* at GitHub\.$/,
      ),
    },
  ])
  expect(JSON.stringify(recorded.lines)).not.toContain('d-1')
})

test('a signed delivery with unreadable content is logged with the reason and the next step', async () => {
  const team = await app.team('acme')
  const { id, hook } = await connect(app.ctx, team.id)
  const [repositoryId = ''] = hook.split('/').slice(-1)
  const address = { provider: 'github', organizationId: team.id, integrationId: id, repositoryId }
  for (const body of ['{"nothing":1}', 'no JSON']) {
    const signature = new Bun.CryptoHasher('sha256', webhookSecret).update(body).digest('hex')
    const headers = { 'x-github-event': 'release', 'x-hub-signature-256': `sha256=${signature}` }
    await receiveDelivery(
      logged(),
      address,
      new Request('http://localhost/', { method: 'POST', headers, body }),
    )
  }
  const msg = expect.stringMatching(/^A signed delivery of \S+ was refused, .* check which program uses /)
  expect(recorded.lines).toMatchObject([
    { reason: expect.stringContaining('release'), msg },
    { reason: 'Invalid JSON payload', msg },
  ])
})
