import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectRepository, createTrigger, writePost } from './deliveries'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import type { PostList } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let empty: Organization

beforeAll(async () => {
  herald = await startHerald()
  empty = await openOrganization(herald, 'empty')
  acme = await openOrganization(herald, 'acme')
  const widgets = await connectRepository(herald, acme, 'acme/widgets')
  await createTrigger(acme, [widgets], { autoPublish: true })
  for (const name of ['alpha', 'beta', 'gamma', 'delta', 'epsilon'])
    await writePost(herald, acme, widgets, `feat: the ${name} view`)
})
afterAll(() => herald.stop())

const list = (query: string, organization = acme) => organization.api.get<PostList>(`/v1/posts${query}`)

describe('nothing is clamped and the message names the parameter', () => {
  test.each([
    '0',
    '101',
    'abc',
    '1.5',
    '-1',
    '1e1',
    '1e9',
    '0x10',
    '+5',
    '99999999999999999999',
    'NaN',
    '%00',
  ])('limit=%s', async (value) => {
    const { status, body } = await acme.api.get(`/v1/posts?limit=${value}`)
    expect(status).toBe(400)
    expect(body.error).toContain('limit')
  })

  test.each(['0', '-1', 'x', '1.5', '1e1', '0x10', 'NaN', '%00'])('page=%s', async (value) => {
    const { status, body } = await acme.api.get(`/v1/posts?page=${value}`)
    expect(status).toBe(400)
    expect(body.error).toContain('page')
  })
})

describe('pages', () => {
  test('the first of ten items is the default', async () => {
    const { body } = await list('')
    expect(body.posts).toHaveLength(5)
    expect(body.pagination).toEqual({
      limit: 10,
      currentPage: 1,
      nextPage: null,
      previousPage: null,
      totalPages: 1,
      totalItems: 5,
    })
  })

  test('show every item once', async () => {
    const ids: string[] = []
    for (const page of [1, 2, 3]) {
      const { body } = await list(`?limit=2&page=${page}`)
      ids.push(...body.posts.map(({ id }) => id))
      expect(body.pagination).toEqual({
        limit: 2,
        currentPage: page,
        nextPage: page < 3 ? page + 1 : null,
        previousPage: page > 1 ? page - 1 : null,
        totalPages: 3,
        totalItems: 5,
      })
    }
    const all = await list('')
    expect(ids).toEqual(all.body.posts.map(({ id }) => id))
  })

  test('past the end are empty and refer to the page before the requested one', async () => {
    const { status, body } = await list('?limit=2&page=9')
    expect(status).toBe(200)
    expect(body.posts).toEqual([])
    expect(body.pagination).toEqual({
      limit: 2,
      currentPage: 9,
      nextPage: null,
      previousPage: 8,
      totalPages: 3,
      totalItems: 5,
    })
  })

  test.each([9_999_999_999, Number.MAX_SAFE_INTEGER])('page %d is past the end too', async (page) => {
    const { status, body } = await list(`?limit=100&page=${page}`)
    expect([status, body.posts, body.pagination.currentPage]).toEqual([200, [], page])
  })

  test('limits of 1 and 100 are allowed', async () => {
    expect((await list('?limit=1')).body.posts).toHaveLength(1)
    expect((await list('?limit=100')).body.pagination.limit).toBe(100)
  })

  test('without any item there is still one page', async () => {
    const first = await list('', empty)
    const second = await list('?page=2', empty)
    expect(first.body.pagination).toMatchObject({
      totalPages: 1,
      totalItems: 0,
      nextPage: null,
      previousPage: null,
    })
    expect(second.status).toBe(200)
    expect(second.body.pagination).toMatchObject({
      currentPage: 2,
      totalPages: 1,
      nextPage: null,
      previousPage: 1,
    })
  })
})
