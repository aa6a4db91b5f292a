import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { posts } from '../../src/features/posts/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { planOf } from '../support/query-plan.ts'

// Searching posts by the words of their title and Markdown.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

/** Stores a post a second after the one before. */
async function add(id: string, changes: Partial<typeof posts.$inferInsert> = {}) {
  app.ctx.clock.advance(1000)
  const now = app.ctx.now()
  const base = { organizationId: acme.id, contentType: 'changelog', status: 'draft', content: '' } as const
  await app.ctx.db
    .insert(posts)
    .values({ ...base, id, title: id, createdAt: now, updatedAt: now, ...changes })
}

async function search(words: string, query = 'status=draft,published') {
  const { status, body } = await acme.call('GET', `/v1/posts?${query}&search=${encodeURIComponent(words)}`)
  expect(status).toBe(200)
  return { ids: body.posts.map(({ id }: { id: string }) => id), total: body.pagination.totalItems }
}
const ids = async (words: string, query?: string) => (await search(words, query)).ids

describe('a search of posts', () => {
  test('finds words of the title and of the text, the newest posts first', async () => {
    await add('a', { title: 'Faster exports' })
    await add('b', { markdown: 'All exports are **faster** now.' })
    await add('c', { title: 'Exports', markdown: null })
    expect(await search('exports faster')).toEqual({ ids: ['b', 'a'], total: 2 })
    expect(await ids('exports faster', 'status=draft&sort=asc')).toEqual(['a', 'b'])
  })

  test('finds the beginning of the last word, without accents and in any case', async () => {
    await add('a', { title: 'Café exports' })
    expect(await ids('CAFE exp')).toEqual(['a'])
    expect(await ids('caf exports')).toEqual([])
    expect(await ids('exports c')).toEqual([])
  })

  test('finds the beginning of a word of other letters, and of more words than it lists', async () => {
    await add('a', { title: 'Экспорт' })
    await add('b', { markdown: Array.from({ length: 600 }, (_, number) => `word${number}`).join(' ') })
    expect([await ids('ЭКСП'), await ids('wor'), await ids('word599'), await ids('words')]).toEqual([
      ['a'],
      ['b'],
      ['b'],
      [],
    ])
  })

  test('follows changes and deletion of a post', async () => {
    await add('a', { title: 'Exports', markdown: 'Old.' })
    await app.ctx.db.update(posts).set({ markdown: 'Imports.' }).where(eq(posts.id, 'a'))
    expect([await ids('old'), await ids('imports'), await ids('exports')]).toEqual([[], ['a'], ['a']])
    await app.ctx.db.delete(posts).where(eq(posts.id, 'a'))
    await add('b', { title: 'Other' })
    expect(await ids('exports')).toEqual([])
  })

  test('combines with filters and pages, and counts all', async () => {
    for (const id of ['a', 'b', 'c']) await add(id, { title: 'Exports' })
    await add('d', { title: 'Exports', status: 'published' })
    await add('e', { title: 'Exports', contentType: 'blog_post', brandIdentityId: 'voice' })
    expect(await ids('exports', '')).toEqual(['d'])
    expect(await ids('exports', 'status=draft&contentType=blog_post')).toEqual(['e'])
    expect(await ids('exports', 'status=draft&brandIdentityId=voice')).toEqual(['e'])
    expect(await search('exports', 'status=draft&limit=2&page=2')).toEqual({ ids: ['b', 'a'], total: 4 })
    expect(await search('exports', 'status=draft&limit=2&page=9')).toEqual({ ids: [], total: 4 })
  })

  test('finds nothing of another organization', async () => {
    await add('a', { title: 'Exports' })
    const other = await app.team('other')
    expect((await other.call('GET', '/v1/posts?status=draft&search=exports')).body.posts).toEqual([])
  })

  test.each(['"', 'exports OR', 'NEAR(', 'words:', '(*)', "'; drop", '𐐀 ͏'])(
    'takes %j literally',
    async (words) => {
      await add('a', { title: 'Nothing of that' })
      expect(await ids(words)).toEqual([])
    },
  )

  test('without words lists everything, and of signs only finds nothing', async () => {
    await add('a')
    expect(await ids(' ')).toEqual(['a'])
    expect(await ids('!?')).toEqual([])
  })

  test('reads matches from the index in the order of time', async () => {
    const query = sql`select rowid from post_search where post_search match 'words:"a"' order by rowid desc limit 5`
    const plan = await planOf(app.ctx.db, app.ctx.db.all(query).getQuery() as never)
    expect(plan.join('\n')).not.toContain('USE TEMP B-TREE')
  })
})
