import { afterEach, beforeEach, expect, test } from 'bun:test'
import { connect, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { publish } from '../support/published.ts'
import { startSite } from '../support/site.ts'

// Posts of a trigger are sent to the destinations that a person chose for it.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let site: ReturnType<typeof startSite>
let received: string[]
let target: string

beforeEach(async () => {
  received = []
  site = startSite({
    '/hook': async (request) => {
      const { post } = (await request.json()) as { post: { title: string } }
      received.push(post.title)
      return Response.json({ id: 'm1' })
    },
  })
  app = await testApp({ allowPrivateNetwork: true })
  acme = await app.team('acme')
  ada = await acme.person('owner')
  const added = await ada.call('POST', '/api/app/destinations', { url: `${site.url}/hook` })
  target = `message:${added.body.id}`
})
afterEach(() => site.stop())

async function addTrigger(destinations: string[] | undefined) {
  const { id } = await connect(app.ctx, acme.id)
  const body = {
    sourceType: 'github_webhook',
    sourceConfig: { eventTypes: ['release'] },
    targets: { repositoryIds: [id] },
    outputType: 'changelog',
    outputConfig: { destinations },
    enabled: true,
  }
  const { status, body: created } = await acme.call('POST', '/v1/event-triggers', body)
  return {
    status,
    error: created.error,
    id: created.eventTrigger?.id as string,
    body,
    trigger: created.eventTrigger,
  }
}

const writeDraft = (triggerId: string, title = 'Acme 1.4') =>
  publish(app.ctx, acme, { title, isDraft: true, sourceMetadata: { triggerId } })

const setStatus = async (postId: string, status: string) => {
  await acme.call('PATCH', `/v1/posts/${postId}`, { status })
  await drain(app.ctx)
}

test('a draft of a trigger is sent to its destinations when it is published, once', async () => {
  const { id, trigger } = await addTrigger([target])
  expect(trigger.outputConfig).toEqual({ destinations: [target] })
  const postId = await writeDraft(id)
  await drain(app.ctx)
  expect(received).toEqual([])
  await setStatus(postId, 'published')
  expect(received).toEqual(['Acme 1.4'])
  await setStatus(postId, 'draft')
  await setStatus(postId, 'published')
  expect(received).toEqual(['Acme 1.4'])
})

test('a post that the trigger publishes itself is sent too', async () => {
  const { id } = await addTrigger([target])
  await publish(app.ctx, acme, { title: 'Acme 1.5', sourceMetadata: { triggerId: id } })
  await drain(app.ctx)
  expect(received).toEqual(['Acme 1.5'])
})

test('nothing is sent unless a person chose it, nor to a destination that was removed', async () => {
  const { id } = await addTrigger(undefined)
  await setStatus(await writeDraft(id), 'published')
  const other = await publish(app.ctx, acme, { title: 'By hand', isDraft: true })
  await setStatus(other, 'published')
  expect(received).toEqual([])
})

test('a disabled trigger and one of another organization send nothing', async () => {
  const { id, body } = await addTrigger([target])
  await acme.call('PATCH', `/v1/event-triggers/${id}`, { ...body, enabled: false })
  await setStatus(await writeDraft(id), 'published')
  await acme.call('PATCH', `/v1/event-triggers/${id}`, body)
  const other = await app.team('other')
  await publish(app.ctx, other, { sourceMetadata: { triggerId: id } })
  await drain(app.ctx)
  expect(received).toEqual([])
})

test('a post that was sent by hand is not sent again by the rule', async () => {
  const { id } = await addTrigger([target, 'github-release', 'message:gone'])
  const postId = await publish(app.ctx, acme, { title: 'Acme 1.6', sourceMetadata: { triggerId: id } })
  await ada.call('POST', `/api/app/posts/${postId}/deliveries`, { targets: [target], isPreviewed: true })
  await drain(app.ctx)
  expect(received).toEqual(['Acme 1.6'])
})

test('a name that is no destination is refused', async () => {
  expect(await addTrigger(['webhook:1'])).toMatchObject({
    status: 400,
    error: 'outputConfig.destinations[0] has an invalid format',
  })
})
