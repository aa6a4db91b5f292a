import { beforeEach, describe, expect, test } from 'bun:test'
import { events } from '../../src/features/activity/table.ts'
import { generationJobs } from '../../src/features/generation/table.ts'
import { listDeliveryLogs } from '../../src/features/webhooks/delivery-log.ts'
import { connect, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { releasePayload } from '../support/payloads.ts'

const minute = 60 * 1000
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repository: Awaited<ReturnType<typeof connect>>
beforeEach(async () => {
  app = await testApp()
  team = await app.team('acme')
  repository = await connect(app.ctx, team.id)
})

const wantReleases = (changes = {}) =>
  team.call(
    'POST',
    '/v1/event-triggers',
    triggerBody(repository.id, { sourceConfig: { eventTypes: ['release'], ...changes } }),
  )

async function release(action: string, changes: Record<string, unknown> = {}, deliveryId?: string) {
  const body = JSON.stringify(releasePayload({ id: 7, prerelease: true, ...changes }, action))
  const answer = await app.anonymous(
    'POST',
    repository.hook,
    body,
    deliveryHeaders('release', body, webhookSecret, deliveryId),
  )
  expect([answer.status, answer.body.processed?.action]).toEqual([200, action])
}
const runs = () => app.ctx.db.$count(generationJobs)

describe('a trigger that excludes pre-releases', () => {
  test.each(['published', 'prereleased'])('skips a pre-release that is %s', async (action) => {
    await wantReleases({ includePreReleases: false })
    await release(action)
    expect(await runs()).toBe(0)
    await release('published', { prerelease: false })
    expect(await runs()).toBe(1)
  })
})

describe('of the two deliveries of one pre-release only the first starts a run', () => {
  beforeEach(async () => void (await wantReleases()))

  test.each([
    ['published', 'prereleased'],
    ['prereleased', 'published'],
  ])('%s, then %s: both are stored and logged as processed', async (first, second) => {
    await release(first)
    app.ctx.clock.advance(10 * minute)
    await release(second)
    expect(await runs()).toBe(1)
    const stored = await app.ctx.db.select().from(events)
    expect(stored.map((event) => event.action).sort()).toEqual(['prereleased', 'published'])
    const log = await listDeliveryLogs(app.ctx, { organizationId: team.id }, 10)
    expect(log.map((entry) => entry.title)).toEqual(['Processed release event', 'Processed release event'])
  })

  test('at once, whichever comes first', async () => {
    await Promise.all([release('published'), release('prereleased')])
    expect([await runs(), await app.ctx.db.$count(events)]).toEqual([1, 2])
  })

  test.each([
    ['later than ten minutes', 10 * minute + 1, 'prereleased', {}],
    ['of another release', 0, 'prereleased', { id: 8 }],
    ['of the same action', 0, 'published', {}],
    ['of a release that is none', 0, 'prereleased', { prerelease: false }],
  ])('but a second one %s starts its own', async (_, wait, action, changes) => {
    await release('published')
    app.ctx.clock.advance(wait)
    await release(action, changes)
    expect(await runs()).toBe(2)
  })

  test('and a redelivery of the second one does not, however late', async () => {
    await release('published')
    await release('prereleased', {}, 'second')
    app.ctx.clock.advance(8 * 24 * 60 * minute)
    await app.ctx.db.delete(generationJobs)
    await release('prereleased', {}, 'second')
    expect(await runs()).toBe(0)
  })
})
