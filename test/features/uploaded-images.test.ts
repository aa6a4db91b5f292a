import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { images } from '../../src/features/images/table.ts'
import { removeUnusedImages } from '../../src/features/public-page/unused-images.ts'
import { recurringTasks } from '../../src/registry.ts'
import { ownPage, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { goPublic, publish } from '../support/published.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { startSite } from '../support/site.ts'

const day = 24 * 60 * 60 * 1000

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let ada: SignedInPerson
beforeEach(async () => {
  app = await testApp({ appUrl: 'https://herald.test', allowPrivateNetwork: true })
  acme = await app.team('acme')
  ada = await acme.person('owner')
})

/** A picture of random pixels, which cannot be compressed. */
async function picture(width = 20, height = 10) {
  const pixels = new Uint8Array(54 + 3 * width * height)
  const header = new DataView(pixels.buffer)
  pixels.set([0x42, 0x4d])
  header.setUint32(2, pixels.length, true)
  header.setUint32(10, 54, true)
  header.setUint32(14, 40, true)
  header.setInt32(18, width, true)
  header.setInt32(22, height, true)
  header.setUint16(26, 1, true)
  header.setUint16(28, 24, true)
  for (let at = 54; at < pixels.length; at += 60_000)
    crypto.getRandomValues(pixels.subarray(at, Math.min(pixels.length, at + 60_000)))
  return new Uint8Array(await new Bun.Image(pixels).png().bytes())
}

const upload = (file: Uint8Array, person = ada, use = 'content') =>
  person.call('POST', `/api/app/images?use=${use}`, file, { 'content-type': 'image/png' })

async function uploaded(person = ada): Promise<string> {
  const { status, body } = await upload(await picture(), person)
  expect(status).toBe(200)
  return body.path
}

const load = (path: string, headers: Record<string, string> = {}) =>
  app.api.handle(new Request(`http://localhost${path}`, { headers }))

const count = () => app.ctx.db.$count(images)
const sweep = () => removeUnusedImages(app.ctx, new AbortController().signal)

describe('an uploaded image', () => {
  test('is served unchanged to anyone who has its address, which caches may keep', async () => {
    const { body } = await upload(await picture(500, 400))
    expect([body.width, body.height]).toEqual([500, 400])
    const answer = await load(body.path)
    const bytes = await answer.bytes()
    expect([answer.status, bytes.length]).toEqual([200, body.bytes])
    expect(body.bytes).toBeGreaterThan(2 * 256 * 1024)
    expect(body.path).toBe(`/i/${Bun.CryptoHasher.hash('sha256', bytes, 'hex')}-500x400.webp`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await load(body.path, { 'if-none-match': etag })).status).toBe(304)
  })

  test.each(['/i/none', `/i/${'0'.repeat(64)}-1x1.webp`])(
    'is not found at another address: %s',
    async (path) => {
      expect((await load(path)).status).toBe(404)
    },
  )

  test('is stored once for an organization', async () => {
    const file = await picture()
    const [first, second] = [await upload(file), await upload(file)]
    expect([first.body.path, await count()]).toEqual([second.body.path, 1])
    await upload(file, await (await app.team('other')).person('owner'))
    expect(await count()).toBe(2)
  })

  test('that a crash interrupted is completed by the same upload', async () => {
    const file = await picture(500, 400)
    const { body } = await upload(file)
    await app.ctx.db.run(sql`delete from image_chunks where number = 1`)
    await app.ctx.db.run(sql`update images set stored_at = null`)
    expect((await load(body.path)).status).toBe(404)
    expect((await upload(file)).status).toBe(200)
    expect((await (await load(body.path)).bytes()).length).toBe(body.bytes)
  })
})

describe('an upload is refused', () => {
  test('without an image, or with a file of another type', async () => {
    const empty = await ada.call('POST', '/api/app/images')
    expect([empty.status, empty.body]).toEqual([
      400,
      { error: 'The body is empty. Send the bytes of an image.' },
    ])
    expect((await upload(new TextEncoder().encode('<html>'))).status).toBe(415)
  })

  test('an upload over 5 MB is rejected early', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(stream) {
        sent += 1024 * 1024
        stream.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const headers = { cookie: ada.cookie, ...ownPage }
    const request = new Request('http://localhost/api/app/images', { method: 'POST', headers, body: endless })
    const answer = await app.api.handle(request)
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { error: 'An image can have at most 5 MB. Make it smaller.' },
    ])
    expect(sent).toBeLessThan(10 * 1024 * 1024)
  })

  test('if the storage of the organization is full', async () => {
    app.ctx.config.imageStorageMegabytes = 1
    expect((await upload(await picture(500, 400))).status).toBe(200)
    const refused = await upload(await picture(500, 400))
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The image storage of this organization is full (1 MB). Unused images are removed after 30 days.',
    ])
    expect(await count()).toBe(1)
  })

  test('if the disk is full, and leaves nothing to be served', async () => {
    const file = await picture(500, 400)
    await app.ctx.db.run(sql`create trigger full_disk before insert on image_chunks when new.number = 1
      begin select raise(abort, 'database or disk is full'); end`)
    const failed = await upload(file)
    expect(failed.status).toBe(500)
    await app.ctx.db.run(sql`drop trigger full_disk`)
    expect((await upload(file)).status).toBe(200)
  })
})

describe('an image that nothing shows', () => {
  test('is deleted after 30 days, with its bytes', async () => {
    await uploaded()
    app.ctx.clock.advance(29 * day)
    await sweep()
    expect(await count()).toBe(1)
    app.ctx.clock.advance(2 * day)
    await sweep()
    expect([await count(), await app.ctx.db.all(sql`select 1 from image_chunks`)]).toEqual([0, []])
    expect(recurringTasks.map(({ job }) => job)).toContain('images.sweep')
  })

  test('stays while a post, an earlier version, unpublished changes or the public page show it', async () => {
    const [shown, earlier, revised, logo] = [
      await uploaded(),
      await uploaded(),
      await uploaded(),
      await uploaded(),
    ]
    await publish(app.ctx, acme, { title: 'One', markdown: `![A](${shown})` })
    const id = await publish(app.ctx, acme, { title: 'Two', markdown: `![A](${earlier})` })
    await acme.call('PATCH', `/v1/posts/${id}`, { markdown: 'Without it.' })
    const { body } = await ada.call('GET', `/api/app/posts/${id}/edited`)
    await ada.call('PUT', `/api/app/posts/${id}/revision`, {
      title: 'Two',
      markdown: `![A](${revised})`,
      expectedUpdatedAt: body.post.updatedAt,
    })
    await ada.call('PATCH', '/api/app/public-page', { logo })
    app.ctx.clock.advance(31 * day)
    await sweep()
    expect(await count()).toBe(4)
    const admin = await acme.person('admin')
    expect((await admin.call('PATCH', '/api/app/public-page', { logo: null })).status).toBe(200)
    app.ctx.clock.advance(31 * day)
    await sweep()
    expect(await count()).toBe(3)
  })

  test('stays if a text shows a thousand others before it', async () => {
    const shown = await uploaded()
    const others = Array.from({ length: 1_000 }, (_, at) => `![](/i/${`${at}`.padStart(64, '0')}-1x1.webp)`)
    await publish(app.ctx, acme, { title: 'One', markdown: `${others.join('\n')}\n![A](${shown})` })
    app.ctx.clock.advance(31 * day)
    await sweep()
    expect(await count()).toBe(1)
  })

  test('whose upload did not end is deleted after a day', async () => {
    await uploaded()
    await app.ctx.db.run(sql`update images set stored_at = null`)
    app.ctx.clock.advance(day + 1)
    await sweep()
    expect(await count()).toBe(0)
  })

  test('the sweep uses an index', async () => {
    await uploaded()
    await publish(app.ctx, acme)
    app.ctx.clock.advance(31 * day)
    const sent = recordStatements(app.ctx.db)
    await sweep()
    for (const plan of await Promise.all(sent.map((statement) => planOf(app.ctx.db, statement))))
      expect(plan.join('\n')).not.toMatch(/SCAN (posts|post_versions|post_revisions|images)\b(?! USING)/)
  })
})

describe('on the public page', () => {
  beforeEach(() => goPublic(app.ctx, acme))
  const get = async (path: string) => (await load(path, { accept: 'text/html' })).text()

  test('an own image has its size, and feeds and Markdown have its whole address', async () => {
    const path = await uploaded()
    await publish(app.ctx, acme, { title: 'Exports', markdown: `![The dialog](${path})` })
    expect(await get('/c/acme/exports')).toContain(
      `<img src="${path}" alt="The dialog" width="20" height="10" />`,
    )
    for (const file of ['feed.json', 'exports.md'])
      expect(await get(`/c/acme/${file}`)).toContain(`https://herald.test${path}`)
  })

  test('a list shows the first own image of each post, and loads only those of later posts late', async () => {
    const [path, other] = [await uploaded(), (await upload(await picture(40, 10), ada)).body.path]
    const markdown = `Exports.\n\n![A chart](https://other.test/a.png)\n\n![One](${path})\n\n![Two](${other})`
    for (const title of ['Exports', 'Imports']) await publish(app.ctx, acme, { title, markdown })
    const image = `src="${path}" alt="One" width="20" height="10" /></a>`
    const list = await get('/c/acme')
    expect(list.match(/<a class="picture"[^>]*><img [^>]*><\/a>/g)).toEqual([
      `<a class="picture" href="/c/acme/imports" tabindex="-1" aria-hidden="true"><img ${image}`,
      `<a class="picture" href="/c/acme/exports" tabindex="-1" aria-hidden="true"><img loading="lazy" ${image}`,
    ])
    expect(await get('/c/acme/exports')).toContain(`<img loading="lazy" src="${other}"`)
  })

  test('an image of another site is a link', async () => {
    await publish(app.ctx, acme, { title: 'Exports', markdown: '![A chart](https://other.test/a.png)' })
    const link = '<a rel="nofollow noopener" href="https://other.test/a.png">Image: A chart</a>'
    const before = await load('/c/acme/exports', { accept: 'text/html' })
    expect(await before.text()).toContain(link)
    expect(before.headers.get('content-security-policy')).toContain("img-src 'self';")
  })

  test('a wide logo replaces the name, a square one is next to it, and the icon is linked', async () => {
    await publish(app.ctx, acme)
    const [wide, square, icon] = [
      await upload(await picture(400, 100), ada, 'logo'),
      await upload(await picture(100, 100), ada, 'logo'),
      await upload(await picture(300, 300), ada, 'icon'),
    ].map(({ body }) => body.path)
    await ada.call('PATCH', '/api/app/public-page', { logo: wide, icon })
    const page = await get('/c/acme')
    expect(page).toContain(`<img class="logo" src="${wide}" alt="Team acme" width="400" height="100"></a>`)
    expect(page).toContain(`<link rel="icon" href="${icon}" type="image/png">`)
    await ada.call('PATCH', '/api/app/public-page', { logo: square, icon: square })
    expect(await get('/c/acme')).toContain(`<link rel="icon" href="${square}" type="image/webp">`)
    expect(await get('/c/acme')).toContain(`alt="" width="100" height="100"><bdi>Team acme</bdi></a>`)
  })

  test('an image of another organization, or a path with another size, is no logo', async () => {
    const theirs = await uploaded(await (await app.team('other')).person('owner'))
    const resized = (await uploaded(ada)).replace(/-\d+x\d+/, '-9x9')
    for (const logo of [theirs, resized]) {
      const answer = await ada.call('PATCH', '/api/app/public-page', { logo })
      expect([answer.status, answer.body]).toEqual([
        400,
        { error: 'logo must be the path of an uploaded image' },
      ])
    }
  })
})

describe('an image of another site', () => {
  let site: ReturnType<typeof startSite>
  let file: Uint8Array<ArrayBuffer>
  beforeEach(async () => {
    file = await picture()
    site = startSite({ '/a.png': () => new Response(file, { headers: { 'content-type': 'image/png' } }) })
  })
  afterEach(() => site.stop())
  const copy = (url: string) => ada.call('POST', '/api/app/images/copies', { url })

  test('is copied', async () => {
    const { status, body } = await copy(`${site.url}/a.png`)
    expect([status, body.width]).toEqual([200, 20])
    expect((await load(body.path)).status).toBe(200)
  })

  test('is refused with the reason', async () => {
    const missing = await copy(`${site.url}/b.png`)
    expect([missing.status, missing.body.error]).toEqual([
      400,
      expect.stringMatching(/returned status 404\.$/),
    ])
    app.ctx.config.allowPrivateNetwork = false
    expect((await copy(`${site.url}/a.png`)).status).toBe(400)
  })
})
