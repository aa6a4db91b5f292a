import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { collections } from '../../src/features/collections/table.ts'
import { createPost } from '../../src/features/posts/create-post.ts'
import { countEdits } from '../../src/features/posts/draft-edits.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'

const draft = ['# Acme 1.4', '', '- Faster exports', '- Fix the import', '- Update the docs'].join('\n')

describe('the edits of a draft', () => {
  test('are the lines that were deleted, rewritten or added, without blank lines and spaces', () => {
    const count = (published: string) => countEdits(draft, published)
    expect(count(draft)).toEqual({ lines: 4, edits: 0 })
    expect(count(`${draft.replaceAll('\n', '\n\n')}  \n`)).toEqual({ lines: 4, edits: 0 })
    expect(count(draft.replace('- Update the docs', ''))).toEqual({ lines: 4, edits: 1 })
    expect(count(draft.replace('Fix the import', 'Imports no longer fail'))).toEqual({ lines: 4, edits: 1 })
    expect(count(`${draft}\n- Thanks to Ada`)).toEqual({ lines: 4, edits: 1 })
    expect(count('Nothing of it')).toEqual({ lines: 4, edits: 4 })
  })
})

describe('the edits of drafts', () => {
  let app: Awaited<ReturnType<typeof testApp>>
  let acme: Team
  let ada: SignedInPerson

  beforeEach(async () => {
    app = await testApp()
    acme = await app.team('acme')
    ada = await acme.person('member', 'ada')
  })

  async function write({ autoPublish = false, byHand = false } = {}) {
    const collectionId = byHand ? null : crypto.randomUUID()
    const createdAt = app.ctx.now()
    if (collectionId)
      await app.ctx.db.insert(collections).values({
        ...{ id: collectionId, organizationId: acme.id, source: 'manual', sourceId: 'run', name: 'Week' },
        ...{ nameSource: 'generated', contentTypes: ['changelog'], expectedPostCount: 1 },
        ...{ createdAt, updatedAt: createdAt },
      })
    const post = await createPost(app.ctx, {
      ...{ organizationId: acme.id, collectionId, contentType: 'changelog', title: 'Acme 1.4' },
      ...{ markdown: draft, autoPublish, sourceMetadata: {} },
    })
    await atomically(app.ctx.db, post.statements)
    return post.id
  }
  const patch = (id: string, body: object) => acme.call('PATCH', `/v1/posts/${id}`, body)
  const read = async (query = '') => (await ada.call('GET', `/api/app/posts/edits${query}`)).body

  test('are counted once, at the first publication of what Herald wrote', async () => {
    const id = await write()
    await patch(id, { markdown: draft.replace('- Update the docs', '') })
    expect((await read()).posts).toBe(0)
    await patch(id, { status: 'published' })
    await patch(id, { status: 'draft' })
    await patch(id, { status: 'published', markdown: 'Something else.' })
    expect(await read()).toEqual({
      ...{ days: 90, posts: 1, lines: 4, edits: 1, editsPer100Lines: 25, interval: null },
    })
  })

  test('are those between the draft and a text that is published in the same request', async () => {
    await patch(await write(), { status: 'published', markdown: draft.replace('Fix', 'Repair') })
    expect(await read()).toMatchObject({ posts: 1, edits: 1 })
  })

  test('leave out posts written by hand, and posts that a rule published unread', async () => {
    await patch(await write({ byHand: true }), { status: 'published' })
    await write({ autoPublish: true })
    expect(await read()).toMatchObject({ posts: 0, editsPer100Lines: null })
  })

  test('can be read for one type, and are forgotten after 90 days', async () => {
    await patch(await write(), { status: 'published' })
    expect((await read('?contentType=changelog')).posts).toBe(1)
    expect((await read('?contentType=blog_post')).posts).toBe(0)
    app.ctx.clock.advance(91 * 24 * 60 * 60 * 1000)
    const later = await (await acme.person('admin', 'bob')).call('GET', '/api/app/posts/edits')
    expect(later.body.posts).toBe(0)
  })

  test('have an interval with ten posts', async () => {
    for (let n = 0; n < 10; n++)
      await patch(await write(), { status: 'published', markdown: n < 5 ? draft : `${draft}\n- ${n}` })
    const { editsPer100Lines, interval } = await read()
    expect(editsPer100Lines).toBe(12.5)
    expect(interval.low).toBeLessThan(12.5)
    expect(interval.high).toBeGreaterThan(12.5)
  })

  test('of another organization are not read', async () => {
    await patch(await write(), { status: 'published' })
    const other = await (await app.team('other')).person('member', 'eve')
    expect((await other.call('GET', '/api/app/posts/edits')).body.posts).toBe(0)
  })
})
