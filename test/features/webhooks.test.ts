import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { LibsqlError } from '@libsql/client/web'
import { eq } from 'drizzle-orm'
import { signBody } from '../../src/codehost/signature.ts'
import { events } from '../../src/features/activity/table.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { listDeliveryLogs } from '../../src/features/webhooks/delivery-log.ts'
import { sweepWebhooks } from '../../src/features/webhooks/job.ts'
import { deliveries, webhookLogs } from '../../src/features/webhooks/table.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'
import { caller, connect, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { pullRequestPayload, pushPayload, releasePayload } from '../support/payloads.ts'
import { recordStatements } from '../support/query-plan.ts'

const hour = 60 * 60 * 1000
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repository: Awaited<ReturnType<typeof connect>>
beforeEach(async () => {
  app = await testApp()
  team = await app.team('acme')
  repository = await connect(app.ctx, team.id)
})

function deliver(
  event: string,
  payload: unknown,
  id: string = crypto.randomUUID(),
  headers: Record<string, string> = {},
) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return app.anonymous('POST', repository.hook, body, {
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': signBody(webhookSecret, body),
    ...headers,
  })
}
const logs = () => listDeliveryLogs(app.ctx, { organizationId: team.id }, 1000)
const sweep = async () => {
  await sweepWebhooks.insert(app.ctx, {})
  await performDueJobs(app.ctx, [sweepWebhooks])
}

describe('the stored delivery ids', () => {
  test('answer a repeated id as a duplicate for 24 hours, and process it again afterwards', async () => {
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
    app.ctx.clock.advance(24 * hour - 1)
    expect((await deliver('push', pushPayload(), 'd-1')).body.duplicate).toBe(true)
    app.ctx.clock.advance(1)
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
  })

  test('stay until their rows are deleted, and effects happen once even afterwards', async () => {
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver('push', pushPayload(), 'd-1')
    app.ctx.clock.advance(25 * hour)
    await sweep()
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
    expect(await app.ctx.db.$count(events)).toBe(1)
    expect(await app.ctx.db.$count(generationJobs)).toBe(1)
    expect(await app.ctx.db.$count(jobs, eq(jobs.name, 'generation.write'))).toBe(1)
  })

  test('stay for 30 days if a delivery started a run, so that a late redelivery starts nothing', async () => {
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver('push', pushPayload(), 'd-1')
    app.ctx.clock.advance(29 * 24 * hour)
    await sweep()
    await app.ctx.db.delete(generationJobs)
    await app.ctx.db.delete(jobs)
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
    expect(await app.ctx.db.$count(generationJobs)).toBe(0)
    expect(await app.ctx.db.$count(jobs)).toBe(0)
    app.ctx.clock.advance(30 * 24 * hour)
    await sweep()
    expect(await app.ctx.db.$count(deliveries)).toBe(0)
  })

  test('let a redelivery start the runs of newer triggers, once', async () => {
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver('push', pushPayload(), 'd-1')
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id, { outputType: 'blog_post' }))
    for (const _ of [1, 2]) {
      app.ctx.clock.advance(8 * 24 * hour)
      await app.ctx.db.delete(generationJobs).where(eq(generationJobs.contentType, 'changelog'))
      await deliver('push', pushPayload(), 'd-1')
    }
    const runs = await app.ctx.db.select().from(generationJobs)
    expect(runs.map((run) => run.contentType)).toEqual(['blog_post'])
  })

  test('are deleted after 24 hours if deliveries started nothing', async () => {
    await deliver('push', pushPayload(), 'd-1')
    app.ctx.clock.advance(24 * hour)
    await sweep()
    expect(await app.ctx.db.$count(deliveries)).toBe(0)
  })

  test('are per repository', async () => {
    const other = await connect(app.ctx, team.id, 'acme/other')
    await deliver('push', pushPayload(), 'd-1')
    repository = other
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
  })

  test('exclude deliveries that were filtered or whose signature was wrong', async () => {
    const bad = await deliver('push', pushPayload(), 'd-1', {
      'x-hub-signature-256': `sha256=${'0'.repeat(64)}`,
    })
    expect(bad.status).toBe(401)
    await deliver('push', pushPayload({ ref: 'refs/heads/feature' }), 'd-2')
    expect(await app.ctx.db.$count(deliveries)).toBe(0)
  })

  test('give concurrent copies one effect together', async () => {
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver('push', pushPayload(), 'd-1')))
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect(answers.filter((answer) => answer.body.processed)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.duplicate)).toHaveLength(19)
    expect(await app.ctx.db.$count(events)).toBe(1)
    expect(await app.ctx.db.$count(generationJobs)).toBe(1)
    expect(await logs()).toHaveLength(20)
  })
})

test.each([
  ['push', pushPayload()],
  ['release', releasePayload()],
])('a %s costs three reads and one batch of six writes', async (event, payload) => {
  await deliver(event, payload)
  const sent = recordStatements(app.ctx.db)
  const commits = spyOn(app.ctx.db.$client, 'batch')
  expect((await deliver(event, payload)).status).toBe(200)
  const verbs = sent.map(({ sql }) =>
    sql.replace(/^(select|insert)\b.*?\b(?:from|into) "?(\w+).*$/s, '$1 $2'),
  )
  expect(verbs).toEqual([
    'select integrations',
    'select deliveries',
    'select automation_repositories',
    'insert deliveries',
    'insert guards',
    'insert guards',
    'insert sightings',
    'insert activities',
    'insert webhook_logs',
  ])
  expect(commits).toHaveBeenCalledTimes(1)
})

describe('a delivery that cannot be stored', () => {
  test('because another process locks the database is answered after one wait for the lock', async () => {
    const client = app.ctx.db.$client
    const { batch } = client
    let waits = 0
    client.batch = async (statements, mode) => {
      if (!JSON.stringify(statements).includes('webhook_logs')) return batch.call(client, statements, mode)
      waits++
      throw new LibsqlError('database is locked', 'SQLITE_BUSY')
    }
    const answer = await deliver('push', pushPayload(), 'd-1')
    client.batch = batch
    expect([answer.status, waits]).toEqual([500, 1])
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
  })

  test('because its database does not answer is answered before GitHub hangs up, however many calls wait', async () => {
    const client = app.ctx.db.$client
    const { batch, read } = client
    const begun = performance.now()
    let waited = 0
    const clock = spyOn(performance, 'now').mockImplementation(() => begun + waited)
    try {
      client.read = (sql, args) => {
        waited = 7999
        return read.call(client, sql, args)
      }
      client.batch = (statements, mode) =>
        JSON.stringify(statements).includes('webhook_logs')
          ? new Promise(() => {})
          : batch.call(client, statements, mode)
      expect((await deliver('push', pushPayload(), 'd-1')).status).toBe(500)
      expect(waited).toBe(7999)
    } finally {
      clock.mockRestore()
      Object.assign(client, { batch, read })
    }
  })

  describe.each([
    ['before', false],
    ['after', true],
  ])('because its database server was lost %s it was committed', (_, isCommitted) => {
    /** Loses the answer to the first batch with a log entry. */
    function loseAnswer() {
      const client = app.ctx.db.$client
      const { batch } = client
      client.batch = async (statements, mode) => {
        if (!JSON.stringify(statements).includes('webhook_logs')) return batch.call(client, statements, mode)
        client.batch = batch
        if (isCommitted) await batch.call(client, statements, mode)
        throw new LibsqlError('The connection was lost.', 'SERVER_LOST')
      }
    }

    test('is stored and logged once, and its run is started', async () => {
      await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
      const wake = spyOn(app.ctx.jobsReady, 'wake')
      loseAnswer()
      const { status, body } = await deliver('push', pushPayload(), 'd-1')
      expect([status, body.processed?.type]).toEqual([200, 'push'])
      for (const table of [events, generationJobs, webhookLogs])
        expect(await app.ctx.db.$count(table)).toBe(1)
      expect(wake).toHaveBeenCalled()
      wake.mockRestore()
    })

    test('is logged once if it has no effect', async () => {
      loseAnswer()
      expect((await deliver('ping', {}, 'd-1')).status).toBe(200)
      expect(await app.ctx.db.$count(webhookLogs)).toBe(1)
    })
  })

  test('because a copy was faster is a duplicate, even if the connection is lost when it is decided again', async () => {
    const client = app.ctx.db.$client
    const { batch, read } = client
    client.batch = async (statements, mode) => {
      if (!JSON.stringify(statements).includes('webhook_logs')) return batch.call(client, statements, mode)
      client.batch = batch
      await deliver('push', pushPayload(), 'd-1')
      client.read = () => {
        client.read = read
        return Promise.reject(new LibsqlError('The connection was lost.', 'SERVER_LOST'))
      }
      return batch.call(client, statements, mode)
    }
    const { status, body } = await deliver('push', pushPayload(), 'd-1')
    expect([status, body.duplicate]).toEqual([200, true])
    expect(await app.ctx.db.$count(events)).toBe(1)
  })

  test('because it was lost while a copy was processed in the same millisecond is a duplicate', async () => {
    const client = app.ctx.db.$client
    const { batch } = client
    const time = app.ctx.now()
    const now = spyOn(app.ctx, 'now').mockImplementation(() => time)
    client.batch = async (statements, mode) => {
      if (!JSON.stringify(statements).includes('webhook_logs')) return batch.call(client, statements, mode)
      client.batch = batch
      await deliver('push', pushPayload(), 'd-1')
      throw new LibsqlError('The connection was lost.', 'SERVER_LOST')
    }
    const { status, body } = await deliver('push', pushPayload(), 'd-1')
    now.mockRestore()
    expect([status, body.duplicate]).toEqual([200, true])
    expect(await logs()).toHaveLength(2)
  })

  test('is answered 500 and has no effect, so that a redelivery is processed', async () => {
    await app.ctx.db.run(
      "create trigger broken before insert on activities begin select raise(abort, 'no'); end",
    )
    const failed = await deliver('push', pushPayload(), 'd-1')
    expect([failed.status, failed.body]).toEqual([500, { error: 'Internal server error processing webhook' }])
    expect(await app.ctx.db.$count(deliveries)).toBe(0)
    expect((await logs()).map(({ statusCode, status }) => [statusCode, status])).toEqual([[500, 'failed']])
    await app.ctx.db.run('drop trigger broken')
    expect((await deliver('push', pushPayload(), 'd-1')).body.processed.type).toBe('push')
  })
})

test('a delivery over the storage limit gets a Retry-After, and is logged', async () => {
  using _all = app.ctx.inputBudget.small.take(app.ctx.inputBudget.small.bytes)
  const answer = await deliver('push', pushPayload({}, ['x'.repeat(100_000)]), 'd-1')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await logs()).toMatchObject([
    { referenceId: 'd-1', title: 'Webhook payload not read', statusCode: 503 },
  ])
})

describe('the stored data', () => {
  test.each([
    ['push', pushPayload(), 'pushed'],
    ['release', releasePayload(), 'published'],
    ['pull_request', pullRequestPayload(), 'merged'],
  ])('a %s is stored in the shape of the specification', async (event, payload, action) => {
    const answer = await deliver(event, payload, 'd-1')
    const [row] = await app.ctx.db.select().from(events)
    expect(row).toMatchObject({ deliveryId: 'd-1', kind: event, action, data: answer.body.processed.data })
  })

  test('merged pull requests start no trigger', async () => {
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver('pull_request', pullRequestPayload())
    expect(await app.ctx.db.$count(generationJobs)).toBe(0)
  })
})

describe('the log', () => {
  test('shows the data of a processed delivery', async () => {
    const answer = await deliver('release', releasePayload(), 'd-1')
    expect(await logs()).toEqual([
      {
        id: expect.stringMatching(/^log_[0-9a-f]{8}$/),
        referenceId: 'd-1',
        title: 'Processed release event',
        integrationType: 'github',
        direction: 'incoming',
        status: 'success',
        statusCode: 200,
        errorMessage: null,
        payload: { event: 'release', action: 'published', data: answer.body.processed.data },
        createdAt: app.ctx.now().toISOString(),
      },
    ])
  })

  test.each([
    [7, 7],
    [14, 14],
    [30, 30],
    [null, 30],
  ])('with a retention of %p is stored for %p days', async (logRetentionDays, days) => {
    await app.ctx.db.update(organizations).set({ logRetentionDays })
    await deliver('push', pushPayload())
    app.ctx.clock.advance(days * 24 * hour)
    await sweep()
    expect(await app.ctx.db.$count(webhookLogs)).toBe(1)
    app.ctx.clock.advance(1)
    await sweep()
    expect(await app.ctx.db.$count(webhookLogs)).toBe(0)
  })
})

describe('the payload URL', () => {
  test('of a disabled integration is 403', async () => {
    await app.ctx.db.update(integrations).set({ enabled: false })
    const answer = await deliver('push', pushPayload())
    expect([answer.status, answer.body]).toEqual([403, { error: 'Integration is disabled' }])
  })

  test('of a repository without a secret is 400', async () => {
    await app.ctx.db.update(integrations).set({ encryptedWebhookSecret: null })
    const answer = await deliver('push', pushPayload())
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'Webhook secret not configured for this repository' },
    ])
    expect((await logs())[0]).toMatchObject({
      title: 'Webhook secret missing',
      errorMessage: 'Webhook secret not configured',
    })
  })

  test('ignores keys: only the signature counts', async () => {
    const withKey = caller(app.api, team.key)
    const answer = await withKey('POST', repository.hook, '{}', {
      'x-github-event': 'push',
      'x-github-delivery': 'd',
    })
    expect([answer.status, answer.body.error]).toEqual([400, 'Missing X-Hub-Signature-256 header'])
  })
})
