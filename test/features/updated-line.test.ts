import { beforeEach, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { createPost } from '../../src/features/posts/create-post.ts'
import { datedAt } from '../../src/features/posts/updated-line.ts'
import { languages, updatedIn } from '../../src/writer/phrases.ts'
import { type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team

beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

const article = (line: string) => `*${line}*\n\nThe answer.\n\n## Why\n\nBecause.`

async function addDraft(markdown: string, sourceMetadata: Record<string, unknown> = { briefId: 'brief' }) {
  const post = await createPost(app.ctx, {
    ...{ organizationId: acme.id, collectionId: null, contentType: 'blog_post', title: 'Why' },
    ...{ markdown, autoPublish: false, sourceMetadata },
  })
  await atomically(app.ctx.db, post.statements)
  return post.id
}
const patch = (id: string, body: object) => acme.call('PATCH', `/v1/posts/${id}`, body)
const publish = async (id: string, more: object = {}) =>
  (await patch(id, { status: 'published', ...more })).body.post

test('an article that is published later gets the month of its publication', async () => {
  const id = await addDraft(article('Updated January 2026'))
  const post = await publish(id)
  expect(post).toMatchObject({ status: 'published', title: 'Why', markdown: article('Updated March 2026') })
  expect(post.content).toContain('Updated March 2026')
  expect(post.content).not.toContain('January')
})

test('an article that is edited and published in one request gets the month of its publication', async () => {
  const id = await addDraft('Draft.')
  const post = await publish(id, { title: 'Mine', markdown: article('Updated January 2026') })
  expect(post).toMatchObject({ title: 'Mine', markdown: article('Updated March 2026') })
})

test('a published article keeps its month until it is published again', async () => {
  const id = await addDraft(article('Updated January 2026'))
  await publish(id)
  app.ctx.clock.advance(60 * 24 * 3_600_000)
  expect((await publish(id)).markdown).toBe(article('Updated March 2026'))
  await patch(id, { status: 'draft' })
  expect((await publish(id)).markdown).toBe(article('Updated May 2026'))
})

test.each([
  article('Updated in January 2026'),
  article('Updated January 2026, reviewed by Jane'),
  article('Updated Smarch 2026'),
  article('Written January 2026'),
  'Updated January 2026\n\nThe answer.',
  'The answer.\n\n*Updated January 2026*',
])('a first line that an editor wrote stays unchanged: %p', async (markdown) => {
  expect((await publish(await addDraft(markdown))).markdown).toBe(markdown)
})

test('a post that is not the article of a brief stays unchanged', async () => {
  const markdown = article('Updated January 2026')
  expect((await publish(await addDraft(markdown, {}))).markdown).toBe(markdown)
})

test('the line is recognized and dated in every language', () => {
  for (const language of languages) {
    const before = article(updatedIn(language, new Date('2026-01-04T12:00:00Z')))
    const moment = new Date('2026-12-04T12:00:00Z')
    expect([language, datedAt(before, moment)]).toEqual([language, article(updatedIn(language, moment))])
  }
})
