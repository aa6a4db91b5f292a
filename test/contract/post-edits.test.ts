import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { connectRepository, createTrigger, writePost } from './deliveries'
import { dangersIn } from './html'
import { type Herald, type Organization, openOrganization, startHerald } from './support'
import { isoTime, type OnePost, type Post, type PostList } from './wire'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let post: Post
let other: Post

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
  const widgets = await connectRepository(herald, acme, 'acme/widgets')
  await createTrigger(acme, [widgets])
  post = await writePost(herald, acme, widgets, 'feat: the edited one')
  other = await writePost(herald, acme, widgets, 'feat: the other one')
})
afterAll(() => herald.stop())

const edit = (content: unknown, id = post.id) => acme.api.patch<OnePost>(`/v1/posts/${id}`, content)
const refuse = (content: unknown, id = post.id) => acme.api.patch(`/v1/posts/${id}`, content)
const read = async (id = post.id) => (await acme.api.get<OnePost>(`/v1/posts/${id}`)).body.post

describe('an edit', () => {
  test('answers the whole post and the organization', async () => {
    const before = await read()
    const { status, body } = await edit({ title: '  A new title  ' })
    expect(status).toBe(200)
    expect(body.organization).toEqual({ id: acme.id, slug: acme.slug, name: acme.name, logo: null })
    expect(body.post).toEqual({
      ...before,
      title: 'A new title',
      updatedAt: expect.stringMatching(isoTime),
    })
    expect(body.post.updatedAt >= before.updatedAt).toBe(true)
    expect(await read()).toEqual(body.post)
  })

  test('of the Markdown renders it and takes the title from its first heading', async () => {
    const { body } = await edit({
      markdown: 'Words before.\n\n## The *real* heading\n\nSome **bold** words.\n\n# Later',
    })
    expect(body.post.title).toMatch(/^The \*?real\*? heading$/)
    expect(body.post.markdown).toContain('Some **bold** words.')
    expect(body.post.content).toContain('<strong>bold</strong>')
  })

  test('of the Markdown without a heading leaves the title', async () => {
    await edit({ title: 'Kept' })
    const { body } = await edit({ markdown: 'Only words.' })
    expect([body.post.title, body.post.markdown.trim()]).toEqual(['Kept', 'Only words.'])
  })

  test('of the Markdown and the title takes the given title', async () => {
    const { body } = await edit({ markdown: '# Heading\n\nWords.', title: 'Given' })
    expect(body.post.title).toBe('Given')
  })

  test('of the slug may set and clear it', async () => {
    expect((await edit({ slug: '  a-new-slug-2 ' })).body.post.slug).toBe('a-new-slug-2')
    expect((await edit({ slug: null })).body.post.slug).toBeNull()
  })

  test('of the status moves the post between draft and published', async () => {
    const inList = async () =>
      (await acme.api.get<PostList>('/v1/posts')).body.posts.some(({ id }) => id === post.id)
    expect((await edit({ status: 'published' })).body.post.status).toBe('published')
    expect(await inList()).toBe(true)
    expect((await edit({ status: 'draft' })).body.post.status).toBe('draft')
    expect(await inList()).toBe(false)
  })

  test('may be as long as the limits say', async () => {
    const longest = { title: 't'.repeat(120), slug: 's'.repeat(160), markdown: 'm'.repeat(100_000) }
    const { status, body } = await edit(longest)
    expect(status).toBe(200)
    expect(body.post).toMatchObject({ title: longest.title, slug: longest.slug })
  })

  test('does not change the ledger', async () => {
    const { body } = await edit({ markdown: 'Rewritten.' })
    expect(body.post.sourceMetadata).toEqual(post.sourceMetadata)
  })
})

describe('a refused edit', () => {
  test.each([
    [{ colour: 'red' }],
    [{ title: '' }],
    [{ title: '   ' }],
    [{ title: null }],
    [{ title: 7 }],
    [{ slug: '' }],
    [{ slug: 7 }],
    [{ markdown: '' }],
    [{ markdown: null }],
    [{ markdown: ['x'] }],
    [{ status: 'archived' }],
    [{ status: null }],
    [{ title: 'fine', status: 'Draft' }],
    [[]],
    [null],
    ['"text"'],
    ['{'],
  ])('has a wrong body and changes nothing: %j', async (content) => {
    const before = await read()
    const { status, body } = await refuse(content)
    expect(status).toBe(400)
    expect(Object.keys(body)).toEqual(['error'])
    expect(await read()).toEqual(before)
  })

  test('is one character too long', async () => {
    const before = await read()
    for (const content of [
      { title: 't'.repeat(121) },
      { slug: 's'.repeat(161) },
      { markdown: 'm'.repeat(100_001) },
    ])
      expect((await refuse(content)).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  test.each(['Upper', 'two words', '-a', 'a-', 'a--b', 'a_b', 'ä', 'a/b', 'a\nb', 'a.b'])(
    'has slug %j',
    async (slug) => {
      const { status, body } = await refuse({ slug })
      expect(status).toBe(400)
      expect(body.error).toContain('Slug must contain lowercase letters, numbers, and hyphens only')
    },
  )

  test('has no field', async () => {
    const { status, body } = await refuse({})
    expect(status).toBe(400)
    expect(body.error).toContain('At least one field must be provided')
  })

  test('has no text in its Markdown', async () => {
    expect((await refuse({ markdown: ' \n\t ' })).status).toBe(400)
  })

  test('is for an unknown post', async () => {
    const { status, body } = await refuse({ title: 'x' }, 'unknown')
    expect([status, body]).toEqual([404, { error: 'Post not found' }])
  })

  test('uses the slug of another post', async () => {
    await edit({ slug: 'taken' }, other.id)
    const { status, body } = await refuse({ slug: 'taken', title: 'Not kept' })
    expect([status, body]).toEqual([409, { error: 'A post with this slug already exists' }])
    expect((await read()).title).not.toBe('Not kept')
    expect((await edit({ slug: 'taken' }, other.id)).status).toBe(200)
  })

  test('loses a race for a slug', async () => {
    const answers = await Promise.all([edit({ slug: 'raced' }), edit({ slug: 'raced' }, other.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('dangerous Markdown', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="https://evil.example/"></iframe>',
    '[click](javascript:alert(1))',
    '[click](JaVaScRiPt&colon;alert(1))',
    '[click](&#106;avascript:alert(1))',
    '[click](data:text/html;base64,PHNjcmlwdD4=)',
    '<a href="java\tscript:alert(1)">click</a>',
    '![x](x"onerror="alert(1))',
    '<div style="position:fixed" onclick="alert(1)">box</div>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '```html"><script>alert(1)</script>\ncode\n```',
    '<form action="https://evil.example/"><input name=password></form>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  ])('is never returned as HTML that runs: %s', async (markdown) => {
    const { status, body } = await edit({ markdown: `# Heading\n\nWords.\n\n${markdown}` })
    expect(status).toBe(200)
    expect(await dangersIn(body.post.content)).toEqual([])
    expect(await dangersIn((await read()).content)).toEqual([])
  })

  test('in its heading becomes a plain title', async () => {
    const { body } = await edit({ markdown: '# <img src=x onerror=alert(1)> News\n\nWords.' })
    expect(await dangersIn(body.post.content)).toEqual([])
    expect(body.post.title).toContain('News')
  })
})
