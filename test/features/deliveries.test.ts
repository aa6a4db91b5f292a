import { beforeEach, describe, expect, test } from 'bun:test'
import { maxSearched } from '../../src/features/webhooks/deliveries/list-deliveries.ts'
import { toEntryId } from '../../src/features/webhooks/model.ts'
import { webhookLogs } from '../../src/features/webhooks/table.ts'
import { connect, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { pushPayload, releasePayload } from '../support/payloads.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

const day = 24 * 60 * 60 * 1000
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repository: Awaited<ReturnType<typeof connect>>
beforeEach(async () => {
  app = await testApp()
  team = await app.team('acme')
  repository = await connect(app.ctx, team.id)
})

type Sent = { event?: string; payload?: unknown; id?: string; secret?: string; hook?: string }

function deliver({ event = 'push', payload = pushPayload(), id, secret, hook }: Sent = {}) {
  const body = JSON.stringify(payload)
  return app.anonymous(
    'POST',
    hook ?? repository.hook,
    body,
    deliveryHeaders(event, body, secret ?? webhookSecret, id),
  )
}

const release = (id: string) => deliver({ event: 'release', payload: releasePayload(), id })

/** One delivery of every type, named after it. */
async function deliverEveryType() {
  await deliver({ id: 'processed' })
  await deliver({ id: 'filtered', payload: pushPayload({ ref: 'refs/heads/topic' }) })
  await deliver({ id: 'ignored', event: 'issues', payload: {} })
  await deliver({ id: 'processed' })
  await deliver({ id: 'ping', event: 'ping', payload: {} })
  await deliver({ id: 'rejected', secret: 'guessed' })
}

const list = async (query = '') => (await team.call('GET', `/v1/deliveries${query}`)).body
const found = async (query = '') =>
  (await list(query)).deliveries.map(({ referenceId }: { referenceId: string }) => referenceId)
const watch = async (repositoryId: string, changes: Record<string, unknown> = {}) =>
  (await team.call('POST', '/v1/event-triggers', triggerBody(repositoryId, changes))).body.eventTrigger.id

describe('a delivery in the list', () => {
  test('is the log entry of the specification with its repository and what it started', async () => {
    await watch(repository.id)
    await release('d-1')
    const { deliveries, pagination, organization } = await list()
    expect(deliveries).toEqual([
      {
        id: expect.stringMatching(/^log_[0-9a-f]{8}$/),
        integrationId: repository.id,
        referenceId: 'd-1',
        title: 'Processed release event',
        integrationType: 'github',
        direction: 'incoming',
        type: 'processed',
        status: 'success',
        statusCode: 200,
        errorMessage: null,
        payload: {
          event: 'release',
          action: 'published',
          data: expect.objectContaining({ tagName: 'v1.1.0' }),
        },
        runs: [
          {
            id: expect.stringMatching(/^job_[0-9a-f]{32}$/),
            status: 'queued',
            contentType: 'changelog',
            postId: null,
            post: null,
          },
        ],
        createdAt: app.ctx.now().toISOString(),
      },
    ])
    expect(pagination).toEqual({
      limit: 25,
      currentPage: 1,
      nextPage: null,
      previousPage: null,
      totalPages: 1,
      totalItems: 1,
    })
    expect(organization).toEqual({ id: team.id, slug: 'acme', name: 'Team acme', logo: null })
  })

  test('that was rejected shows the reason, without its payload', async () => {
    await deliver({ id: 'd-1', secret: 'guessed' })
    expect((await list()).deliveries).toMatchObject([
      {
        type: 'rejected',
        status: 'failed',
        statusCode: 401,
        errorMessage: 'Invalid webhook signature',
        payload: null,
        runs: [],
      },
    ])
  })

  test('can be read alone by its id', async () => {
    await watch(repository.id)
    await release('d-1')
    await deliver({ id: 'd-2' })
    const { deliveries } = await list()
    for (const delivery of deliveries) {
      const answer = await team.call('GET', `/v1/deliveries/${delivery.id}`)
      expect([answer.status, answer.body.delivery]).toEqual([200, delivery])
    }
  })

  test.each([
    'log_',
    'log_00000000',
    'log_000000001',
    'log_0000000g',
    'log_-0000001',
    'other',
    '1',
    'log_7fffffffffff',
  ])('is unknown by the id %s', async (id) => {
    await deliver()
    const answer = await team.call('GET', `/v1/deliveries/${id}`)
    expect([answer.status, answer.body]).toEqual([404, { error: 'Delivery not found' }])
  })

  test('never contains a secret or a token', async () => {
    await deliverEveryType()
    const { text } = await team.call('GET', '/v1/deliveries')
    expect(text).not.toContain(webhookSecret)
    expect(text).not.toContain(repository.encryptedWebhookSecret)
  })
})

describe('the runs of a delivery', () => {
  test('are those of every matching trigger', async () => {
    await watch(repository.id)
    await watch(repository.id, { outputType: 'image' })
    await watch(repository.id, { outputType: 'blog_post', sourceConfig: { eventTypes: ['push'] } })
    await release('d-1')
    const [delivery] = (await list()).deliveries
    expect(delivery.runs.map((run: any) => run.contentType).sort()).toEqual(['changelog', 'image'])
  })

  test('belong to the delivery that was processed, not to its duplicate', async () => {
    await watch(repository.id)
    await release('d-1')
    await release('d-1')
    expect((await list()).deliveries.map(({ type, runs }: any) => [type, runs.length])).toEqual([
      ['duplicate', 0],
      ['processed', 1],
    ])
  })

  test('are listed once when the delivery is sent again after a day', async () => {
    await watch(repository.id)
    await release('d-1')
    app.ctx.clock.advance(day)
    await release('d-1')
    expect((await list()).deliveries.map(({ type, runs }: any) => [type, runs.length])).toEqual([
      ['processed', 0],
      ['processed', 1],
    ])
  })

  test('of a delivery with the same id to another organization are its own', async () => {
    const other = await app.team('other')
    const theirs = await connect(app.ctx, other.id)
    await other.call('POST', '/v1/event-triggers', triggerBody(theirs.id))
    await deliver({ event: 'release', payload: releasePayload(), id: 'd-1', hook: theirs.hook })
    await release('d-1')
    expect((await list()).deliveries.map(({ runs }: any) => runs)).toEqual([[]])
    expect((await other.call('GET', '/v1/deliveries')).body.deliveries[0].runs).toHaveLength(1)
  })
})

describe('filters', () => {
  beforeEach(deliverEveryType)

  test.each([
    ['', ['rejected', 'ping', 'processed', 'ignored', 'filtered', 'processed']],
    ['?status=success', ['ping', 'processed', 'ignored', 'filtered', 'processed']],
    ['?status=failed', ['rejected']],
    ['?status=failed,success&type=ping', ['ping']],
    ['?type=processed', ['processed']],
    ['?type=filtered', ['filtered']],
    ['?type=ignored', ['ignored']],
    ['?type=duplicate', ['processed']],
    ['?type=rejected', ['rejected']],
    ['?type=filtered, ignored', ['ignored', 'filtered']],
    ['?status=success&type=rejected', []],
    ['?search=', ['rejected', 'ping', 'processed', 'ignored', 'filtered', 'processed']],
    ['?search=PING', ['ping']],
    ['?search=invalid webhook signature', ['rejected']],
    ['?search=%25', []],
    ['?search=_', []],
    ["?search=' or 1=1", []],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    expect((await list(query)).pagination.totalItems).toBe(expected.length)
  })

  test('integrationId selects one repository', async () => {
    const other = await connect(app.ctx, team.id, 'acme/other')
    await deliver({ id: 'elsewhere', hook: other.hook })
    expect(await found(`?integrationId=${other.id}`)).toEqual(['elsewhere'])
    expect(await found(`?integrationId=${repository.id}`)).toHaveLength(6)
    expect(await found('?integrationId=unknown')).toEqual([])
  })

  test('a page has the requested number of items, and the next continues', async () => {
    expect(await found('?limit=2&page=2')).toEqual(['processed', 'ignored'])
    expect((await list('?limit=2&page=2')).pagination).toEqual({
      limit: 2,
      currentPage: 2,
      nextPage: 3,
      previousPage: 1,
      totalPages: 3,
      totalItems: 6,
    })
    expect(await found('?limit=2&page=4')).toEqual([])
  })

  test.each([
    ['limit=0', 'limit must be an integer from 1 to 100'],
    ['page=0', 'page must be an integer of at least 1'],
    ['status=lost', 'status must be one of success, failed'],
    ['type=push', 'type must be one of processed, filtered, ignored, duplicate, ping, rejected'],
    ['integrationId=a/b', 'integrationId has an invalid format'],
    [`search=${'x'.repeat(201)}`, 'search must have 0 to 200 characters'],
  ])('%s is refused', async (query, error) => {
    const answer = await team.call('GET', `/v1/deliveries?${query}`)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test('types stay the same after the repository was disconnected', async () => {
    const before = (await list()).deliveries
    expect((await team.call('DELETE', `/v1/integrations/${repository.id}`)).status).toBe(200)
    expect((await list()).deliveries).toEqual(before)
  })
})

test('two entries never share an id', async () => {
  for (let n = 0; n < 3; n++) await deliver()
  const rows = await app.ctx.db.select().from(webhookLogs)
  const { deliveries } = await list()
  expect(deliveries.map(({ id }: { id: string }) => id)).toEqual(
    rows.map(({ sequence }) => toEntryId(sequence)).reverse(),
  )
})

test('deliveries need a key with integrations.read', async () => {
  const writer = await app.team('writer', ['integrations.write', 'posts.read'])
  for (const path of ['/v1/deliveries', '/v1/deliveries/log_00000001']) {
    expect((await writer.call('GET', path)).body.code).toBe('FORBIDDEN')
    expect((await app.anonymous('GET', path)).body.code).toBe('MISSING_API_KEY')
  }
})

test('text is searched in the newest 100,000 deliveries', async () => {
  await release('needle')
  const add = (count: number) =>
    app.ctx.db.$client.execute({
      sql: `with recursive n(n) as (select 1 union all select n + 1 from n where n < ?)
        insert into webhook_logs
          (id, organization_id, integration_id, reference_id, title, status, status_code, verified, created_at)
        select '', ?, ?, 'other', 'Processed', 'success', 200, 1, 0 from n`,
      args: [count, team.id, repository.id],
    })
  // Few at a time, so that no statement reaches the time limit of a slow server.
  for (let missing = maxSearched - 1; missing > 0; missing -= 5000) await add(Math.min(missing, 5000))
  const found = async (query: string) => (await list(query)).pagination.totalItems
  expect(await found('?search=needle')).toBe(1)
  expect(await found(`?search=needle&integrationId=${repository.id}&status=success`)).toBe(1)
  await add(1)
  expect(await found('?search=needle')).toBe(0)
  expect(await found(`?search=needle&integrationId=${repository.id}&status=success`)).toBe(0)
  expect(await found('')).toBe(maxSearched + 1)
})

test('every list and every filter is served by an index in its order', async () => {
  await watch(repository.id)
  await release('d-1')
  const sent = recordStatements(app.ctx.db)
  for (const query of [
    '',
    '?status=failed',
    '?type=ping',
    '?search=x',
    `?search=x&integrationId=${repository.id}`,
    '?search=x&type=ping',
    `?integrationId=${repository.id}`,
    '?page=9',
  ])
    await list(query)
  const [{ id }] = (await list()).deliveries
  await team.call('GET', `/v1/deliveries/${id}`)
  const reads = sent.filter(({ sql }) => /from "webhook_logs"|from "generation_jobs"/.test(sql))
  expect(reads.length).toBeGreaterThan(12)
  for (const read of reads) {
    const plan = await planOf(app.ctx.db, read)
    const walked = plan.filter((line) => /^SCAN (?!json_each)|TEMP B-TREE/.test(line))
    expect([read.sql, walked]).toEqual([read.sql, []])
  }
  const byRepository = reads.filter(({ sql }) => /from "webhook_logs".*"integration_id" = \?/s.test(sql))
  expect(byRepository.length).toBeGreaterThan(0)
  for (const read of byRepository)
    expect((await planOf(app.ctx.db, read))[0]).toContain('webhook_logs_repository')
})
