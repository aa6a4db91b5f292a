import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { createPost } from '../../src/features/posts/create-post.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
let id: string

const written = '# Acme 1.4\r\n\r\n- Keep the order  \r\n'

beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  ada = await acme.person('member', 'ada')
  const post = await createPost(app.ctx, {
    organizationId: acme.id,
    collectionId: null,
    contentType: 'changelog',
    title: 'Acme 1.4',
    markdown: written,
    autoPublish: false,
    sourceMetadata: { ledger: [{ id: '#1', placement: 'listed' }] },
  })
  await atomically(app.ctx.db, post.statements)
  id = post.id
})

const read = async () => (await acme.call('GET', `/v1/posts/${id}`)).body.post
const patch = (body: object) => acme.call('PATCH', `/v1/posts/${id}`, body)

describe('a client that states which version of a post it has read', () => {
  test('changes it if it still has that version', async () => {
    const { updatedAt } = await read()
    const { status, body } = await patch({ title: 'Mine', expectedUpdatedAt: updatedAt })
    expect([status, body.post.title]).toEqual([200, 'Mine'])
  })

  test('is refused if it was changed since, and nothing is overwritten', async () => {
    const { updatedAt } = await read()
    await patch({ title: 'Theirs' })
    const { status, body } = await patch({ title: 'Mine', markdown: 'Mine.', expectedUpdatedAt: updatedAt })
    expect([status, body]).toEqual([409, { error: 'This post was changed after it was read' }])
    expect(await read()).toMatchObject({ title: 'Theirs', markdown: written })
  })

  test('is refused before the rate limit is charged', async () => {
    const { updatedAt } = await read()
    const { headers } = await patch({ title: 'Theirs' })
    await patch({ title: 'Mine', expectedUpdatedAt: updatedAt })
    const next = await patch({ title: 'Ours' })
    const left = (each: Headers) => Number(each.get('ratelimit-remaining'))
    expect(left(headers) - left(next.headers)).toBe(1)
  })

  test('is refused also if both changes happen in one millisecond', async () => {
    const { updatedAt } = await read()
    const answers = await Promise.all(
      ['One', 'Other'].map((title) => patch({ title, expectedUpdatedAt: updatedAt })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('gets an error if it is deleted', async () => {
    const { updatedAt } = await read()
    await acme.call('DELETE', `/v1/posts/${id}`)
    const { status, body } = await patch({ title: 'Mine', expectedUpdatedAt: updatedAt })
    expect([status, body]).toEqual([404, { error: 'Post not found' }])
  })

  test.each(['yesterday', '2026-11-21', '', 7])(
    'states it in the format of the API, not as %p',
    async (expectedUpdatedAt) => {
      const { status } = await patch({ title: 'Mine', expectedUpdatedAt })
      expect(status).toBe(400)
      expect((await read()).title).toBe('Acme 1.4')
    },
  )

  test('must also send a change', async () => {
    const { updatedAt } = await read()
    const { status, body } = await patch({ expectedUpdatedAt: updatedAt })
    expect([status, body.error]).toEqual([400, 'At least one field must be provided'])
  })
})

describe('the generated text of a post', () => {
  const original = () => ada.call('GET', `/api/app/posts/${id}/original`)

  test('is its text as long as it is unedited', async () => {
    expect((await original()).body).toEqual({ markdown: written })
    await patch({ title: 'Another title', status: 'published' })
    expect((await original()).body).toEqual({ markdown: written })
  })

  test('stays the same, byte for byte, however often the text is edited', async () => {
    for (const markdown of ['First.', 'Second.', written, 'Third.']) {
      await patch({ title: 'Acme 1.4', markdown })
      expect((await original()).body).toEqual({ markdown: written })
    }
  })

  test('is returned by its own route only: the metadata of the post do not change', async () => {
    const before = await read()
    const { body } = await patch({ title: 'Acme 1.4', markdown: 'Changed.' })
    expect(body.post.sourceMetadata).toEqual(before.sourceMetadata)
    expect((await read()).sourceMetadata).toEqual(before.sourceMetadata)
    const list = await acme.call('GET', '/v1/posts?status=draft')
    expect(list.body.posts[0].sourceMetadata).toEqual(before.sourceMetadata)
  })

  test('of a post of another organization, or an unknown one, is not found', async () => {
    const stranger = await (await app.team('stranger')).person('owner', 'eve')
    for (const [person, post] of [
      [stranger, id],
      [ada, 'unknown'],
    ] as const) {
      const { status, body } = await person.call('GET', `/api/app/posts/${post}/original`)
      expect([status, body]).toEqual([404, { error: 'Post not found' }])
    }
  })
})
