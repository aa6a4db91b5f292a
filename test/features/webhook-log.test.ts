import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ceilingSentence, ceilings } from '../../src/db/ceilings.ts'
import { events } from '../../src/features/activity/table.ts'
import { generationJobCounts } from '../../src/features/generation/table.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { listDeliveryLogs } from '../../src/features/webhooks/delivery-log.ts'
import { sweepWebhooks } from '../../src/features/webhooks/job.ts'
import { deliveries, sightings, webhookRowCounts } from '../../src/features/webhooks/table.ts'
import { maxKept, trimIfDue } from '../../src/features/webhooks/trim-rows.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { connect, type Team, testApp, webhookSecret } from '../support/app.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { pushPayload, releasePayload } from '../support/payloads.ts'

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

/** A delivery without the secret. */
const deliverAsStranger = (sent: Sent = {}) => deliver({ ...sent, secret: 'guessed' })
const logs = (limit = 1000) => listDeliveryLogs(app.ctx, { organizationId: team.id }, limit)
const ids = async (limit?: number) => (await logs(limit)).map((entry) => entry.referenceId)

async function flood(times: number, sent: Sent = {}) {
  for (let n = 0; n < times; n++) await deliverAsStranger({ ...sent, id: `stranger-${n}` })
}

describe('a delivery that the route check rejects is logged if its repository is known', () => {
  test('of a disabled integration', async () => {
    await app.ctx.db.update(integrations).set({ enabled: false })
    expect((await deliver({ id: 'd-1' })).status).toBe(403)
    expect(await logs()).toMatchObject([
      {
        referenceId: 'd-1',
        title: 'Integration is disabled',
        status: 'failed',
        statusCode: 403,
        errorMessage: 'Integration is disabled',
        payload: null,
      },
    ])
  })

  test.each([
    ['another organization', 403, 'Integration does not belong to this organization'],
    ['another repository', 403, 'Repository does not belong to this integration'],
    ['no repository', 404, 'Repository not found'],
  ])('whose ids do not belong together: %s', async (which, status, error) => {
    const other = await connect(app.ctx, team.id, 'acme/other')
    const neighbour = await app.team('neighbour')
    const hook = {
      'another organization': `/api/webhooks/github/${neighbour.id}/${repository.id}/${repository.id}`,
      'another repository': `/api/webhooks/github/${team.id}/${repository.id}/${other.id}`,
      'no repository': `/api/webhooks/github/${team.id}/${repository.id}/none`,
    }[which]
    const answer = await deliver({ hook, id: 'd-1' })
    expect([answer.status, answer.body]).toEqual([status, { error }])
    expect(await logs()).toMatchObject([{ referenceId: 'd-1', title: error, statusCode: status }])
    expect(await listDeliveryLogs(app.ctx, { organizationId: neighbour.id }, 10)).toEqual([])
  })

  test('and of an integration that does not exist it is not', async () => {
    const hook = `/api/webhooks/github/${team.id}/none/none`
    expect((await deliver({ hook })).status).toBe(404)
    expect(await logs()).toEqual([])
  })
})

describe('unsigned deliveries can evict only unsigned deliveries', () => {
  test.each([
    ['processed', {}, {}],
    ['filtered', { payload: pushPayload({ ref: 'refs/heads/topic' }) }, {}],
    ['of an unsupported type', { event: 'issues', payload: {} }, { event: 'issues' }],
    ['a ping', { event: 'ping', payload: {} }, {}],
    ['of a wrong shape', { payload: [] }, {}],
  ] as [string, Sent, Sent][])('a delivery that is %s stays', async (_, sent, strangers) => {
    await deliver({ ...sent, id: 'ours' })
    await flood(210, strangers)
    const all = await ids()
    expect(all).toHaveLength(201)
    expect([all.at(-1), all[0]]).toEqual(['ours', 'stranger-209'])
  })

  test('a duplicate stays, and unsigned copies of its id evict only unsigned ones', async () => {
    for (const _ of [1, 2]) await deliver({ id: 'ours' })
    for (let n = 0; n < 210; n++) await deliverAsStranger({ id: 'ours' })
    const all = await logs()
    expect(all).toHaveLength(202)
    expect(all.at(-1)?.title).toBe('Processed push event')
  })

  test('of a disabled integration, signed deliveries stay', async () => {
    await app.ctx.db.update(integrations).set({ enabled: false })
    await deliver({ id: 'ours' })
    await flood(210)
    expect((await ids()).at(-1)).toBe('ours')
  })

  test('also if the limit is smaller than the number of unsigned ones', async () => {
    for (const id of ['a', 'b', 'c']) await deliver({ id })
    await flood(20)
    expect(await ids(6)).toEqual(['stranger-19', 'stranger-18', 'stranger-17', 'c', 'b', 'a'])
  })

  test('a delivery without a signature is not verified: the body is not read', async () => {
    const answer = await app.anonymous('POST', repository.hook, new Uint8Array(26 * 1024 * 1024), {
      'x-github-event': 'issues',
    })
    expect([answer.status, answer.body.ignored]).toEqual([200, true])
  })

  test('a body over the limit counts as unsigned', async () => {
    const answer = await app.anonymous('POST', repository.hook, new Uint8Array(26 * 1024 * 1024), {
      'x-github-event': 'issues',
      'x-hub-signature-256': 'sha256=0',
    })
    expect([answer.status, answer.body.ignored]).toEqual([200, true])
  })
})

test.each([7, 14, 30])('signed entries of every kind live %d days', async (logRetentionDays) => {
  await app.ctx.db.update(organizations).set({ logRetentionDays })
  await deliver({ id: 'd-1' })
  await deliver({ id: 'd-1' })
  await deliver({ event: 'issues', payload: {} })
  await deliver({ payload: pushPayload({ ref: 'refs/tags/v1' }) })
  const sweepLater = async (milliseconds: number) => {
    app.ctx.clock.advance(milliseconds)
    await sweepWebhooks.insert(app.ctx, {})
    await performDueJobs(app.ctx, [sweepWebhooks])
    return (await logs()).length
  }
  expect(await sweepLater(logRetentionDays * day)).toBe(4)
  expect(await sweepLater(1)).toBe(0)
})

test('an entry written under a fast clock does not keep later ones past their days', async () => {
  await app.ctx.db.update(organizations).set({ logRetentionDays: 7 })
  app.ctx.clock.advance(30 * day)
  await deliver({ id: 'fast' })
  app.ctx.clock.advance(-30 * day)
  await deliver({ id: 'right' })
  app.ctx.clock.advance(8 * day)
  await sweepWebhooks.insert(app.ctx, {})
  await performDueJobs(app.ctx, [sweepWebhooks])
  expect(await ids()).toEqual(['fast'])
})

test('payloads stay readable after the integration is deleted', async () => {
  await deliver({ id: 'd-1' })
  await deliver({ event: 'release', payload: releasePayload(), id: 'd-2' })
  await deliver({ event: 'issues', payload: {}, id: 'd-3' })
  const before = await logs()
  expect((await team.call('DELETE', `/v1/integrations/${repository.id}`)).status).toBe(200)
  expect(await logs()).toEqual(before)
  expect(before[1]?.payload).toMatchObject({ event: 'release', data: { tagName: 'v1.1.0' } })
})

test('a signed delivery that could not be processed is logged as the code host’s', async () => {
  await app.ctx.db.run(
    "create trigger broken before insert on activities begin select raise(abort, 'no'); end",
  )
  await deliver({ id: 'ours' })
  await app.ctx.db.run('drop trigger broken')
  await flood(210)
  expect((await ids()).at(-1)).toBe('ours')
})

describe('of the rows that signed deliveries of an organization add', () => {
  const release = releasePayload()
  const filtered = { event: 'release', payload: { ...release, action: 'deleted' } }
  const sweep = async () => {
    await sweepWebhooks.insert(app.ctx, {})
    await performDueJobs(app.ctx, [sweepWebhooks])
  }

  test('the oldest entries of the most frequent kind are deleted beyond the limit', async () => {
    for (const id of ['d-1', 'd-2', 'd-3', 'd-4']) await deliver({ ...filtered, id })
    for (const id of ['d-5', 'd-6']) await deliver({ id })
    await app.ctx.db.run(
      sql`update webhook_log_counts set total = total + ${maxKept.logs - 4} where type = 'filtered'`,
    )
    await sweep()
    expect(await ids()).toEqual(['d-6', 'd-5', 'd-4', 'd-3'])
  })

  test('the oldest events are deleted beyond the limit, pushes before releases', async () => {
    await deliver({ event: 'release', payload: release, id: 'd-1' })
    for (const id of ['d-2', 'd-3', 'd-4']) {
      app.ctx.clock.advance(1000)
      await deliver({ id })
    }
    await app.ctx.db.run(sql`update webhook_row_counts set events = events + ${maxKept.events - 2}`)
    await sweep()
    const kept = await app.ctx.db.select().from(events)
    expect(kept.map(({ deliveryId }) => deliveryId).sort()).toEqual(['d-1', 'd-4'])
  })

  test('the thousandth delivery deletes those beyond the limit without waiting for the sweep', async () => {
    for (const id of ['d-1', 'd-2', 'd-3']) await deliver({ ...filtered, id })
    await app.ctx.db.run(sql`update webhook_log_counts set total = total + ${maxKept.logs - 2}`)
    for (let n = 4; n < 1000; n++) await trimIfDue(app.ctx, team.id)
    expect(await ids()).toEqual(['d-3', 'd-2', 'd-1'])
    await deliver({ ...filtered, id: 'd-1000' })
    expect(await ids()).toEqual(['d-1000', 'd-3', 'd-2'])
  })

  test('the counts are those of the rows, also when a repository is disconnected', async () => {
    for (const id of ['d-1', 'd-2']) await deliver({ id })
    const counted = () => app.ctx.db.select().from(webhookRowCounts)
    const facts = await app.ctx.db.$count(sightings)
    expect(await counted()).toEqual([
      { integrationId: repository.id, deliveries: 2, events: 2, sightings: facts },
    ])
    await app.ctx.db.delete(deliveries)
    expect((await counted())[0]).toMatchObject({ deliveries: 0, events: 2 })
    await app.ctx.db.delete(integrations)
    expect(await counted()).toEqual([])
  })

  // Commits and runs are counted before those of a delivery are added.
  test.each([
    ['deliveries', sql`update webhook_row_counts set deliveries = ${ceilings.deliveries.max}`],
    ['sightings', sql`update webhook_row_counts set sightings = ${ceilings.sightings.max + 1}`],
    ['runs', sql`update generation_job_counts set total = ${ceilings.runs.max + 1}`],
  ] as const)('one too many is refused, and stores nothing: %s', async (name, fill) => {
    await app.ctx.db.insert(webhookRowCounts).values({ integrationId: repository.id })
    await app.ctx.db
      .insert(generationJobCounts)
      .values({ organizationId: team.id, status: 'failed', total: 0 })
    await app.ctx.db.run(fill)
    const answer = await deliver({ id: 'd-1' })
    expect([answer.status, answer.body]).toEqual([409, { error: ceilingSentence(name) }])
    expect([await app.ctx.db.$count(deliveries), await app.ctx.db.$count(events)]).toEqual([0, 0])
    expect(await logs(1)).toMatchObject([
      { title: 'Webhook limit reached', errorMessage: ceilingSentence(name), statusCode: 409 },
    ])
  })
})
