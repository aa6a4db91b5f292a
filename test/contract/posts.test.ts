import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectRepository, createTrigger, type Repository, writePost } from './deliveries'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import type { OnePost, Post, PostList } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let widgets: Repository
const drafts: Post[] = []
const published: Post[] = []

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  widgets = await connectRepository(herald, acme, 'acme/widgets')
  const gadgets = await connectRepository(herald, acme, 'acme/gadgets')
  await createTrigger(acme, [widgets])
  await createTrigger(acme, [gadgets], { autoPublish: true })
  for (const subject of ['north', 'south', 'east']) {
    drafts.push(await writePost(herald, acme, widgets, `feat: the ${subject} gate`))
    published.push(await writePost(herald, acme, gadgets, `feat: the ${subject} tower`))
  }
})
afterAll(() => herald.stop())

const list = (query: string) => acme.api.get<PostList>(`/v1/posts${query}`)
const idsOf = (posts: Post[]) => posts.map(({ id }) => id)
const envelope = () => ({ id: acme.id, slug: acme.slug, name: acme.name, logo: null })

describe('the list', () => {
  test('shows published posts by default, newest first, and the organization', async () => {
    const { status, body } = await list('')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['organization', 'pagination', 'posts'])
    expect(idsOf(body.posts)).toEqual(idsOf(published.toReversed()))
    expect(body.organization).toEqual(envelope())
  })

  test('can be sorted in reverse', async () => {
    expect(idsOf((await list('?sort=asc')).body.posts)).toEqual(idsOf(published))
    expect(idsOf((await list('?sort=desc')).body.posts)).toEqual(idsOf(published.toReversed()))
  })

  test.each([
    ['draft', () => drafts],
    ['published', () => published],
    ['draft,published', () => [...drafts, ...published]],
    [' draft , published ', () => [...drafts, ...published]],
    ['draft,,draft, ,draft', () => drafts],
    ['draft,published,draft,published', () => [...drafts, ...published]],
    ['', () => published],
    [' , ', () => published],
  ])('takes status "%s"', async (value, wanted) => {
    const { status, body } = await list(`?limit=100&status=${encodeURIComponent(value)}`)
    expect(status).toBe(200)
    expect(idsOf(body.posts).toSorted()).toEqual(idsOf(wanted()).toSorted())
    expect(body.pagination.totalItems).toBe(wanted().length)
  })

  test.each([
    ['changelog', 3],
    ['blog_post', 0],
    ['changelog,blog_post,linkedin_post,twitter_post,investor_update,image', 3],
    ['blog_post, changelog,changelog,', 3],
    ['', 3],
  ])('takes contentType "%s"', async (value, found) => {
    const { status, body } = await list(`?contentType=${encodeURIComponent(value)}`)
    expect([status, body.posts.length, body.pagination.totalItems]).toEqual([200, found, found])
  })

  test.each([
    ['', 3],
    ['unknown', 0],
    ['unknown,other, ,other', 0],
  ])('takes brandIdentityId "%s"', async (value, found) => {
    const { status, body } = await list(`?brandIdentityId=${encodeURIComponent(value)}`)
    expect([status, body.posts.length]).toEqual([200, found])
  })

  test('accepts a hundred identities, and one of them any number of times', async () => {
    const hundred = Array.from({ length: 100 }, (_, i) => `identity-${i}`)
    for (const values of [hundred, Array(150).fill('same'), [...hundred, ...hundred]]) {
      const { status, body } = await list(`?brandIdentityId=${values.join(',')}`)
      expect([status, body.posts]).toEqual([200, []])
    }
  })

  test('refuses more than a hundred identities', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `identity-${i}`).join(',')
    const { status, body } = await acme.api.get(`/v1/posts?brandIdentityId=${many}`)
    expect(status).toBe(400)
    expect(body.error).toContain('Expected at most 100 items')
  })

  test.each([
    'status=archived',
    'status=draft,archived',
    'status=Draft',
    'status=draft,published,archived',
    'contentType=poem',
    'contentType=changelog,poem',
    'sort=up',
    'sort=DESC',
  ])('refuses %s', async (query) => {
    const { status, body } = await acme.api.get(`/v1/posts?${query}`)
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(['error'])
  })
})

describe('one post', () => {
  test('is returned in any status', async () => {
    for (const wanted of [drafts[0], published[0]]) {
      const { status, body } = await acme.api.get<OnePost>(`/v1/posts/${wanted?.id}`)
      expect([status, body]).toEqual([200, { post: wanted as Post, organization: envelope() }])
    }
  })

  test('that is unknown is 200 with null', async () => {
    const { status, body } = await acme.api.get<unknown>('/v1/posts/unknown')
    expect([status, body]).toEqual([200, { post: null, organization: envelope() }])
  })

  test.each(['a.b', 'a%20b', 'x'.repeat(101)])('with id %s has an invalid format', async (id) => {
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const { status, body } = await acme.api.send(
        method,
        `/v1/posts/${id}`,
        method === 'PATCH' ? { title: 'x' } : undefined,
      )
      expect([method, status, body.error]).toEqual([
        method,
        400,
        expect.stringMatching(/Id has an invalid format$/),
      ])
    }
  })

  test('is found by its id with surrounding spaces, and spaces alone are no id', async () => {
    const found = await acme.api.get<OnePost>(`/v1/posts/%20${drafts[0]?.id}%20`)
    const blank = await acme.api.get('/v1/posts/%20')
    expect(found.body.post).toEqual(drafts[0] as Post)
    expect([blank.status, blank.body.error]).toEqual([400, expect.stringMatching(/Id is required$/)])
  })
})

describe('deleting', () => {
  test('returns the id and removes the post', async () => {
    const { id } = await writePost(herald, acme, widgets, 'feat: soon gone')
    const { status, body } = await acme.api.delete<unknown>(`/v1/posts/${id}`)
    expect([status, body]).toEqual([200, { id, organization: envelope() }])
    expect((await acme.api.get<OnePost>(`/v1/posts/${id}`)).body.post).toBeNull()
    expect(idsOf((await list('?status=draft')).body.posts)).not.toContain(id)
    expect((await acme.api.delete(`/v1/posts/${id}`)).status).toBe(404)
  })

  test('returns 404 for an unknown post', async () => {
    const { status, body } = await acme.api.delete('/v1/posts/unknown')
    expect([status, body]).toEqual([404, { error: 'Post not found' }])
  })
})
