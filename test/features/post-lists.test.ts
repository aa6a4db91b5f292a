import { beforeEach, describe, expect, test } from 'bun:test'
import { postChecks, posts } from '../../src/features/posts/table.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  ada = await acme.person('member')
})

type Changes = Partial<typeof posts.$inferInsert>

/** Stores a post a second after the one before. */
async function add(id: string, changes: Changes = {}) {
  app.ctx.clock.advance(1000)
  const now = app.ctx.now()
  const base = {
    organizationId: acme.id,
    contentType: 'changelog',
    status: 'draft',
    content: 'Long.',
  } as const
  await app.ctx.db
    .insert(posts)
    .values({ ...base, id, title: `Post ${id}`, createdAt: now, updatedAt: now, ...changes })
  return now.toISOString()
}

const list = async (query = '?status=draft,published') =>
  (await ada.call('GET', `/api/app/posts${query}`)).body
const ids = async (query?: string) => (await list(query)).posts.map(({ id }: { id: string }) => id)
const entry = (placement: string) => ({ id: crypto.randomUUID(), title: 'Told', placement })

describe('a short list of posts', () => {
  test('has the fields of a row, ledger and faults as counts, and no text', async () => {
    const ledger = ['highlight', 'listed', 'listed', 'omitted'].map(entry)
    const first = await add('a', { sourceMetadata: { ledger, brandVoiceName: 'Acme' } })
    const second = await add('b', { contentType: 'blog_post', status: 'published' })
    await app.ctx.db.insert(postChecks).values({
      ...{ postId: 'a', kind: 'generated', blocking: 1, minor: 2, faults: [], basis: {} },
      checkedAt: app.ctx.now(),
    })
    expect(await list()).toEqual({
      posts: [
        {
          ...{ id: 'b', title: 'Post b', status: 'published', contentType: 'blog_post', createdAt: second },
          ...{ brandVoiceName: null, ledger: null, faults: null },
        },
        {
          ...{ id: 'a', title: 'Post a', status: 'draft', contentType: 'changelog', createdAt: first },
          ...{ brandVoiceName: 'Acme', ledger: { changes: 4, highlighted: 1, listed: 2, omitted: 1 } },
          faults: { blocking: 1, minor: 2 },
        },
      ],
      pagination: {
        ...{ limit: 10, currentPage: 1, nextPage: null, previousPage: null },
        ...{ totalPages: 1, totalItems: 2 },
      },
    })
  })

  test.each([
    '',
    '?status=draft',
    '?status=draft,published&sort=asc',
    '?status=draft,published&page=2&limit=2',
    '?status=draft,published&contentType=blog_post,image',
    '?status=draft,published&brandIdentityId=acme',
  ])('is of the posts that /v1/posts%s lists', async (query) => {
    await add('a')
    await add('b', { contentType: 'blog_post', brandIdentityId: 'acme' })
    await add('c', { status: 'published' })
    await add('d', { contentType: 'blog_post', status: 'published' })
    await add('e', { brandIdentityId: 'acme' })
    const whole = (await acme.call('GET', `/v1/posts${query}`)).body
    const short = await list(query)
    expect(short.pagination).toEqual(whole.pagination)
    expect(short.posts.length).toBeGreaterThan(0)
    expect(short.posts.map(({ id }: { id: string }) => id)).toEqual(
      whole.posts.map(({ id }: { id: string }) => id),
    )
  })

  test('is read in one statement with the count, and sorts nothing', async () => {
    await add('a')
    await ids()
    const sent = recordStatements(app.ctx.db)
    await ids()
    const [page, ...others] = sent.filter(({ sql }) => sql.includes('from "posts"'))
    expect(others).toEqual([])
    const plan = (await planOf(app.ctx.db, page as never)).join('\n')
    expect(plan).toContain('posts_newest')
    expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY')
  })

  test('has nothing of another organization', async () => {
    await add('a')
    const other = await (await app.team('other')).person('owner', 'stranger')
    expect((await other.call('GET', '/api/app/posts?status=draft')).body.posts).toEqual([])
  })

  test('has the same errors as the whole list', async () => {
    const { status, body } = await ada.call('GET', '/api/app/posts?limit=0')
    expect([status, body]).toEqual(
      await acme.call('GET', '/v1/posts?limit=0').then((one) => [one.status, one.body]),
    )
  })
})
