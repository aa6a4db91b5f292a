import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import {
  commitOf,
  connectRepository,
  type Delivery,
  deliver,
  pushOf,
  type Repository,
  releaseOf,
  webhookLogs,
} from './deliveries'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import { isoTime } from './wire'

setDefaultTimeout(60_000)

const name = 'acme/widgets'

let herald: Herald
let acme: Organization
let widgets: Repository

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  widgets = await connectRepository(herald, acme, name)
})
afterAll(() => herald.stop())

const push = () => pushOf(name, [commitOf('feat: something')])
const entriesOf = async (...deliveries: string[]) =>
  (await webhookLogs(herald, acme.slug)).filter(({ referenceId }) => deliveries.includes(referenceId ?? ''))

type Case = [string, Delivery, Record<string, unknown>]

const accepted: Case[] = [
  [
    'Processed release event',
    { event: 'release', payload: releaseOf(name, 'v1.1.0') },
    { event: 'release', action: 'published', data: expect.objectContaining({ tagName: 'v1.1.0' }) },
  ],
  [
    'Processed push event',
    { event: 'push', payload: push() },
    { event: 'push', action: 'pushed', data: expect.objectContaining({ branch: 'main' }) },
  ],
  [
    'Filtered push event',
    { event: 'push', payload: { ...push(), ref: 'refs/heads/topic' } },
    { event: 'push', action: '', filtered: true },
  ],
  [
    'Filtered release event',
    { event: 'release', payload: releaseOf(name, 'v1.1.0', 'edited') },
    { event: 'release', action: 'edited', filtered: true },
  ],
  ['Unsupported event type: issues', { event: 'issues', payload: {} }, { event: 'issues', ignored: true }],
  ['Webhook ping received', { event: 'ping', payload: {} }, { event: 'ping' }],
]

test.each(accepted)('%s is logged as a success', async (title, delivery, payload) => {
  const id = randomUUID()
  await deliver(herald, widgets, { ...delivery, delivery: id })
  const log = await entriesOf(id)
  expect(log).toHaveLength(1)
  expect(log[0]).toEqual({
    id: expect.stringMatching(/^log_[0-9a-f]{8}$/),
    referenceId: id,
    title,
    integrationType: 'github',
    direction: 'incoming',
    status: 'success',
    statusCode: 200,
    errorMessage: null,
    payload,
    createdAt: expect.stringMatching(isoTime),
  })
})

const rejected: [string, string, number, Delivery][] = [
  [
    'Missing webhook event header',
    'Missing X-GitHub-Event header',
    400,
    { event: '', payload: push(), headers: { 'x-github-event': null } },
  ],
  [
    'Signature missing',
    'Missing X-Hub-Signature-256 header',
    400,
    { event: 'push', payload: push(), headers: { 'x-hub-signature-256': null } },
  ],
  [
    'Invalid webhook signature',
    'Invalid webhook signature',
    401,
    { event: 'push', payload: push(), headers: { 'x-hub-signature-256': 'sha256=0' } },
  ],
  ['Invalid webhook payload', '', 400, { event: 'push', payload: '{' }],
  ['Invalid webhook payload structure', '', 400, { event: 'push', payload: '[]' }],
]

test.each(rejected)(
  '%s is logged as a failure without its payload',
  async (title, message, statusCode, delivery) => {
    const id = randomUUID()
    await deliver(herald, widgets, { ...delivery, delivery: id })
    const log = await entriesOf(id)
    expect(log).toHaveLength(1)
    expect(log[0]).toMatchObject({ referenceId: id, title, status: 'failed', statusCode, payload: null })
    expect(log[0]?.errorMessage).toBeString()
    if (message !== '') expect(log[0]?.errorMessage).toBe(message)
  },
)

test('a delivery to ids that do not belong together is logged with the repository in its address', async () => {
  const gizmos = await connectRepository(herald, acme, 'acme/gizmos')
  const id = randomUUID()
  const path = `/api/webhooks/github/${acme.id}/${widgets.id}/${gizmos.id}`
  await deliver(herald, widgets, { event: 'push', payload: push(), delivery: id, path })
  const error = 'Repository does not belong to this integration'
  expect(await webhookLogs(herald, acme.slug, '--repo', 'acme/gizmos')).toEqual([])
  expect(await entriesOf(id)).toMatchObject([
    { title: error, errorMessage: error, status: 'failed', statusCode: 403 },
  ])
})

test('the payload of a delivery is readable after its repository was disconnected', async () => {
  const gone = await connectRepository(herald, acme, 'acme/gone')
  const id = randomUUID()
  await deliver(herald, gone, { event: 'release', payload: releaseOf('acme/gone', 'v3.0.0'), delivery: id })
  const before = await entriesOf(id)
  await acme.api.delete(`/v1/integrations/${gone.id}`)
  expect(await entriesOf(id)).toEqual(before)
  expect(before[0]?.payload).toMatchObject({ data: { tagName: 'v3.0.0' } })
})

describe('the log', () => {
  test('has one entry for every delivery, duplicates included, newest first', async () => {
    const ids: string[] = [randomUUID(), randomUUID(), randomUUID()]
    for (const delivery of ids) await deliver(herald, widgets, { event: 'push', payload: push(), delivery })
    await deliver(herald, widgets, { event: 'push', payload: push(), delivery: ids[0] })
    const log = await entriesOf(...ids)
    expect(log.map(({ referenceId }) => referenceId)).toEqual([...ids, ids[0] ?? null].reverse())
    expect(log[0]).toMatchObject({ status: 'success', statusCode: 200 })
  })

  test('has one entry for each of twenty copies that arrive together', async () => {
    const delivery = randomUUID()
    const payload = push()
    await Promise.all(
      Array.from({ length: 20 }, () => deliver(herald, widgets, { event: 'push', payload, delivery })),
    )
    expect(await entriesOf(delivery)).toHaveLength(20)
  })

  test('can be filtered by repository', async () => {
    const gadgets = await connectRepository(herald, acme, 'acme/gadgets')
    const [first, second] = [randomUUID(), randomUUID()]
    await deliver(herald, widgets, { event: 'push', payload: push(), delivery: first })
    await deliver(herald, gadgets, { event: 'push', payload: push(), delivery: second })
    const shown = await webhookLogs(herald, acme.slug, '--repo', 'acme/gadgets')
    expect(shown.map(({ referenceId }) => referenceId)).toEqual([second])
  })

  test('keeps at most 200 entries under a burst of unsigned deliveries', async () => {
    for (let round = 0; round < 11; round++)
      await Promise.all(
        Array.from({ length: 20 }, () =>
          deliver(herald, widgets, {
            event: 'push',
            payload: '{}',
            headers: { 'x-hub-signature-256': 'sha256=0' },
          }),
        ),
      )
    expect((await webhookLogs(herald, acme.slug)).length).toBeLessThanOrEqual(200)
  })

  test('shows no secret', async () => {
    await deliver(herald, widgets, { event: 'push', payload: push() })
    expect(JSON.stringify(await webhookLogs(herald, acme.slug))).not.toContain(widgets.secret)
  })

  test("does not show another organization's deliveries", async () => {
    const other = await openOrganization(herald, 'neighbour')
    await deliver(herald, widgets, { event: 'push', payload: push() })
    expect(await webhookLogs(herald, other.slug)).toEqual([])
  })
})
