import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import { client } from './client'
import {
  commitOf,
  connectRepository,
  type DeliveryHeaders,
  deliver,
  pushOf,
  type Repository,
  readSecret,
  signatureOf,
} from './deliveries'
import { type Herald, type Organization, openOrganization, startHerald } from './support'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let zenith: Organization
let widgets: Repository
let gadgets: Repository
let foreign: Repository

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  zenith = await openOrganization(herald, 'zenith')
  widgets = await connectRepository(herald, acme, 'acme/widgets')
  gadgets = await connectRepository(herald, acme, 'acme/gadgets')
  foreign = await connectRepository(herald, zenith, 'acme/widgets')
})
afterAll(() => herald.stop())

const push = () => pushOf('acme/widgets', [commitOf('feat: something')])
const filteredPush = () => pushOf('acme/widgets', [commitOf('feat: something')], { ref: 'refs/heads/topic' })
const pathOf = (...parts: string[]) => `/api/webhooks/${parts.join('/')}`

async function expectRouteAnswer(path: string, status: number, body: unknown) {
  const answer = await deliver(herald, widgets, { event: 'push', payload: push(), path })
  expect([answer.status, answer.body as unknown]).toEqual([status, body])
}

describe('the address', () => {
  test('contains the organization, the integration and the repository, which share one id', async () => {
    expect(widgets.url).toBe(
      `http://localhost:${herald.port}${pathOf('github', acme.id, widgets.id, widgets.id)}`,
    )
  })

  test.each(['a.b', 'a%20b', 'x'.repeat(101)])(
    'a malformed id such as %s is 400 with details',
    async (id) => {
      for (const parts of [
        [id, widgets.id, widgets.id],
        [acme.id, id, widgets.id],
        [acme.id, widgets.id, id],
      ])
        await expectRouteAnswer(pathOf('github', ...parts), 400, {
          error: 'Invalid webhook parameters',
          details: expect.arrayContaining([expect.anything()]),
        })
    },
  )

  test.each(['gitlab', 'bitbucket'])('%s is 501', async (provider) => {
    await expectRouteAnswer(pathOf(provider, acme.id, widgets.id, widgets.id), 501, {
      error: `Provider ${provider} is not yet supported`,
    })
  })

  test('an unknown integration is 404', async () => {
    await expectRouteAnswer(pathOf('github', acme.id, 'unknown', 'unknown'), 404, {
      error: 'Integration not found',
    })
    await expectRouteAnswer(pathOf('github', acme.id, 'unknown', widgets.id), 404, {
      error: 'Integration not found',
    })
  })

  test('an unknown repository is 404', async () => {
    await expectRouteAnswer(pathOf('github', acme.id, widgets.id, 'unknown'), 404, {
      error: 'Repository not found',
    })
  })

  test("another organization's integration is 403", async () => {
    await expectRouteAnswer(pathOf('github', acme.id, foreign.id, foreign.id), 403, {
      error: 'Integration does not belong to this organization',
    })
    await expectRouteAnswer(pathOf('github', 'unknown', widgets.id, widgets.id), 403, {
      error: 'Integration does not belong to this organization',
    })
  })

  test("another integration's repository is 403", async () => {
    await expectRouteAnswer(pathOf('github', acme.id, widgets.id, gadgets.id), 403, {
      error: 'Repository does not belong to this integration',
    })
  })
})

describe('the checks of a delivery', () => {
  test('the event header is missing', async () => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'push',
      payload: push(),
      headers: { 'x-github-event': null },
    })
    expect([status, body.error]).toEqual([400, 'Missing X-GitHub-Event header'])
  })

  test.each(['issues', 'star', 'workflow_run'])('%s is ignored, signed or not', async (event) => {
    const variants: DeliveryHeaders[] = [{}, { 'x-hub-signature-256': null }]
    for (const headers of variants) {
      const { status, body } = await deliver(herald, widgets, { event, payload: push(), headers })
      expect([status, body]).toEqual([
        200,
        { message: `Event type '${event}' is not supported`, event, ignored: true },
      ])
    }
  })

  test('the signature header is missing', async () => {
    for (const event of ['push', 'release', 'pull_request', 'ping']) {
      const { status, body } = await deliver(herald, widgets, {
        event,
        payload: push(),
        headers: { 'x-hub-signature-256': null },
      })
      expect([status, body.error]).toEqual([400, 'Missing X-Hub-Signature-256 header'])
    }
  })

  test.each([
    `sha256=${'0'.repeat(64)}`,
    'sha256=short',
    'sha256=',
    `sha1=${'0'.repeat(40)}`,
    'nonsense',
    `sha256=${'é'.repeat(32)}`,
    `sha256=${'0'.repeat(65)}`,
  ])('the signature %p is wrong', async (signature) => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'push',
      payload: push(),
      headers: { 'x-hub-signature-256': signature },
    })
    expect([status, body.error]).toEqual([401, 'Invalid webhook signature'])
  })

  test('a signature made with the secret of another repository is wrong', async () => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'push',
      payload: push(),
      secret: gadgets.secret,
    })
    expect([status, body.error]).toEqual([401, 'Invalid webhook signature'])
  })

  test('a ping is answered with a pong before its body is read', async () => {
    for (const payload of [{ zen: 'Keep it logically awesome.', hook_id: 1 }, 'not JSON']) {
      const delivery = randomUUID()
      const { status, body } = await deliver(herald, widgets, { event: 'ping', payload, delivery })
      expect([status, body]).toEqual([
        200,
        { message: 'Pong! Webhook configured successfully', event: 'ping', delivery },
      ])
    }
  })

  test.each(['{', '', 'ref=refs/heads/main', '{"ref":"refs/heads/main",}'])(
    'body %p is not JSON',
    async (payload) => {
      const { status, body } = await deliver(herald, widgets, { event: 'push', payload })
      expect([status, body.error]).toEqual([400, 'Invalid JSON payload'])
    },
  )

  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const asForm = (payload: object) => new URLSearchParams({ payload: JSON.stringify(payload) }).toString()

  test('a form is read from its payload field, signed as it was sent', async () => {
    const payload = asForm(pushOf('acme/widgets', [commitOf('feat: + & = % ü 🚀')]))
    const { status, body } = await deliver(herald, widgets, { event: 'push', payload, headers: form })
    expect([status, body.message]).toEqual([200, 'Processed push event (pushed)'])
    expect(body.processed?.data.headCommit).toMatchObject({ message: 'feat: + & = % ü 🚀' })
  })

  test('a form whose field alone was signed is refused', async () => {
    const payload = push()
    const { status } = await deliver(herald, widgets, {
      event: 'push',
      payload: asForm(payload),
      headers: { ...form, 'x-hub-signature-256': signatureOf(JSON.stringify(payload), widgets.secret) },
    })
    expect(status).toBe(401)
  })

  test.each(['payload=', 'payload=%7B', 'other=1', 'ref=refs/heads/main', ''])(
    'the form %p contains no JSON',
    async (payload) => {
      const { status, body } = await deliver(herald, widgets, { event: 'push', payload, headers: form })
      expect([status, body.error]).toEqual([400, 'Invalid JSON payload'])
    },
  )

  test.each([
    ['[]'],
    ['"text"'],
    ['null'],
    ['7'],
    [{ ...push(), commits: 'none' }],
    [{ ...push(), ref: 7 }],
    [{ ...push(), repository: { id: 'one' } }],
    [{ ...push(), repository: 'acme/widgets' }],
    [{ ...push(), commits: [{ id: 1 }] }],
  ])('a body of the wrong structure: %j', async (payload) => {
    const { status, body } = await deliver(herald, widgets, { event: 'push', payload })
    expect([status, body.error]).toEqual([400, 'Invalid webhook payload structure'])
  })

  test('unknown keys are accepted', async () => {
    const { status, body } = await deliver(herald, widgets, {
      event: 'push',
      payload: { ...push(), enterprise: { id: 1 }, installation: null },
    })
    expect([status, body.processed?.type]).toEqual([200, 'push'])
  })
})

describe('a delivery id', () => {
  test('is a duplicate after success, even for a copy without a signature', async () => {
    const delivery = randomUUID()
    const payload = push()
    const first = await deliver(herald, widgets, { event: 'push', payload, delivery })
    expect([first.status, first.body.duplicate, first.body.processed?.type]).toEqual([200, undefined, 'push'])
    const variants: DeliveryHeaders[] = [
      {},
      { 'x-hub-signature-256': null },
      { 'x-hub-signature-256': 'sha256=0' },
    ]
    for (const headers of variants) {
      const { status, body } = await deliver(herald, widgets, { event: 'push', payload, delivery, headers })
      expect([status, body]).toEqual([
        200,
        {
          message: 'Webhook already processed (duplicate delivery)',
          event: 'push',
          delivery,
          duplicate: true,
        },
      ])
    }
  })

  test.each([
    ['a failed signature', { headers: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` } }],
    ['a missing signature', { headers: { 'x-hub-signature-256': null } }],
    ['an ignored type', { event: 'issues', headers: { 'x-hub-signature-256': null } }],
    ['a broken body', { payload: '{' }],
    ['a wrong structure', { payload: '[]' }],
  ])('is not used up by %s', async (_, spoiled) => {
    const delivery = randomUUID()
    await deliver(herald, widgets, { event: 'push', payload: push(), delivery, ...spoiled })
    const { status, body } = await deliver(herald, widgets, { event: 'push', payload: push(), delivery })
    expect([status, body.duplicate, body.processed?.type]).toEqual([200, undefined, 'push'])
  })

  test('of a filtered delivery is processed again', async () => {
    const delivery = randomUUID()
    for (const payload of [filteredPush(), filteredPush()]) {
      const { status, body } = await deliver(herald, widgets, { event: 'push', payload, delivery })
      expect([status, body.filtered, body.duplicate]).toEqual([200, true, undefined])
    }
  })

  test("does not affect another organization's delivery", async () => {
    const delivery = randomUUID()
    for (const repository of [widgets, foreign]) {
      const { body } = await deliver(herald, repository, { event: 'push', payload: push(), delivery })
      expect(body.processed?.type).toBe('push')
    }
  })

  test('is accepted once when twenty copies arrive together', async () => {
    const delivery = randomUUID()
    const payload = push()
    const copies = Array.from({ length: 20 }, () =>
      deliver(herald, widgets, { event: 'push', payload, delivery }),
    )
    const answers = await Promise.all(copies)
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter(({ body }) => body.processed)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.duplicate)).toHaveLength(19)
  })
})

describe('the secret', () => {
  test('is 32 random bytes as hex', async () => {
    expect(widgets.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set([widgets.secret, gadgets.secret, foreign.secret]).size).toBe(3)
  })

  test('is the same each time it is shown', async () => {
    expect((await readSecret(herald, 'acme', 'acme/widgets')).secret).toBe(widgets.secret)
  })

  test('is invalid immediately after it was regenerated', async () => {
    const before = await connectRepository(herald, acme, 'acme/rotated')
    const after = await readSecret(herald, 'acme', 'acme/rotated', '--regenerate')
    expect(after.secret).toMatch(/^[0-9a-f]{64}$/)
    expect(after.secret).not.toBe(before.secret)
    const payload = pushOf('acme/rotated', [commitOf('feat: rotate')])
    const old = await deliver(herald, before, { event: 'push', payload })
    const fresh = await deliver(herald, before, { event: 'push', payload, secret: after.secret })
    expect([old.status, old.body.error]).toEqual([401, 'Invalid webhook signature'])
    expect(fresh.status).toBe(200)
  })
})

test('the webhook address accepts no API key and reveals none', async () => {
  const answer = await client(herald.url, acme.key).post(widgets.path, push())
  expect([answer.status, answer.body.error]).toEqual([400, 'Missing X-GitHub-Event header'])
  expect(answer.text).not.toContain(acme.key)
})
