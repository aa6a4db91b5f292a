import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  connectRepository,
  createTrigger,
  type Repository,
  triggerOn,
  webhookLogs,
  writePost,
} from './deliveries'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import type { IntegrationList, KeyEntry, OnePost, Post, PostList, Trigger, TriggerList } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let owner: Organization
let stranger: Organization
let widgets: Repository
let trigger: Trigger
let post: Post

beforeAll(async () => {
  herald = await startHerald()
  owner = await openOrganization(herald, 'owner')
  stranger = await openOrganization(herald, 'stranger')
  widgets = await connectRepository(herald, owner, 'acme/widgets')
  trigger = await createTrigger(owner, [widgets], { autoPublish: true })
  post = await writePost(herald, owner, widgets, 'feat: ours alone')
})
afterAll(() => herald.stop())

describe("another organization's key", () => {
  test('sees empty lists', async () => {
    const posts = await stranger.api.get<PostList>('/v1/posts?status=draft,published')
    const integrations = await stranger.api.get<IntegrationList>('/v1/integrations')
    const triggers = await stranger.api.get<TriggerList>('/v1/event-triggers')
    const chosen = await stranger.api.get<TriggerList>(`/v1/event-triggers?repositoryIds=${widgets.id}`)
    expect([posts.body.posts, posts.body.pagination.totalItems]).toEqual([[], 0])
    expect(integrations.body.github).toEqual([])
    for (const { body } of [triggers, chosen])
      expect([body.eventTriggers, body.repositoryMap]).toEqual([[], {}])
  })

  test('cannot read, edit or delete a post', async () => {
    const read = await stranger.api.get<OnePost>(`/v1/posts/${post.id}`)
    const edited = await stranger.api.patch(`/v1/posts/${post.id}`, { title: 'Taken over' })
    const deleted = await stranger.api.delete(`/v1/posts/${post.id}`)
    expect([read.status, read.body.post]).toEqual([200, null as never])
    for (const { status, body } of [edited, deleted])
      expect([status, body]).toEqual([404, { error: 'Post not found' }])
    expect((await owner.api.get<OnePost>(`/v1/posts/${post.id}`)).body.post).toEqual(post)
  })

  test('cannot read, edit or delete an event trigger', async () => {
    const path = `/v1/event-triggers/${trigger.id}`
    const own = await connectRepository(herald, stranger, 'acme/gadgets')
    for (const { status, body } of [
      await stranger.api.get(path),
      await stranger.api.patch(path, triggerOn([own])),
      await stranger.api.patch(path, triggerOn([widgets])),
      await stranger.api.delete(path),
    ])
      expect([status, body]).toEqual([404, { error: 'Event trigger not found' }])
    expect((await owner.api.get(path)).status).toBe(200)
  })

  test("cannot create a trigger for another organization's repository", async () => {
    const { status, body } = await stranger.api.post('/v1/event-triggers', triggerOn([widgets]))
    expect([status, body]).toEqual([
      400,
      { error: 'Cannot create event trigger: one or more integrations not found' },
    ])
  })

  test('cannot disconnect a repository', async () => {
    const { status, body } = await stranger.api.delete(`/v1/integrations/${widgets.id}`)
    expect([status, body]).toEqual([404, { error: 'Integration not found' }])
    expect((await owner.api.get<IntegrationList>('/v1/integrations')).body.github).toHaveLength(1)
  })

  test('may use a slug that another organization uses', async () => {
    const own = await connectRepository(herald, stranger, 'acme/others')
    await createTrigger(stranger, [own])
    const theirs = await writePost(herald, stranger, own, 'feat: ours alone')
    const { status } = await stranger.api.patch(`/v1/posts/${theirs.id}`, { slug: post.slug })
    expect(status).toBe(200)
  })
})

describe('the command line', () => {
  test("does not revoke another organization's key", async () => {
    const printed: unknown = JSON.parse(await herald.done('key', 'list', '--org', 'owner', '--json'))
    const list = (Array.isArray(printed) ? printed : Object.values(printed as object)[0]) as KeyEntry[]
    const id = list.find(({ start }) => owner.key.startsWith(start))?.id ?? ''
    const { exitCode } = await herald.cli('key', 'revoke', '--org', 'stranger', '--id', id)
    expect(exitCode).toBe(1)
    expect((await owner.api.get('/v1/posts')).status).toBe(200)
  })

  test("does not show another organization's webhook secret or log", async () => {
    const secret = await herald.cli('webhook', 'secret', '--org', 'stranger', '--repo', 'acme/widgets')
    expect(secret.exitCode).toBe(1)
    expect(secret.stdout).toBe('')
    const theirs = (await webhookLogs(herald, 'owner')).map(({ id }) => id)
    const shown = (await webhookLogs(herald, 'stranger')).map(({ id }) => id)
    expect(theirs.length).toBeGreaterThan(0)
    expect(shown.filter((id) => theirs.includes(id))).toEqual([])
  })
})
