import { beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { inflateSync } from 'node:zlib'
import { renderCard } from '../../src/card/card.ts'
import { drawableText } from '../../src/card/drawable.ts'
import { atomically } from '../../src/db/client.ts'
import { createImagePost, type NewImagePost } from '../../src/features/posts/create-post.ts'
import { postImages, posts } from '../../src/features/posts/table.ts'
import { type Team, testApp } from '../support/app.ts'

const example = {
  title: 'Acme 1.4: faster search',
  brand: 'Acme',
  highlights: ['Search answers at once', 'Signed webhooks are retried', 'A dark theme'],
  footer: 'acme/app',
}

describe('a card', () => {
  test('is a PNG of 1200 x 630', async () => {
    const { png } = await renderCard(example)
    expect(readPng(png)).toEqual({ width: 1200, height: 630, isWhole: true })
  })

  test('of the same texts has the same bytes', async () => {
    const [first, second] = [await renderCard(example), await renderCard(example)]
    expect(first.png.equals(second.png)).toBe(true)
    expect(first.html).toBe(second.html)
  })

  test.each(['title', 'brand', 'footer'] as const)('shows its %s', async (field) => {
    const { png, html } = await renderCard(example)
    const other = await renderCard({ ...example, [field]: 'Zebra' })
    expect(other.png.equals(png)).toBe(false)
    expect(html).toContain(`>${example[field]}<`)
    expect(other.html).toContain('>Zebra<')
  })

  test('shows each of its highlights, five at most', async () => {
    const { png } = await renderCard(example)
    expect((await renderCard({ ...example, highlights: [] })).png.equals(png)).toBe(false)
    const { html } = await renderCard({
      ...example,
      highlights: ['one', 'two', 'three', 'four', 'five', 'six'],
    })
    expect(html.match(/>(one|two|three|four|five|six)</g)).toHaveLength(5)
    expect(html).not.toContain('>six<')
  })

  test('with a long title has smaller letters and fewer highlights', async () => {
    const highlights = ['one', 'two', 'three', 'four', 'five']
    const short = await renderCard({ ...example, highlights })
    const long = await renderCard({ ...example, highlights, title: 'A long title '.repeat(9) })
    expect(titleSize(long.html)).toBeLessThan(titleSize(short.html))
    expect(long.html).toContain('>three<')
    expect(long.html).not.toContain('>five<')
  })

  test.each(['アクメ', '東京', 'Acme', '🚀'])(
    'of %s has the same color in the picture and on the page',
    async (brand) => {
      const { png, html } = await renderCard({ ...example, brand })
      const [, color = ''] = /linear-gradient\(90deg, #([0-9a-f]{6})/.exec(html) ?? []
      const onPage = [...Buffer.from(color, 'hex')]
      expect(onPage).toHaveLength(3)
      // Filter type 0 in the first row leaves its first pixel unchanged.
      const inPicture = [...pixelsOf(png).subarray(1, 4)]
      const distances = onPage.map((value, channel) => Math.abs(value - (inPicture[channel] ?? 0)))
      expect(Math.max(...distances)).toBeLessThan(4)
    },
  )
})

describe('whatever the texts are', () => {
  const texts: Record<string, string> = {
    emoji: '🚀 Ship it 👩‍👩‍👧‍👦 🇩🇪 1️⃣',
    'emoji alone': '🎉🎉🎉',
    Chinese: '修复了解析器的错误',
    Japanese: '日本語のリリース',
    Korean: '새로운 기능',
    Arabic: 'إصدار جديد',
    Hebrew: 'גרסה חדשה',
    Cyrillic: 'Новая версия Ђ',
    Greek: 'Νέα έκδοση',
    'accents from elsewhere': 'Łódź, Ďakujem, Nguyễn, é, Z̸̢̛̫͝',
    'a very long title': 'A very long title '.repeat(500),
    'a very long word': 'W'.repeat(10_000),
    nothing: '',
    'white space': ' \n\t\u00a0',
    'control characters': 'a\u0000b\u0007c\u001b[31m',
    'half a character': 'a \ud800 b \udc00',
    'direction marks': 'a \u202e gpj.exe \u2066 b',
    markup: '</div><script>alert(1)</script><img src=x onerror=alert(1)>&amp;"\'',
    style: 'red;background:url(http://198.51.100.1/x.png)',
    'characters that no font has': '\u{10ffff}\u{e000}\ufdd0',
  }

  test.each(Object.entries(texts))('%s: a whole picture, without requests', async (_, text) => {
    const fetched = spyOn(globalThis, 'fetch')
    const { png } = await renderCard({ title: text, brand: text, highlights: [text, text], footer: text })
    expect(readPng(png)).toEqual({ width: 1200, height: 630, isWhole: true })
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
  })

  test('characters missing in the font are left out of the picture and stay on the page', async () => {
    const { png, html } = await renderCard({ ...example, title: '🚀: Launch', highlights: ['修复', 'Fast'] })
    const plain = await renderCard({ ...example, title: 'Launch', highlights: ['Fast'] })
    expect(png.equals(plain.png)).toBe(true)
    expect(html).toContain('>🚀: Launch<')
    expect(html).toContain('>修复<')
  })

  test.each(['Новая версия', 'Νέα έκδοση', 'Łódź', 'Nguyễn Ước', '12 € -> ½'])(
    '%s can be drawn completely',
    (text) => {
      expect(drawableText(text)).toBe(text)
    },
  )

  test.each([
    ['Fast 🚀 boats', 'Fast boats'],
    ['支持 CJK 的', 'CJK'],
    ['Z\u0338\u0322algo', 'Zalgo'],
    ['a\u202eb', 'a b'],
    ['v1 → v2', 'v1 -> v2'],
    ['— dash', '— dash'],
    ['🎉!!', ''],
  ])('of %s the font draws %p', (text, drawn) => {
    expect(drawableText(text)).toBe(drawn)
  })

  test('markup is text on the page', async () => {
    const markup = '</title><script>alert("1")</script>'
    const { html } = await renderCard({ title: markup, brand: markup, highlights: [markup], footer: markup })
    expect(html).not.toContain('<script')
    expect(html.split('&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;')).toHaveLength(6)
    expect(html.match(/<\/title>/g)).toHaveLength(1)
  })

  test('the page loads nothing from anywhere', async () => {
    const { html } = await renderCard({ ...example, title: texts.style ?? '' })
    expect(html).not.toMatch(/\b(src|href)=/)
    const styles = html.match(/style="[^"]*"/g) ?? []
    expect(styles.length).toBeGreaterThan(5)
    expect(styles.filter((style) => style.includes('url('))).toEqual([])
  })
})

describe('an image post', () => {
  let app: Awaited<ReturnType<typeof testApp>>
  let owner: Team
  beforeEach(async () => {
    app = await testApp({ baseUrl: 'https://herald.test' })
    owner = await app.team('owner')
  })

  async function create(changes: Partial<NewImagePost> = {}) {
    const { ctx } = app
    const wanted = {
      organizationId: owner.id,
      collectionId: null,
      ...example,
      sourceMetadata: {},
      ...changes,
    }
    const { id, statements } = await createImagePost(ctx, wanted)
    await atomically(ctx.db, statements)
    const { body } = await owner.call('GET', `/v1/posts/${id}`)
    const path = (url: string) => url.replace('https://herald.test', '')
    return { id, post: body.post, picture: path(body.post.content), page: path(body.post.htmlUrl) }
  }

  test('has the address of the picture as content, that of the page as htmlUrl, no Markdown and no slug', async () => {
    const { post } = await create({ sourceMetadata: { type: 'other', repositories: [] } })
    expect(post.htmlUrl).toBe(post.content.replace(/png$/, 'html'))
    expect(post).toMatchObject({
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      title: example.title,
      contentType: 'image',
      slug: null,
      markdown: null,
      rawHtml: null,
      content: expect.stringMatching(/^https:\/\/herald\.test\/images\/[0-9a-f]{64}\.png$/),
      sourceMetadata: { type: 'generated_image', repositories: [] },
    })
  })

  test('is always a draft', async () => {
    expect((await create()).post.status).toBe('draft')
  })

  test('is found by its brand identity', async () => {
    const { id } = await create({ brandIdentityId: 'identity' })
    await create()
    const { body } = await owner.call('GET', '/v1/posts?status=draft&brandIdentityId=identity')
    expect(body.posts.map((post: { id: string }) => post.id)).toEqual([id])
  })

  test('has a title of at most 120 characters', async () => {
    expect((await create({ title: '🚀'.repeat(200) })).post.title).toBe('🚀'.repeat(120))
  })

  test('is not stored without its picture', async () => {
    const { ctx } = app
    const wanted = { organizationId: owner.id, collectionId: null, ...example, sourceMetadata: {} }
    const { statements } = await createImagePost(ctx, wanted)
    const repeated = [...statements, ...statements]
    await expect(atomically(ctx.db, repeated)).rejects.toThrow()
    expect(await ctx.db.select().from(posts)).toEqual([])
    expect(await ctx.db.select().from(postImages)).toEqual([])
  })

  test('is served as a picture to any client with the address, and is cacheable', async () => {
    const { picture } = await create()
    const answer = await app.api.handle(new Request(`http://localhost${picture}`))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(readPng(bytes)).toEqual({ width: 1200, height: 630, isWhole: true })
    expect(bytes.equals((await renderCard(example)).png)).toBe(true)
  })

  test('is served as a page that may not run or load anything', async () => {
    const { page } = await create()
    const { status, headers, text } = await app.anonymous('GET', page)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(text).toContain(example.title)
  })

  test('has an address that cannot be guessed: two equal posts share no part of it', async () => {
    const [first, second] = [await create(), await create()]
    expect(first.picture).not.toBe(second.picture)
    expect(first.picture).not.toContain(first.id)
    expect(
      new Set(first.picture.match(/[0-9a-f]{8}/g)).isDisjointFrom(
        new Set(second.picture.match(/[0-9a-f]{8}/g)),
      ),
    ).toBe(true)
  })

  test.each([
    `${'0'.repeat(64)}.png`,
    `${'0'.repeat(64)}.html`,
    '%25.png',
    `${'0'.repeat(63)}_.png`,
    'x',
    '..%2F..%2Fherald.db',
    `${"'or'1'='1".padEnd(64, '0')}.png`,
  ])('an unknown address, /images/%s, is not found', async (file) => {
    await create()
    const { status, body, headers } = await app.anonymous('GET', `/images/${file}`)
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Not found' } })
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  test('has no other form than the picture and the page', async () => {
    const { picture } = await create()
    for (const end of ['.svg', '', '.PNG', '.png.html', '.png%0a']) {
      const { status } = await app.anonymous('GET', picture.replace(/\.png$/, end))
      expect([end, status]).toEqual([end, 404])
    }
  })

  test('the pictures cannot be listed', async () => {
    await create()
    for (const path of ['/images', '/images/'])
      expect((await app.anonymous('GET', path)).status).toBeOneOf([308, 404])
  })

  test("another organization sees neither the post nor the picture's address", async () => {
    const { id, picture } = await create()
    const stranger = await app.team('stranger')
    const token = picture.slice('/images/'.length, -'.png'.length)
    for (const path of [
      '/v1/posts?status=draft,published',
      '/v1/posts?contentType=image',
      `/v1/posts/${id}`,
    ]) {
      const { status, text } = await stranger.call('GET', path)
      expect(status).toBe(200)
      expect(text).not.toContain(token)
    }
  })

  test('deletes its picture with it', async () => {
    const { id, picture, page } = await create()
    const other = await create()
    expect((await owner.call('DELETE', `/v1/posts/${id}`)).status).toBe(200)
    expect((await app.anonymous('GET', picture)).status).toBe(404)
    expect((await app.anonymous('GET', page)).status).toBe(404)
    expect((await app.anonymous('GET', other.picture)).status).toBe(200)
    expect(await app.ctx.db.select({ token: postImages.token }).from(postImages)).toHaveLength(1)
  })

  test('keeps its picture when someone else tries to delete it', async () => {
    const { id, picture } = await create()
    const stranger = await app.team('stranger')
    const { status, body } = await stranger.call('DELETE', `/v1/posts/${id}`)
    expect({ status, body }).toEqual({ status: 404, body: { error: 'Post not found' } })
    expect((await app.anonymous('GET', picture)).status).toBe(200)
  })

  test('of another type deletes no picture, whatever its addresses are', async () => {
    const { post, picture } = await create()
    const now = app.ctx.now()
    const impostor = { organizationId: owner.id, status: 'draft', createdAt: now, updatedAt: now } as const
    await app.ctx.db.insert(posts).values({
      ...impostor,
      id: 'impostor00000000',
      contentType: 'changelog',
      title: 'Impostor',
      content: post.content,
      htmlUrl: post.htmlUrl,
    })
    expect((await owner.call('DELETE', '/v1/posts/impostor00000000')).status).toBe(200)
    expect((await app.anonymous('GET', picture)).status).toBe(200)
  })

  test('cannot have a slug', async () => {
    const { id } = await create()
    const { status, body } = await owner.call('PATCH', `/v1/posts/${id}`, { slug: 'picture' })
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'Slug can only be set for blog posts and changelogs' },
    })
  })
})

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The size in a PNG's header, and whether it has all of its pixels. */
function readPng(png: Buffer) {
  expect(png.subarray(0, 8).equals(signature)).toBe(true)
  expect(png.toString('latin1', 12, 16)).toBe('IHDR')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = png.readUInt8(25) === 6 ? 4 : 3
  return { width, height, isWhole: pixelsOf(png).length === height * (1 + width * channels) }
}

function pixelsOf(png: Buffer): Buffer {
  const data: Buffer[] = []
  let type = ''
  for (let at = 8; type !== 'IEND'; at += 12 + png.readUInt32BE(at)) {
    type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return inflateSync(Buffer.concat(data))
}

/** The size of the largest letters on a page. */
function titleSize(html: string): number {
  return Math.max(...[...html.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size)))
}
