import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { atomically } from '../../src/db/client.ts'
import { brandIdentities } from '../../src/features/brand-identities/table.ts'
import { collections } from '../../src/features/collections/table.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { createImagePost } from '../../src/features/posts/create-post.ts'
import { posts } from '../../src/features/posts/table.ts'
import { readPage } from '../../src/features/public-page/page-query.ts'
import { printableLine } from '../../src/text/line.ts'
import { addIdentity, type Team, testApp } from '../support/app.ts'
import { goPublic, ledgerOf, type Publishing, publish } from '../support/published.ts'
import { planOf, recordStatements } from '../support/query-plan.ts'
import { type Element, readXml, textIn, within } from '../support/xml.ts'

const origin = 'https://herald.test'
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp({ appUrl: origin, baseUrl: 'https://api.herald.test' })
  acme = await app.team('acme')
  await goPublic(app.ctx, acme)
})

const get = (path: string, headers: Record<string, string> = {}) =>
  app.anonymous('GET', path, undefined, { ...browser, ...headers })
const add = (post?: Publishing, team = acme) => publish(app.ctx, team, post)

/** The collection of the posts of one run. */
async function addCollection(): Promise<string> {
  const now = app.ctx.now()
  const id = 'collection'
  await app.ctx.db.insert(collections).values({
    id,
    organizationId: acme.id,
    source: 'api',
    sourceId: 'run',
    name: 'Run',
    nameSource: 'generated',
    contentTypes: ['changelog', 'image'],
    expectedPostCount: 2,
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/** The titles on a page, in order. */
const titlesOf = (html: string) =>
  [...html.matchAll(/<h2><a href="[^"]*">([^<]*)<\/a>/g)].map(([, title]) => title)

async function titlesAt(path: string) {
  const { status, text } = await get(path)
  return { status, titles: titlesOf(text) }
}

const feedFiles = ['feed.xml', 'rss.xml', 'feed.json']

describe('the organization', () => {
  test.each([
    '',
    '/feed.xml',
    '/rss.xml',
    '/feed.json',
    '/news.json',
    '/widget.js',
    '/sitemap.xml',
    '/llms.txt',
    '/exports',
    '/exports.md',
  ])('is not found until its page is published, like an unknown one: /c/acme%s', async (path) => {
    await add({ title: 'Exports' })
    expect((await get(`/c/acme${path}`)).status).toBe(200)
    await setSwitches(app.ctx, acme.id, { publicPage: false })
    const off = await get(`/c/acme${path}`)
    const unknown = await get(`/c/nobody${path}`)
    expect(off.status).toBe(404)
    expect(off.text).toBe(unknown.text)
    expect(off.text).not.toContain('acme')
  })

  test('is found by its slug in any letter case, at one canonical address', async () => {
    await add()
    const { status, text } = await get('/c/ACME')
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="${origin}/c/acme">`)
  })

  test.each([
    '/c',
    '/c/nobody',
    '/c/acme/never',
    '/c/acme/a/b',
    '/c/acme/%00',
    '/c/%E0%A4%A',
    '/c/acme/feed.rdf',
  ])('a missing page is HTML for browsers and JSON for programs: %s', async (path) => {
    const page = await get(path)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.text).toContain('<h1>Not found</h1>')
    const data = await app.anonymous('GET', path)
    expect([data.status, data.body]).toEqual([404, { error: 'Not found' }])
  })
})

describe('the listed posts', () => {
  test('are published changelogs and blog posts, nothing else', async () => {
    await add({ title: 'Changes' })
    await add({ title: 'Story', contentType: 'blog_post' })
    await add({ title: 'Draft', isDraft: true })
    const others = ['linkedin_post', 'twitter_post'] as const
    for (const contentType of others) await add({ title: contentType, contentType })
    await app.ctx.db
      .update(posts)
      .set({ status: 'published', slug: 'social' })
      .where(eq(posts.title, 'twitter_post'))
    expect(await titlesAt('/c/acme')).toEqual({ status: 200, titles: ['Story', 'Changes'] })
    for (const path of ['draft', 'social']) expect((await get(`/c/acme/${path}`)).status).toBe(404)
    for (const file of feedFiles) {
      const { text } = await get(`/c/acme/${file}`)
      for (const hidden of ['Draft', 'linkedin_post', 'twitter_post']) expect(text).not.toContain(hidden)
    }
  })

  test('nothing of another organization: not listed, not by its slug, not by its id, not in feeds', async () => {
    const other = await app.team('other')
    await goPublic(app.ctx, other)
    const id = await add({ title: 'Theirs' }, other)
    await add({ title: 'Ours' })
    for (const path of ['/c/acme/theirs', `/c/acme/${id}`]) expect((await get(path)).status).toBe(404)
    for (const path of ['', ...feedFiles.map((file) => `/${file}`), '/news.json', '/ours']) {
      const { status, text } = await get(`/c/acme${path}`)
      expect([path, status, text.includes('Theirs'), text.includes(id)]).toEqual([path, 200, false, false])
    }
  })

  test.each([
    ['unpublished', (id: string) => acme.call('PATCH', `/v1/posts/${id}`, { status: 'draft' })],
    ['deleted', (id: string) => acme.call('DELETE', `/v1/posts/${id}`)],
  ])('a post that is %s is gone immediately, and from caches within the minute', async (_, take) => {
    const id = await add({ title: 'Regrets' })
    const places = ['', ...feedFiles.map((file) => `/${file}`), '/news.json']
    const before = await Promise.all(places.map((path) => get(`/c/acme${path}`)))
    expect((await get('/c/acme/regrets')).headers.get('cache-control')).toBe('public, max-age=60')
    expect((await take(id)).status).toBe(200)
    expect((await get('/c/acme/regrets')).status).toBe(404)
    for (const [index, path] of places.entries()) {
      const known = before[index]?.headers.get('etag') ?? ''
      const { status, text } = await get(`/c/acme${path}`, { 'if-none-match': known })
      expect([path, status, text.includes('Regrets')]).toEqual([path, 200, false])
    }
  })

  test('a post has one address: its slug, or its id if it has none', async () => {
    const id = await add({ title: '変更点' })
    expect((await get(`/c/acme/${id}`)).text).toContain(
      `<link rel="canonical" href="${origin}/c/acme/${id}">`,
    )
    await acme.call('PATCH', `/v1/posts/${id}`, { slug: 'changes' })
    const moved = await get(`/c/acme/${id}`)
    expect([moved.status, moved.headers.get('location'), moved.headers.get('cache-control')]).toEqual([
      302,
      '/c/acme/changes',
      'public, max-age=60',
    ])
    expect((await get('/c/acme/changes')).status).toBe(200)
  })

  test("a slug has priority over another post's id", async () => {
    const id = await add({ title: 'First' })
    await add({ title: id })
    await acme.call('PATCH', `/v1/posts/${id}`, { slug: null })
    expect((await get(`/c/acme/${id}`)).text).toContain(`<h1 dir="auto">${id}</h1>`)
  })

  test('the newest post is first; a page has 20, and links to the others', async () => {
    for (let number = 1; number <= 45; number++) await add({ title: `Post ${number}` })
    const numbers = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `Post ${from - index}`)
    expect(await titlesAt('/c/acme')).toEqual({ status: 200, titles: numbers(45, 26) })
    expect(await titlesAt('/c/acme?page=2')).toEqual({ status: 200, titles: numbers(25, 6) })
    expect(await titlesAt('/c/acme?page=3')).toEqual({ status: 200, titles: numbers(5, 1) })
    const { text } = await get('/c/acme?page=2')
    for (const link of [
      '<link rel="prev" href="/c/acme">',
      '<link rel="next" href="/c/acme?page=3">',
      `<link rel="canonical" href="${origin}/c/acme?page=2">`,
      '<a rel="prev" href="/c/acme">Newer posts</a>',
      '<a rel="next" href="/c/acme?page=3">Older posts</a>',
    ])
      expect(text).toContain(link)
    expect((await get('/c/acme?page=3')).text).not.toContain('rel="next"')
  })

  test.each(['0', '2', '-1', '1.5', '1e1', ' 1', '', '01', '٢', '9'.repeat(400), '1&page=2x'])(
    'page %p of one is %p: it is the first, or it is not found',
    async (page) => {
      await add()
      expect((await get(`/c/acme?page=${page}`)).status).toBe(page === '1&page=2x' ? 200 : 404)
    },
  )

  test('the pages end after a thousand posts', () => {
    const at = (page: number) => readPage(new URLSearchParams({ page: String(page) }), 1_000_000)
    expect([at(1), at(49), at(50), at(51)]).toEqual([
      { page: 1, isLast: false },
      { page: 49, isLast: false },
      { page: 50, isLast: true },
      null,
    ])
  })

  test('a tag lists one kind, on the page and in feeds; an unknown tag is not found', async () => {
    await add({ title: 'Changes' })
    await add({ title: 'Story', contentType: 'blog_post' })
    expect(await titlesAt('/c/acme?tag=changelog')).toEqual({ status: 200, titles: ['Changes'] })
    expect(await titlesAt('/c/acme?tag=blog_post')).toEqual({ status: 200, titles: ['Story'] })
    for (const tag of ['linkedin_post', 'image', '', 'nonsense'])
      expect((await get(`/c/acme?tag=${tag}`)).status).toBe(404)
    for (const file of feedFiles) {
      const { text } = await get(`/c/acme/${file}?tag=blog_post`)
      expect([file, text.includes('Story'), text.includes('Changes')]).toEqual([file, true, false])
      expect(text).toContain(`${origin}/c/acme/${file}?tag=blog_post`)
      expect((await get(`/c/acme/${file}?tag=image`)).status).toBe(404)
    }
  })

  test('lists are offered if there are several, and the current one is marked', async () => {
    await add()
    const tabs = async (path: string) =>
      [
        ...(await get(path)).text.matchAll(
          /<a href="(\/c\/acme[^"]*)"( aria-current="page")?>([A-Z]\w+)<\/a>/g,
        ),
      ]
        .slice(0, 3)
        .map(([, href, current, name]) => [name, href, current !== undefined])
    expect((await tabs('/c/acme'))[0]).toEqual(['Changelog', '/c/acme', true])
    await add({ contentType: 'blog_post' })
    expect(await tabs('/c/acme')).toEqual([
      ['All', '/c/acme', true],
      ['Changelog', '/c/acme?tag=changelog', false],
      ['Blog', '/c/acme?tag=blog_post', false],
    ])
    expect((await tabs('/c/acme?tag=blog_post')).map(([, , isCurrent]) => isCurrent)).toEqual([
      false,
      false,
      true,
    ])
  })

  test('without any post the page says so, and its feeds are valid', async () => {
    const { status, text } = await get('/c/acme')
    expect(status).toBe(200)
    expect(text).toContain('No posts yet.')
    expect((await get('/c/acme/feed.json')).body.items).toEqual([])
    for (const file of ['feed.xml', 'rss.xml']) readXml((await get(`/c/acme/${file}`)).text)
  })
})

describe('a post in the list', () => {
  const markdown = [
    'Reports can leave Acme now. They print the way they look.',
    '## Highlights',
    '### Export a report as PDF',
    'Choose Export. [#412](https://github.com/acme/app/pull/412) (Author: [@ada](https://github.com/ada))',
    '### Saved views',
    '## More Updates',
    '### Features & Enhancements',
    '- Sort [#401](https://github.com/acme/app/pull/401)',
  ].join('\n\n')

  async function entry(post: Publishing) {
    await add(post)
    const { text } = await get('/c/acme')
    return /<article class="issue">.*<\/article>/s.exec(text)?.[0] ?? ''
  }

  test('has its date, its version, its change counts, its first sentences and its highlights', async () => {
    const shown = await entry({
      markdown,
      sourceMetadata: {
        range: { from: 'v1.3.0', to: 'v1.4.0' },
        ledger: ledgerOf({ highlight: 3, listed: 18, omitted: 10 }),
      },
    })
    for (const part of [
      '<time datetime="2026-03-04T12:01:00.000Z">March 4, 2026</time><span class="mono">v1.4.0</span>',
      '<span class="small">21 changes</span>',
      '<p>Reports can leave Acme now. They print the way they look.</p>',
      '<li class="hi">Export a report as PDF <a class="ref" rel="nofollow noopener" href="https://github.com/acme/app/pull/412">#412</a></li><li class="hi">Saved views</li></ul>',
      '<a href="/c/acme/acme-1-4-exports">Read the 21 changes<',
    ])
      expect(shown).toContain(part)
    expect(shown).not.toMatch(/31|left out/)
  })

  test('with two changes has no further link: its summary contains them', async () => {
    const shown = await entry({
      sourceMetadata: { ledger: ledgerOf({ highlight: 0, listed: 2, omitted: 6 }) },
    })
    expect(shown).toContain('<span class="small">2 changes</span>')
    expect(shown).not.toContain('Read')
  })

  test('without a ledger has no change counts', async () => {
    const shown = await entry({ contentType: 'blog_post', markdown: 'A story.' })
    expect(shown).not.toContain('<svg')
    expect(shown).toContain('>Read more<')
  })

  test.each([
    [{ range: { to: 'v2.0.0-rc.1' } }, 'Anything', 'v2.0.0-rc.1'],
    [{ range: { to: '@acme/app@1.2.0' } }, 'Anything', '@acme/app@1.2.0'],
    [{ range: { to: 'HEAD' } }, 'Acme 1.4.0: exports', '1.4.0'],
    [{ range: { to: '8846621' } }, 'Acme changelog, March 4, 2026', null],
    [{}, 'Version 1.2', '1.2'],
    [{ range: { to: `v1.0-${'x'.repeat(100)}` } }, 'Long', `v1.0-${'x'.repeat(35)}`],
  ])('of %j and %p has the version %p', async (sourceMetadata, title, version) => {
    const [, shown = null] = /<span class="mono">([^<]*)</.exec(await entry({ title, sourceMetadata })) ?? []
    expect(shown).toBe(version)
  })

  test('with a long summary shows its first sentences, and one without an end is cut', async () => {
    const sentence = `${'Long words follow. '.repeat(12)}`.trim()
    const shown = await entry({ title: 'A', markdown: `${sentence} ${sentence}` })
    expect(/<p>(.*?)<\/p>/.exec(shown)?.[1]?.length).toBeLessThan(321)
    expect(shown).toMatch(/follow\.<\/p>/)
    expect(await entry({ title: 'B', markdown: 'word '.repeat(500) })).toContain('word…</p>')
  })
})

describe('the page of a post', () => {
  test('has its title once, its text, and its change counts with a legend', async () => {
    await add({
      title: 'Exports',
      markdown: '# Exports\n\nText with <b>bold</b> words.\n\n# Another\n\nEnd.',
      sourceMetadata: { ledger: ledgerOf({ highlight: 1, listed: 18, omitted: 0 }) },
    })
    const { text } = await get('/c/acme/exports')
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(text).toContain('<h1 dir="auto">Exports</h1>')
    expect(text).toContain('<p>Text with <b>bold</b> words.</p>')
    expect(text).toContain('<h2>Another</h2>')
    expect(text).toContain('aria-label="19 changes: 1 highlight, 18 smaller changes" width="114" height="18"')
    expect(text).toMatch(/<b>1<\/b> highlight<.*<b>18<\/b> smaller changes</)
    expect(text).not.toContain('left out')
  })

  test('links to its sections: the highlights, and the categories of the rest', async () => {
    await add({
      title: 'Parts',
      markdown: [
        '## Highlights',
        '### Big',
        '## More Updates',
        '### Features',
        '### Bug Fixes',
        '### Features',
      ].join('\n\nText\n\n'),
    })
    const { text } = await get('/c/acme/parts')
    const [, contents = ''] = /<nav class="contents"[^>]*>(.*?)<\/nav>/.exec(text) ?? []
    expect(
      [...contents.matchAll(/href="#([^"]+)"><bdi>([^<]+)</g)].map(([, id, name]) => [id, name]),
    ).toEqual([
      ['highlights', 'Highlights'],
      ['features', 'Features'],
      ['bug-fixes', 'Bug Fixes'],
      ['features-2', 'Features'],
    ])
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(7)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('marks the line of a highlight by its link or its words, and no other', async () => {
    await add({
      title: 'Marks',
      markdown:
        '- Faster [#1](https://github.com/acme/app/pull/1)\n- Safer\n- Other [#2](https://github.com/acme/app/pull/2)',
      sourceMetadata: {
        ledger: [
          { placement: 'highlight', title: 'Speed', url: 'https://github.com/acme/app/pull/1' },
          { placement: 'highlight', title: 'Safer', url: null },
          { placement: 'listed', title: 'Other', url: 'https://github.com/acme/app/pull/2' },
        ],
      },
    })
    const { text } = await get('/c/acme/marks')
    const items = [...text.matchAll(/<li( class="hi")?>(\w+)/g)].map(([, hi, word]) => [
      word,
      hi !== undefined,
    ])
    expect(items).toEqual([
      ['Faster', true],
      ['Safer', true],
      ['Other', false],
    ])
    expect(text.match(/<a class="ref" href="[^"]*" rel="nofollow noopener">#[12]<\/a>/g)).toHaveLength(2)
  })

  test('shows its text, even if it uses names of code', async () => {
    await add({ title: 'Words', markdown: '`constructor` *toString* **__proto__** <table>' })
    const { text } = await get('/c/acme/words')
    expect(text).toContain(
      '<p><code>constructor</code> <em>toString</em> <strong><strong>proto</strong></strong>',
    )
  })

  test('leaves out a heading that repeats its title, with its content', async () => {
    await add({ title: 'Again #12', markdown: '# Again [#12](https://x.test)\n\nText.' })
    expect((await get('/c/acme/again-12')).text).toContain(
      '<div class="prose" dir="auto">\n<p>Text.</p></div>',
    )
  })

  test('links to the previous and the next post', async () => {
    await add({ title: 'One' })
    await add({ title: 'Draft', isDraft: true })
    await add({ title: 'Social', contentType: 'linkedin_post' })
    await add({ title: 'Two' })
    const [one, two] = [(await get('/c/acme/one')).text, (await get('/c/acme/two')).text]
    expect(two).toContain('rel="prev" href="/c/acme/one"><span>Previous</span> <bdi>One</bdi></a>')
    expect(one).toContain('rel="next" href="/c/acme/two"><span>Next</span> <bdi>Two</bdi></a>')
    expect([one.includes('rel="prev"'), two.includes('rel="next"')]).toEqual([false, false])
  })

  test('has metadata for previews, with the picture of its run once that is published', async () => {
    const { ctx } = app
    const collectionId = await addCollection()
    await add({ title: 'Pictured', markdown: 'It has a *picture*.', collectionId })
    const card = { title: 'Pictured', brand: 'Acme', highlights: [], sourceMetadata: {} }
    const picture = await createImagePost(ctx, { organizationId: acme.id, collectionId, ...card })
    await atomically(ctx.db, picture.statements)
    const draft = (await get('/c/acme/pictured')).text
    expect(draft).toMatch(
      /property="og:image" content="https:\/\/herald\.test\/c\/acme\/cards\/posts\/pictured-[0-9a-f]{12}\.png"/,
    )
    expect(draft).not.toContain('/images/')
    await acme.call('PATCH', `/v1/posts/${picture.id}`, { status: 'published' })
    const { text } = await get('/c/acme/pictured')
    for (const part of [
      '<meta name="description" content="It has a picture.">',
      '<meta property="og:title" content="Pictured">',
      '<meta property="og:type" content="article">',
      `<meta property="og:url" content="${origin}/c/acme/pictured">`,
      '<meta property="og:site_name" content="Team acme">',
      '<meta property="article:published_time" content="2026-03-04T12:01:00.000Z">',
      '<meta name="twitter:card" content="summary_large_image">',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(
      /property="og:image" content="https:\/\/api\.herald\.test\/images\/[0-9a-f]{64}\.png"/,
    )
  })

  test("links to the default brand's own site, if it is a website", async () => {
    const { ctx } = app
    await addIdentity(ctx, acme.id, 'Other')
    expect((await get('/c/acme')).text).not.toContain('acme.com')
    await ctx.db.update(brandIdentities).set({ isDefault: true, websiteUrl: 'https://www.acme.dev/x?a="&b' })
    expect((await get('/c/acme')).text).toContain(
      '<a href="https://www.acme.dev/x?a=&quot;&amp;b">acme.dev</a>',
    )
    await ctx.db.update(brandIdentities).set({ websiteUrl: 'javascript:alert(1)' })
    expect((await get('/c/acme')).text).not.toContain('javascript')
  })

  test('lists its feeds', async () => {
    await add({ title: 'Exports' })
    const { text } = await get('/c/acme/exports')
    const links = [...text.matchAll(/<link rel="alternate" type="([^"]+)" title="[^"]+" href="([^"]+)">/g)]
    for (const [, type = '', href = ''] of links)
      expect((await get(href)).headers.get('content-type')).toBe(`${type}; charset=utf-8`)
    expect(links).toHaveLength(3)
  })
})

const hostileTexts: Record<string, string> = {
  markup: '</title></h1><script>alert(1)</script><img src=https://x.test/a.png onerror=alert(1)>',
  quotes: `"' onmouseover="alert(1)" x='`,
  'the end of CDATA': 'a ]]> b <![CDATA[ c ]]]]>',
  entities: '&amp; &lt; &copy; &#0; &#x1F600; &nosuch; AT&T',
  'control characters': 'a\u0007b\u001b[31mc\u0085d\ufffee',
  'a title turned around': 'safe \u202egpj.exe',
  Arabic: 'إصدار جديد ١٫٤',
  emoji: '👩‍👩‍👧‍👦 🚀',
  'a template': '{{x}} <%= y %> $& $1 %s',
}

describe('any text', () => {
  const [from, to] = ['zzbegin', 'zzend']
  const given = Object.entries(hostileTexts)

  /** The text between the tags, wherever they are. */
  const marked = (text: string) =>
    [...text.matchAll(new RegExp(`${from}(.*?)${to}`, 'gs'))].map(([, found]) => found)

  test.each(given)('%s in a title is text on every page', async (_, title) => {
    await add({ title: `${from} ${title} ${to}`, markdown: 'Text.' })
    await add({ title: 'Newer' })
    const slug = /href="(\/c\/acme\/zzbegin[^"]*)"/.exec((await get('/c/acme')).text)?.[1] ?? ''
    for (const path of ['/c/acme', slug, '/c/acme/newer']) {
      const { status, text } = await get(path)
      expect(status).toBe(200)
      expect(marked(text).length).toBeGreaterThan(0)
      for (const found of marked(text)) expect(found).not.toMatch(/[<>"']/)
      expect(dangersOf(text)).toEqual([])
      expect(text).toContain('dir="auto"')
    }
  })

  test.each(given)('%s in a title: every feed is valid, and contains the title', async (_, title) => {
    await add({ title, markdown: 'Text.' })
    const { title: stored } = (await acme.call('GET', '/v1/posts')).body.posts[0]
    const told = printableLine(stored)
    const { atom, rss, json } = await readFeeds()
    // Characters that XML does not allow are left out of all three.
    const expected = told.replace('\ufffe', '')
    expect(textIn(atom.entry, 'title')).toBe(expected)
    expect(textIn(rss.item, 'title')).toBe(expected)
    expect(json.item.title).toBe(expected)
  })

  test.each(given)('%s in a text: every feed contains it as stored', async (_, text) => {
    await add({ title: 'Title', markdown: `Before\n\n${text}\n\n\`${text}\`\n\nAfter` })
    const { content } = (await acme.call('GET', '/v1/posts')).body.posts[0]
    const { atom, rss, json } = await readFeeds()
    const expected = ['\u0007', '\u001b', '\ufffe'].reduce((text, each) => text.replaceAll(each, ''), content)
    expect(expected).toContain('After')
    expect(textIn(atom.entry, 'content')).toBe(expected)
    expect(textIn(rss.item, 'content:encoded')).toBe(expected)
    expect(json.item.content_html).toBe(expected)
  })

  test.each(given)('%s in a text: the page does not run it', async (_, text) => {
    await add({
      title: 'Title',
      markdown: `## ${text}\n\n- ${text}\n\n### ${text}\n\n[${text}](javascript:alert(1))`,
    })
    const page = (await get('/c/acme/title')).text
    expect(dangersOf(page)).toEqual([])
    for (const [, id = ''] of page.matchAll(/ id="([^"]*)"/g)) expect(id).toMatch(/^[\p{L}\p{N}-]+$/u)
    expect((await get('/c/acme')).status).toBe(200)
  })

  test('in the name of an organization is text on every page, and the feeds are valid', async () => {
    const { ctx } = app
    await ctx.db.update(organizations).set({ name: `${from} ${hostileTexts.markup}\u0007 ]]> ${to}` })
    await add({ title: 'Title', markdown: 'Text.' })
    for (const path of ['/c/acme', '/c/acme/title', '/c/acme/never', '/c/acme?tag=blog_post'])
      for (const found of marked((await get(path)).text)) expect(found).not.toMatch(/[<>"']/)
    const { atom, rss } = await readFeeds()
    expect(textIn(atom.feed, 'title')).toBe(`${from} ${hostileTexts.markup} ]]> ${to}`)
    expect(textIn(rss.channel, 'title')).toBe(`${from} ${hostileTexts.markup} ]]> ${to}`)
  })

  test('of a hundred thousand characters with deep nesting is shown', async () => {
    const id = await add({ title: 'Deep', markdown: 'Text.' })
    for (const markdown of ['<ul><li>', '### a\n']) {
      const whole = markdown.repeat(Math.floor(99_000 / markdown.length))
      await acme.call('PATCH', `/v1/posts/${id}`, { title: 'Deep', markdown: whole })
      expect((await get('/c/acme/deep')).status).toBe(200)
      expect((await get('/c/acme')).status).toBe(200)
    }
  })
})

/** Everything on a page that would run or style itself in a browser. */
function dangersOf(page: string): string[] {
  const found: string[] = []
  new HTMLRewriter()
    .on('*', {
      element({ tagName, attributes }) {
        const isData =
          tagName === 'script' && attributes.next().value?.join('=') === 'type=application/ld+json'
        if (isData) return
        if (['script', 'style', 'iframe', 'object', 'form', 'base'].includes(tagName)) found.push(tagName)
        for (const [name = '', value = ''] of attributes)
          if (/^on|^style$|^srcdoc$/.test(name) || /^\s*(javascript|data):/i.test(value))
            found.push(`${name}=${value}`)
      },
    })
    .transform(page)
  return found
}

/** Each feed as its readers see it, with its first post. */
async function readFeeds() {
  const feed = readXml((await get('/c/acme/feed.xml')).text)
  const document = readXml((await get('/c/acme/rss.xml')).text)
  const json = (await get('/c/acme/feed.json')).body
  const [channel] = within(document, 'channel') as [Element]
  const [entry] = within(feed, 'entry') as [Element]
  const [item] = within(channel, 'item') as [Element]
  return { atom: { feed, entry }, rss: { channel, item }, json: { feed: json, item: json.items[0] } }
}

describe('a feed', () => {
  test('has the newest posts in full, up to 300,000 characters of HTML, and summaries of the others', async () => {
    const long = `Intro.\n\n${'- a\n'.repeat(24_000)}`
    for (const title of ['Oldest', 'Middle', 'Newest']) {
      app.ctx.clock.advance(60_000)
      await add({ title, markdown: long })
    }
    const { items } = (await get('/c/acme/feed.json')).body
    expect(items.map((item: { content_html: string }) => item.content_html.includes('<li>'))).toEqual([
      true,
      false,
      false,
    ])
    expect(items[1].content_html).toBe('Intro.')
    expect((await get('/c/acme/feed.xml')).text.match(/<content/g)).toHaveLength(1)
    expect((await get('/c/acme/rss.xml')).text.match(/<content:encoded/g)).toHaveLength(1)
  })

  test('has the fields of its format, and an id that stays when the slug changes', async () => {
    const id = await add({ title: 'Exports', markdown: 'Reports can leave.' })
    const first = await readFeeds()
    app.ctx.clock.advance(60_000)
    await acme.call('PATCH', `/v1/posts/${id}`, { slug: 'renamed' })
    const { atom, rss, json } = await readFeeds()
    const [url, lasting, home] = [`${origin}/c/acme/renamed`, `${origin}/c/acme/${id}`, `${origin}/c/acme`]
    expect([textIn(first.atom.entry, 'id'), textIn(first.rss.item, 'guid'), first.json.item.id]).toEqual([
      lasting,
      lasting,
      lasting,
    ])
    const [moment, later] = ['2026-03-04T12:01:00.000Z', '2026-03-04T12:02:00.000Z']
    expect(atom.feed.attributes.xmlns).toBe('http://www.w3.org/2005/Atom')
    expect([textIn(atom.feed, 'id'), textIn(atom.feed, 'updated')]).toEqual([home, later])
    expect(within(atom.feed, 'link').map(({ attributes }) => [attributes.rel, attributes.href])).toEqual([
      ['alternate', home],
      ['self', `${home}/feed.xml`],
    ])
    expect(textIn(within(atom.feed, 'author')[0] as Element, 'name')).toBe('Team acme')
    expect([
      textIn(atom.entry, 'id'),
      textIn(atom.entry, 'published'),
      textIn(atom.entry, 'updated'),
    ]).toEqual([lasting, moment, later])
    expect(within(atom.entry, 'link')[0]?.attributes.href).toBe(url)
    expect([textIn(rss.channel, 'link'), textIn(rss.channel, 'description')]).toEqual([
      home,
      'Updates from Team acme',
    ])
    expect([textIn(rss.item, 'link'), textIn(rss.item, 'guid'), textIn(rss.item, 'pubDate')]).toEqual([
      url,
      lasting,
      'Wed, 04 Mar 2026 12:01:00 GMT',
    ])
    expect(json.feed).toEqual({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Team acme',
      home_page_url: home,
      feed_url: `${home}/feed.json`,
      authors: [{ name: 'Team acme', url: home }],
      items: [
        {
          id: lasting,
          url,
          title: 'Exports',
          summary: 'Reports can leave.',
          content_html: '<p>Reports can leave.</p>',
          date_published: moment,
          date_modified: later,
          tags: ['Changelog'],
        },
      ],
    })
  })

  test('has the newest 20 posts', async () => {
    for (let number = 1; number <= 21; number++) await add({ title: `Post ${number}` })
    const { atom, rss, json } = await readFeeds()
    expect([within(atom.feed, 'entry').length, within(rss.channel, 'item').length]).toEqual([20, 20])
    expect(json.feed.items.map(({ title }: { title: string }) => title).slice(0, 2)).toEqual([
      'Post 21',
      'Post 20',
    ])
  })

  test('has the links of the page: addresses without a host are completed', async () => {
    await add({
      title: 'Links',
      markdown: '[a](/docs?a=1&b=2) [b](#part) [c](https://else.test/x) [d](mailto:a@b.c)',
    })
    const { json, atom } = await readFeeds()
    const addresses = [...json.item.content_html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(addresses).toEqual([
      `${origin}/docs?a=1&amp;b=2`,
      `${origin}/c/acme/links#part`,
      'https://else.test/x',
      'mailto:a@b.c',
    ])
    expect(textIn(atom.entry, 'content')).toBe(json.item.content_html)
  })
})

describe('an answer', () => {
  const places = [
    '/c/acme',
    '/c/acme/exports',
    ...feedFiles.map((file) => `/c/acme/${file}`),
    '/c/acme/news.json',
  ]
  beforeEach(() =>
    add({ title: 'Exports', sourceMetadata: { ledger: ledgerOf({ highlight: 1, listed: 2, omitted: 0 }) } }),
  )

  test.each([...places, '/c/acme/widget.js'])(
    'is cacheable for a minute, and is revalidated by its tag: %s',
    async (path) => {
      const { status, headers } = await get(path)
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
      const etag = headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, text, headers } = await get(path, { 'if-none-match': known })
        expect([status, text, headers.get('etag'), headers.get('cache-control')]).toEqual([
          304,
          '',
          etag,
          'public, max-age=60',
        ])
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
    },
  )

  test.each(places)('has another tag once its content changes: %s', async (path) => {
    const { headers } = await get(path)
    const [{ id }] = (await acme.call('GET', '/v1/posts')).body.posts
    await acme.call('PATCH', `/v1/posts/${id}`, { title: 'Imports' })
    const changed = await get(path, { 'if-none-match': headers.get('etag') ?? '' })
    expect([changed.status, changed.text.includes('Imports')]).toEqual([200, true])
  })

  test.each([...places, '/c/acme/widget.js'])(
    'to HEAD equals that to GET without its body: %s',
    async (path) => {
      const whole = await get(path)
      const { status, headers, text } = await app.anonymous('HEAD', path, undefined, browser)
      expect([status, text]).toEqual([200, ''])
      for (const name of ['etag', 'cache-control', 'content-type', 'content-security-policy'])
        expect([name, headers.get(name)]).toEqual([name, whole.headers.get(name)])
    },
  )

  test.each([...places, '/c/acme/never'])('sets no cookie and reads none: %s', async (path) => {
    const person = await acme.person('owner')
    const plain = await get(path)
    const signedIn = await get(path, { cookie: `${person.cookie}; herald_theme=dark` })
    expect(plain.headers.has('set-cookie') || signedIn.headers.has('set-cookie')).toBe(false)
    expect(signedIn.text).toBe(plain.text)
  })

  test.each(['/c/acme', '/c/acme/exports', '/c/acme/never'])(
    'is a page that loads a stylesheet, fonts and an icon of this server: %s',
    async (path) => {
      const { headers, text } = await get(path)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect(dangersOf(text)).toEqual([])
      for (const [, file = ''] of text.matchAll(/<link rel="(?:icon|stylesheet)" href="([^"]+)"/g))
        expect([file, (await get(file)).status]).toEqual([file, 200])
    },
  )

  test('with pictures of other sites may load them if the owner allows it, and no other may', async () => {
    await (await acme.person('admin')).call('PATCH', '/api/app/public-page', { externalImages: true })
    await add({
      title: 'Pictures',
      markdown: '![A chart](https://pictures.test/a.png) ![B](http://plain.test/b.png)',
    })
    const { headers, text } = await get('/c/acme/pictures')
    expect(headers.get('content-security-policy')).toContain("img-src 'self' https:;")
    expect(text).toContain('<img src="https://pictures.test/a.png" alt="A chart" />')
    expect(text).not.toContain('plain.test')
    expect((await get('/c/acme')).headers.get('content-security-policy')).not.toContain('https:')
  })

  test('that other sites may read is the same for each of them; pages are only for their own site', async () => {
    for (const path of [...places.slice(2), '/c/acme/widget.js']) {
      const { headers } = await get(path, { origin: 'https://else.test' })
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([
        '*',
        'Accept-Encoding',
      ])
      expect(headers.has('access-control-allow-credentials')).toBe(false)
    }
    for (const path of places.slice(0, 2))
      expect(
        (await get(path, { origin: 'https://else.test' })).headers.has('access-control-allow-origin'),
      ).toBe(false)
  })

  test('to the widget has the newest five titles, and the summary of each', async () => {
    for (let number = 1; number <= 5; number++)
      await add({ title: `Post ${number}`, contentType: 'blog_post' })
    const { body } = await get('/c/acme/news.json')
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `Post ${n}`),
    )
    for (const { id } of (await acme.call('GET', '/v1/posts?contentType=blog_post')).body.posts)
      await acme.call('DELETE', `/v1/posts/${id}`)
    expect((await get('/c/acme/news.json')).body).toEqual({
      name: 'Team acme',
      path: '/c/acme',
      items: [{ path: '/c/acme/exports', title: 'Exports', date: '2026-03-04T12:01:00.000Z', changes: 3 }],
    })
  })

  test('that is the widget has at most 4 KB, and is the same for every client', async () => {
    const { text } = await get('/c/acme/widget.js')
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
    const other = await app.team('other')
    await goPublic(app.ctx, other)
    expect((await get('/c/other/widget.js')).text).toBe(text)
  })
})

test('public requests are read by indexes, in their order', async () => {
  const { db } = app.ctx
  const collectionId = await addCollection()
  await add({ title: 'One', collectionId })
  const sent = recordStatements(db)
  for (const path of [
    '',
    '?tag=blog_post',
    '/one',
    '/never',
    '/one.md',
    '/sitemap.xml',
    '?q=one',
    '?q=one&tag=changelog&year=2026',
    '/feed.xml',
    '/feed.json?tag=changelog',
    '/news.json',
  ])
    await get(`/c/acme${path}`)
  const statements = [...new Map(sent.map((statement) => [statement.sql, statement])).values()]
  expect(statements.length).toBe(18)
  for (const statement of statements) {
    const plan = await planOf(db, statement)
    const isSorted = plan.some((line) => line.includes('TEMP B-TREE'))
    const scanned = plan.filter((line) => /^SCAN (?!json_each|CONSTANT)/.test(line))
    expect([statement.sql, scanned]).toEqual([statement.sql, []])
    // One slug and one id, or one collection, have very few rows to sort.
    const isSmall = /"slug" = |"collection_id" = /.test(statement.sql)
    if (!isSmall) expect([statement.sql, isSorted]).toEqual([statement.sql, false])
  }
})

describe('for programs', () => {
  const structured = (html: string) =>
    JSON.parse(/<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null')

  test('a page describes itself, whatever its title contains', async () => {
    const title = `</script><b>"Exports" & 'imports' \\`
    await add({ title, markdown: 'Exports take two seconds.' })
    const [{ slug, updatedAt }] = (await acme.call('GET', '/v1/posts')).body.posts
    const [post, crumbs] = structured((await get(`/c/acme/${slug}`)).text)['@graph']
    expect(post).toMatchObject({
      '@type': 'BlogPosting',
      headline: title,
      description: 'Exports take two seconds.',
      datePublished: '2026-03-04T12:01:00.000Z',
      dateModified: updatedAt,
      mainEntityOfPage: `${origin}/c/acme/${slug}`,
      publisher: { '@type': 'Organization', name: 'Team acme', url: `${origin}/c/acme` },
    })
    expect(crumbs.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${origin}/c/acme`,
      `${origin}/c/acme/${slug}`,
    ])
    expect(structured((await get('/c/acme')).text)).toMatchObject({
      '@type': 'Blog',
      url: `${origin}/c/acme`,
    })
  })

  test('the sitemap has the list and every published post, with its last change', async () => {
    await add({ title: 'One' })
    await add({ title: 'Draft', isDraft: true })
    await add({ title: 'Social', contentType: 'linkedin_post' })
    const { headers, text } = await get('/c/acme/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const places = within(readXml(text), 'url').map((url) => [textIn(url, 'loc'), textIn(url, 'lastmod')])
    const changed = '2026-03-04T12:01:00.000Z'
    expect(places).toEqual([
      [`${origin}/c/acme`, changed],
      [`${origin}/c/acme/one`, changed],
    ])
  })

  test('a page is Markdown at its address with .md, and for who prefers it', async () => {
    await add({ title: 'Exports', markdown: '# Exports\n\nReports leave as **PDF**.' })
    const expected = '# Exports\n\nMarch 4, 2026\n\nReports leave as **PDF**.\n'
    const twin = await get('/c/acme/exports.md')
    expect([twin.text, twin.headers.get('content-type')]).toEqual([expected, 'text/markdown; charset=utf-8'])
    expect(twin.headers.get('link')).toBe(`<${origin}/c/acme/exports>; rel="canonical"`)
    const preferred = await get('/c/acme/exports', { accept: 'text/markdown, text/html;q=0.9' })
    expect(preferred.text).toBe(expected)
    expect(preferred.headers.get('vary')).toContain('Accept, Accept-Encoding')
    for (const accept of ['text/html, text/markdown;q=0.5', 'text/markdown;q=0', '*/*'])
      expect((await get('/c/acme/exports', { accept })).headers.get('content-type')).toContain('text/html')
    expect((await get('/c/acme/draft.md')).status).toBe(404)
  })

  test('a post without a slug, or under its id, has its Markdown at one address', async () => {
    const id = await add({ title: 'Exports' })
    const { status, headers } = await get(`/c/acme/${id}.md`)
    expect([status, headers.get('location')]).toEqual([302, '/c/acme/exports.md'])
  })

  test('llms.txt lists the newest posts with the address of their Markdown', async () => {
    await add({ title: 'Exports [beta]', markdown: 'Reports leave as PDF. More.' })
    const { text, headers } = await get('/c/acme/llms.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text).toStartWith(
      '# Team acme\n\n> What is new in Team acme.\n\n## Posts\n\n' +
        `- [Exports \\[beta\\]](${origin}/c/acme/exports-beta.md): March 4, 2026: Reports leave as PDF. More.\n`,
    )
    const negotiated = await get('/c/acme', { accept: 'text/markdown' })
    expect([negotiated.text, negotiated.headers.get('content-type')]).toEqual([
      text,
      'text/markdown; charset=utf-8',
    ])
  })

  test('robots.txt excludes the dashboard and nothing that is public', async () => {
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /app/\nDisallow: /api/\n')
  })

  test('a long answer is compressed for who accepts it, and is the same', async () => {
    await add({ title: 'Long', markdown: 'Exports are faster. '.repeat(200) })
    const plain = await get('/c/acme/long')
    const packed = await app.api.handle(
      new Request(`${origin}/c/acme/long`, { headers: { ...browser, 'accept-encoding': 'gzip, br' } }),
    )
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([
      null,
      'gzip',
    ])
    const bytes = new Uint8Array(await packed.arrayBuffer())
    expect(new TextDecoder().decode(Bun.gunzipSync(bytes))).toBe(plain.text)
    expect(bytes.length).toBeLessThan(plain.text.length / 2)
    const etag = packed.headers.get('etag') ?? ''
    expect((await get('/c/acme/long', { 'if-none-match': etag, 'accept-encoding': 'gzip' })).status).toBe(304)
    expect(
      (await get('/c/acme/long', { 'accept-encoding': 'gzip;q=0' })).headers.has('content-encoding'),
    ).toBe(false)
  })
})

describe('a search', () => {
  test('finds posts by words of their titles, in any letter case, and not by signs of patterns', async () => {
    for (const title of ['Faster exports', 'Exports as 100% PDF', 'Imports', 'Other', 'More', 'Last'])
      await add({ title })
    await add({ title: 'Exports draft', isDraft: true })
    expect((await titlesAt('/c/acme?q=EXPORTS')).titles).toEqual(['Exports as 100% PDF', 'Faster exports'])
    expect((await titlesAt('/c/acme?q=%25')).titles).toEqual(['Exports as 100% PDF'])
    expect((await titlesAt('/c/acme?q=_')).titles).toEqual([])
    const { text } = await get('/c/acme?q=nothing%22%3E')
    expect(text).toContain('No posts match these filters.')
    expect(text).toContain('value="nothing&quot;&gt;"')
    expect(text).toContain('<meta name="robots" content="noindex">')
  })

  test('is offered on lists with more than five posts, and for a kind only in it', async () => {
    for (let number = 1; number <= 5; number++) await add({ title: `Post ${number}` })
    expect((await get('/c/acme')).text).not.toContain('role="search"')
    await add({ title: 'Post 6', contentType: 'blog_post' })
    expect((await get('/c/acme')).text).toContain('role="search"')
    expect((await titlesAt('/c/acme?q=post&tag=blog_post')).titles).toEqual(['Post 6'])
  })

  test('has pages, which keep the search', async () => {
    for (let number = 1; number <= 21; number++) await add({ title: `Post ${number}` })
    const { text } = await get('/c/acme?q=post')
    expect(titlesOf(text)).toHaveLength(20)
    expect(text).toContain('<a rel="next" href="/c/acme?q=post&amp;page=2">')
    expect((await titlesAt('/c/acme?q=post&page=2')).titles).toEqual(['Post 1'])
    expect((await get('/c/acme?q=post&page=3')).status).toBe(404)
  })
})

test('a year lists the posts published in it, and is offered if there are several', async () => {
  await add({ title: 'This year' })
  expect((await get('/c/acme')).text).not.toContain('aria-label="Years"')
  const old = await add({ title: 'Last year' })
  await app.ctx.db
    .update(posts)
    .set({ publishedAt: new Date('2025-12-31T23:59:59.999Z') })
    .where(eq(posts.id, old))
  const { text } = await get('/c/acme')
  expect([...text.matchAll(/\?year=(\d+)"/g)].map(([, year]) => year)).toEqual(['2026', '2025'])
  expect((await titlesAt('/c/acme?year=2025')).titles).toEqual(['Last year'])
  expect((await titlesAt('/c/acme?year=2026')).titles).toEqual(['This year'])
  expect((await titlesAt('/c/acme?year=2024')).titles).toEqual([])
  for (const year of ['last', '20', '']) expect((await get(`/c/acme?year=${year}`)).status).toBe(404)
})

describe('its look', () => {
  const path = '/api/app/public-page'
  const look = {
    intro: 'News for <b>teams</b>.',
    accent: '#ffcc00',
    links: [{ label: 'Docs', url: 'https://acme.test/docs' }],
  }

  test('is set by an admin: intro, color and links are on the page', async () => {
    const admin = await acme.person('admin')
    expect((await admin.call('GET', path)).body).toEqual({
      ...{ intro: null, accent: null, logo: null, icon: null, externalImages: false, links: [] },
    })
    for (const [field, value] of Object.entries(look))
      expect((await admin.call('PATCH', path, { [field]: value })).body[field]).toEqual(value)
    expect((await admin.call('GET', path)).body).toMatchObject(look)
    const { text, headers } = await get('/c/acme')
    expect(text).toContain('<p>News for &lt;b&gt;teams&lt;/b&gt;.</p>')
    expect(text).toContain('<a href="https://acme.test/docs"><bdi>Docs</bdi></a>')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(text) ?? []
    expect(style).toStartWith(':root{--color-accent:light-dark(#')
    const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  test.each([
    [{}, 'At least one field is required'],
    [{ accent: 'red' }, 'accent must be a color such as #0b5c74'],
    [{ accent: '#fff}' }, 'accent must be a color such as #0b5c74'],
    [{ intro: 'x'.repeat(201) }, 'intro must have 1 to 200 characters'],
    [
      { links: [{ label: 'Docs', url: 'javascript:alert(1)' }] },
      'links[0].url must be a valid URL of up to 500 characters',
    ],
    [{ links: Array(6).fill(look.links[0]) }, 'links must be a list of up to 5 links'],
  ])('refuses %j', async (patch, error) => {
    const { status, body } = await (await acme.person('admin')).call('PATCH', path, patch)
    expect([status, body.error]).toEqual([400, error])
  })

  test('is of one organization, and previewed by its members before the page is enabled', async () => {
    const other = await app.team('other')
    await (await acme.person('admin')).call('PATCH', path, look)
    const member = await other.person('member')
    expect((await member.call('GET', path)).body.intro).toBe(null)
    await publish(app.ctx, other, { title: 'Of another' })
    const { html } = (await member.call('GET', `${path}/preview`)).body
    expect(titlesOf(html)).toEqual(['Of another'])
    expect((await get('/c/other')).status).toBe(404)
  })
})
