import { beforeEach, describe, expect, test } from 'bun:test'
import { atomically } from '../../src/db/client.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { newCollection } from '../../src/features/collections/record.ts'
import { collections } from '../../src/features/collections/table.ts'
import { createPost, type NewPost } from '../../src/features/posts/create-post.ts'
import { type SignedInPerson, type Team, testApp } from '../support/app.ts'

// The picture of a post, for its editors.

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson

beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
  ada = await acme.person('member', 'ada')
  const row = newCollection(app.ctx, {
    id: 'runs',
    organizationId: acme.id,
    source: 'manual',
    sourceId: 'run',
    contentTypes: ['changelog'],
    sourceMetadata: null,
  })
  await app.ctx.db.insert(collections).values(row)
})

const markdown =
  '# Acme\n\n## Highlights\n\n### Export as *PDF* [#412](https://x.dev/412)\n\nText.\n\n### Views\n\n## More Updates\n\n### Bug Fixes\n\n- One\n'

async function addPost(changes: Partial<NewPost> = {}) {
  const post = await createPost(app.ctx, {
    organizationId: acme.id,
    collectionId: 'runs',
    contentType: 'changelog',
    title: 'Acme 1.4',
    markdown,
    autoPublish: false,
    sourceMetadata: {},
    ...changes,
  })
  await atomically(app.ctx.db, post.statements)
  return post.id
}

const find = async (id: string) => (await ada.call('GET', `/api/app/posts/${id}/picture`)).body.picture
const draw = (id: string) => ada.call('POST', `/api/app/posts/${id}/picture`)
const pageOf = async ({ url }: { url: string }) =>
  (await app.anonymous('GET', new URL(url).pathname.replace('.png', '.html'))).text

describe('the picture of a post', () => {
  test('is created as a draft in the same collection', async () => {
    const id = await addPost()
    expect(await find(id)).toBeNull()
    const { status, body } = await draw(id)
    expect([status, body.picture.status]).toEqual([200, 'draft'])
    expect(await find(id)).toEqual(body.picture)
    const { post } = (await acme.call('GET', `/v1/posts/${body.picture.id}`)).body
    expect(post).toMatchObject({
      title: 'Acme 1.4',
      contentType: 'image',
      collectionId: 'runs',
      content: body.picture.url,
      sourceMetadata: { sourcePostId: id, type: 'generated_image' },
    })
    const { headers } = await app.anonymous('GET', new URL(body.picture.url).pathname)
    expect(headers.get('content-type')).toBe('image/png')
  })

  test('shows the current highlights, and the publisher', async () => {
    const page = await pageOf((await draw(await addPost())).body.picture)
    for (const text of ['Acme 1.4', 'Team acme', 'Export as PDF #412', 'Views'])
      expect(page).toContain(`>${text}<`)
    expect(page).not.toContain('Bug Fixes')
  })

  test('of a text without highlights shows the changes of its ledger', async () => {
    const ledger = [
      { id: '1', title: 'Told', placement: 'listed' },
      { id: '2', title: 'Left out', placement: 'omitted' },
    ]
    const page = await pageOf(
      (await draw(await addPost({ markdown: 'Words.', sourceMetadata: { ledger } }))).body.picture,
    )
    expect(page).toContain('>Told<')
    expect(page).not.toContain('Left out')
  })

  test("is signed by the company of the post's brand identity", async () => {
    const now = app.ctx.now()
    const identity = {
      id: 'voice',
      name: 'Voice',
      companyName: 'Acme Corporation',
      websiteUrl: 'https://acme.dev',
    }
    await app.ctx.db
      .insert(brandIdentities)
      .values({ ...identity, organizationId: acme.id, createdAt: now, updatedAt: now })
    const page = await pageOf((await draw(await addPost({ brandIdentityId: 'voice' }))).body.picture)
    expect(page).toContain('>Acme Corporation<')
  })

  test('is replaced: the post of the picture stays, its old address is gone', async () => {
    const id = await addPost()
    const first = (await draw(id)).body.picture
    await acme.call('PATCH', `/v1/posts/${id}`, { title: 'Acme 1.5' })
    const second = (await draw(id)).body.picture
    expect(second.id).toBe(first.id)
    expect(second.url).not.toBe(first.url)
    expect((await app.anonymous('GET', new URL(first.url).pathname)).status).toBe(404)
    expect(await pageOf(second)).toContain('>Acme 1.5<')
  })

  test('that is a post itself is drawn again from its title and from the other post', async () => {
    const source = await addPost()
    const { id } = (await draw(source)).body.picture
    await acme.call('PATCH', `/v1/posts/${id}`, { title: 'Another title' })
    const { picture } = (await draw(id)).body
    expect(picture.id).toBe(id)
    const page = await pageOf(picture)
    for (const text of ['Another title', 'Views']) expect(page).toContain(`>${text}<`)
    await acme.call('DELETE', `/v1/posts/${source}`)
    expect(await pageOf((await draw(id)).body.picture)).toContain('>Another title<')
  })

  test('needs a collection', async () => {
    const { status, body } = await draw(await addPost({ collectionId: null }))
    expect([status, body]).toEqual([400, { error: 'A post without a collection cannot have an image' }])
  })

  test('is not found for a post of another organization or an unknown one', async () => {
    const id = await addPost()
    const stranger = await (await app.team('stranger')).person('owner', 'eve')
    for (const [person, post] of [
      [stranger, id],
      [ada, 'unknown'],
    ] as const)
      for (const method of ['GET', 'POST']) {
        const { status, body } = await person.call(method, `/api/app/posts/${post}/picture`)
        expect([method, status, body]).toEqual([method, 404, { error: 'Post not found' }])
      }
  })
})
