import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sweepSitemaps } from '../../src/features/geo/sitemaps/job.ts'
import { findSitemapPages } from '../../src/features/geo/sitemaps/record.ts'
import { addProject, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { startSite } from '../support/site.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
let path: string
let site: ReturnType<typeof startSite>
beforeEach(async () => {
  app = await testApp({ allowPrivateNetwork: true })
  acme = await app.team('acme')
  projectId = await addProject(app.ctx, acme.id)
  path = `/v1/projects/${projectId}/geo/sitemaps`
  site = startSite({})
})
afterEach(() => site.stop())

const weekMilliseconds = 7 * 24 * 60 * 60 * 1000
const add = (url = `${site.url}/sitemap.xml`) => acme.call('POST', path, { url })
const list = async () => (await acme.call('GET', path)).body.sitemaps
const tell = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.error]
const pagesOf = (sitemapId: string | null = null) => findSitemapPages(app.ctx, projectId, sitemapId)
const paths = async () => (await pagesOf()).map(({ url }) => url.replace(site.url, ''))

const typed = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
  new Response(body, { headers: { 'content-type': type } })
const locations = (urls: string[]) => urls.map((url) => `<url><loc>${url}</loc></url>`).join('')
const urlset = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations(urls)}</urlset>`
const xml = (text: string) => typed('application/xml', text)
const index = (...files: string[]) =>
  xml(`<sitemapindex>${files.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`)
const own = (...names: string[]) => names.map((name) => `${site.url}${name}`)

/** Adds the site's sitemap and runs the job that reads it. */
async function read() {
  const { body } = await add()
  await drain(app.ctx)
  const [sitemap] = await list()
  return { ...sitemap, id: body.sitemap.id }
}

describe('a sitemap', () => {
  test('is added with 201, read in the background, and listed with its number of pages', async () => {
    site.pages['/sitemap.xml'] = xml(urlset(...own('/about', '/guide')))
    site.pages['/about'] = '<title>About &amp; more</title><p>We make anvils.</p>'
    const { status, body } = await add()
    const added = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${site.url}/sitemap.xml`,
      status: 'pending',
      pages: 0,
      error: null,
      fetchedAt: null,
      createdAt: app.ctx.now().toISOString(),
    }
    const organization = { id: acme.id, slug: 'acme', name: 'Team acme', logo: null }
    expect([status, body]).toEqual([201, { sitemap: added, organization }])
    await drain(app.ctx)
    const fetchedAt = app.ctx.now().toISOString()
    expect(await list()).toEqual([{ ...added, status: 'ready', pages: 2, fetchedAt }])
    expect(await pagesOf()).toEqual([
      { url: `${site.url}/about`, title: 'About & more', text: 'We make anvils.' },
    ])
  })

  test('is deleted with its pages, even while it is being read', async () => {
    site.pages['/sitemap.xml'] = xml(urlset(...own('/about')))
    const { id } = await read()
    const { status, body } = await acme.call('DELETE', `${path}/${id}`)
    expect([status, body.id]).toEqual([200, id])
    expect(await pagesOf()).toEqual([])
    expect(tell(await acme.call('DELETE', `${path}/${id}`))).toEqual([404, 'Sitemap not found'])

    site.pages['/sitemap.xml'] = async () => {
      await acme.call('DELETE', `${path}/${(await list())[0].id}`)
      return xml(urlset(...own('/about')))
    }
    await add()
    await drain(app.ctx)
    expect(await list()).toEqual([])
  })

  test('that already exists is read again, with 200', async () => {
    site.pages['/sitemap.xml'] = xml(urlset(...own('/about')))
    const { id } = await read()
    site.pages['/sitemap.xml'] = xml(urlset(...own('/about', '/guide')))
    app.ctx.clock.advance(1000)
    const { status, body } = await add()
    expect([status, body.sitemap]).toMatchObject([200, { id, status: 'ready', pages: 1 }])
    await drain(app.ctx)
    expect(await paths()).toEqual(['/about', '/guide'])
  })

  test('is read again after a week', async () => {
    site.pages['/sitemap.xml'] = xml(urlset(...own('/about')))
    await read()
    site.pages['/sitemap.xml'] = xml(urlset(...own('/guide')))
    const sweep = async () => {
      await sweepSitemaps.insert(app.ctx, {})
      await drain(app.ctx)
    }
    app.ctx.clock.advance(weekMilliseconds - 1)
    await sweep()
    expect(await paths()).toEqual(['/about'])
    app.ctx.clock.advance(1)
    await sweep()
    expect(await paths()).toEqual(['/guide'])
    site.asked.length = 0
    await sweep()
    expect(site.asked).toEqual([])
  })

  test('is limited to ten per project', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, number) => add(`${site.url}/${number}.xml`)),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 400, 400])
    expect(tell(await add(`${site.url}/more.xml`))).toEqual([400, 'A project can have at most 10 sitemaps'])
    expect((await list()).length).toBe(10)
  })

  test('is limited to twenty an hour', async () => {
    for (let time = 0; time < 20; time++) await add()
    const { status, body } = await add()
    expect([status, body]).toMatchObject([429, { error: 'Rate limit exceeded', limit: 20 }])
  })

  test.each([
    [{}, 'url is required'],
    [{ url: ' ' }, 'url must have 1 to 2048 characters'],
    [{ url: 'ftp://acme.example/sitemap.xml' }, 'The URL must begin with http or https.'],
    [{ url: 'https://me:secret@acme.example/' }, 'The URL must not contain a user name or a password.'],
  ])('of %j is refused', async (body, sentence) => {
    expect(tell(await acme.call('POST', path, body))).toEqual([400, sentence])
    expect(await list()).toEqual([])
  })

  test('of a private host is refused', async () => {
    const strict = await testApp()
    const team = await strict.team('acme')
    const id = await addProject(strict.ctx, team.id)
    const answer = await team.call('POST', `/v1/projects/${id}/geo/sitemaps`, {
      url: 'http://10.0.0.1/s.xml',
    })
    expect(tell(answer)).toEqual([400, 'The host 10.0.0.1 is not on the public internet.'])
  })

  test('that is a mere word is refused with an example of a URL', async () => {
    const strict = await testApp()
    const team = await strict.team('acme')
    const id = await addProject(strict.ctx, team.id)
    const answer = await team.call('POST', `/v1/projects/${id}/geo/sitemaps`, { url: 'abc' })
    expect(tell(answer)).toEqual([400, 'Enter a URL such as https://acme.com/sitemap.xml'])
  })

  test('of another organization is not found', async () => {
    const { body } = await add()
    const other = await app.team('other')
    const theirs = await addProject(app.ctx, other.id)
    for (const project of [projectId, theirs]) {
      const { status } = await other.call('DELETE', `/v1/projects/${project}/geo/sitemaps/${body.sitemap.id}`)
      expect(status).toBe(404)
    }
    expect((await list()).length).toBe(1)
  })
})

describe('reading a sitemap', () => {
  test('follows an index to its files, and skips those that cannot be read', async () => {
    site.pages['/sitemap.xml'] = index(...own('/one.xml', '/gone.xml', '/two.xml', '/one.xml'))
    site.pages['/one.xml'] = xml(urlset(...own('/a', '/b')))
    site.pages['/two.xml'] = xml(urlset(...own('/b', '/c')))
    expect((await read()).pages).toBe(3)
    expect(await paths()).toEqual(['/a', '/b', '/c'])
    expect(site.asked.filter((each) => each === '/one.xml')).toHaveLength(1)
  })

  test.each([
    ['application/gzip', '/sitemap.xml.gz'],
    ['application/octet-stream', '/sitemap.xml.gz'],
    ['application/xml', '/sitemap.xml'],
  ])('opens a gzipped file of the type %s', async (type, name) => {
    site.pages[name] = typed(type, Bun.gzipSync(urlset(...own('/a', '/b'))))
    await add(`${site.url}${name}`)
    await drain(app.ctx)
    expect(await paths()).toEqual(['/a', '/b'])
  })

  test('stops a gzip bomb at its limit', async () => {
    const huge = `${urlset(...own('/a'))}${' '.repeat(64 * 1024 * 1024)}`
    site.pages['/sitemap.xml'] = typed('application/gzip', Bun.gzipSync(huge))
    expect(await read()).toMatchObject({ status: 'ready', pages: 1 })
  })

  test('accepts a list of lines', async () => {
    site.pages['/sitemap.xml'] = typed('text/plain', `${own('/a', '/b').join('\r\n')}\r\nno address\r\n`)
    await read()
    expect(await paths()).toEqual(['/a', '/b'])
  })

  test('reads entities and CDATA, but no images and comments', async () => {
    site.pages['/sitemap.xml'] = xml(`<urlset>
      <url><loc>${site.url}/a?x=1&amp;y=2</loc><image:loc>${site.url}/picture</image:loc></url>
      <!-- <url><loc>${site.url}/old</loc></url> -->
      <url><loc><![CDATA[${site.url}/b?x=1&y=2]]></loc></url></urlset>`)
    await read()
    expect(await paths()).toEqual(['/a?x=1&y=2', '/b?x=1&y=2'])
  })

  test.each([
    ['comments that do not end', (page: string) => `${urlset(page)}${'<!--'.repeat(250_000)}`],
    ['entries that do not end', (page: string) => `${urlset(page)}${'<loc>'.repeat(200_000)}`],
    ['an entry of nothing but blanks', (page: string) => `${urlset(page)}<loc>a${' '.repeat(1_000_000)}`],
    ['a line of nothing but blanks', (page: string) => `${page}\n${' '.repeat(1_000_000)}x`],
    ['millions of short lines', (page: string) => `${page}\n${'x\n'.repeat(2_000_000)}`],
    ['closed comments', (page: string) => `${urlset(page)}${'a<!---->'.repeat(500_000)}`],
    ['pages of other sites', (page: string) => urlset(page, ...Array(60_000).fill('http://b.example/'))],
  ])('takes no longer than its length: %s', async (_, content) => {
    site.pages['/sitemap.xml'] = xml(content(`${site.url}/a`))
    await read()
    expect(await paths()).toEqual(['/a'])
  })

  test('preserves the text of a page that cannot be read again, and drops pages that are no longer listed', async () => {
    site.pages['/sitemap.xml'] = xml(urlset(...own('/a', '/b', '/c')))
    for (const name of ['/a', '/b', '/c']) site.pages[name] = `<title>${name}</title><p>Text of ${name}</p>`
    await read()
    site.pages['/sitemap.xml'] = xml(urlset(...own('/b', '/a')))
    site.pages['/a'] = new Response('', { status: 503 })
    site.pages['/b'] = '<title>New</title><p>Another text of b.</p>'
    app.ctx.clock.advance(1)
    await read()
    expect(await pagesOf()).toEqual([
      { url: `${site.url}/b`, title: 'New', text: 'Another text of b.' },
      { url: `${site.url}/a`, title: '/a', text: 'Text of /a' },
    ])
  })

  test('stores only pages of its own site', async () => {
    site.pages['/sitemap.xml'] = xml(
      urlset(
        'https://elsewhere.example/a',
        'javascript:alert(1)',
        'mailto:me@acme.example',
        ...own('/a#part'),
      ),
    )
    await read()
    expect(await paths()).toEqual(['/a'])
  })

  test('stores at most 5,000 pages', async () => {
    const many = Array.from({ length: 6000 }, (_, number) => `/deep/in/the/archive/${number}.pdf`)
    site.pages['/sitemap.xml'] = xml(urlset(...own(...many)))
    expect(await read()).toMatchObject({ status: 'ready', pages: 5000 })
  })

  test('reads the title and text of at most 60 pages, those with the most text first', async () => {
    const many = Array.from({ length: 80 }, (_, number) => `/page-${number}`)
    site.pages['/sitemap.xml'] = xml(urlset(...own(...many)))
    for (const name of many) site.pages[name] = `<title>${name}</title><p>${'Words. '.repeat(5)}</p>`
    site.pages['/page-7'] = `<title>Long</title><p>${'Words. '.repeat(2000)}</p>`
    await read()
    expect(site.asked.filter((each) => each.startsWith('/page'))).toHaveLength(60)
    const pages = await pagesOf()
    expect(pages).toHaveLength(60)
    expect(pages.every(({ title }) => title !== null)).toBe(true)
    expect([pages[0]?.title, pages[0]?.text?.length]).toEqual(['Long', 4000])
  })

  test('respects robots.txt', async () => {
    site.pages['/robots.txt'] = typed('text/plain', 'User-agent: *\nDisallow: /private')
    site.pages['/sitemap.xml'] = xml(urlset(...own('/a', '/private/b')))
    for (const name of ['/a', '/private/b']) site.pages[name] = '<title>T</title><p>Text</p>'
    await read()
    expect(site.asked).not.toContain('/private/b')
    expect(await pagesOf()).toEqual([{ url: `${site.url}/a`, title: 'T', text: 'Text' }])
  })

  test('finds the sitemap of a website by robots.txt, else at its default URL', async () => {
    site.pages['/'] = '<title>Acme</title>'
    site.pages['/sitemap.xml'] = xml(urlset(...own('/usual')))
    await add(site.url)
    await drain(app.ctx)
    expect(await paths()).toEqual(['/usual'])
    site.pages['/robots.txt'] = typed('text/plain', `Sitemap: ${site.url}/named.xml`)
    site.pages['/named.xml'] = xml(urlset(...own('/named')))
    app.ctx.clock.advance(1)
    await add(site.url)
    await drain(app.ctx)
    expect(await paths()).toEqual(['/named'])
  })

  test.each([
    ['a missing file', undefined, / returned status 404\.$/],
    ['a page without a sitemap', '<title>Acme</title>', / lists no pages of its own site\.$/],
    ['an empty one', xml('<urlset></urlset>'), / lists no pages of its own site\.$/],
    ['a picture', typed('image/png', 'x'), / is not readable text\.$/],
    [
      'a broken archive',
      typed('application/gzip', new Uint8Array([0x1f, 0x8b, 1, 2, 3])),
      / is malformed\.$/,
    ],
  ])('fails on %s with a sentence, and asks no second time', async (_, content, sentence) => {
    if (content !== undefined) site.pages['/sitemap.xml'] = content
    expect(await read()).toMatchObject({ status: 'failed', pages: 0, error: expect.stringMatching(sentence) })
  })

  test('retries a failing server three times, and preserves the pages of an earlier read', async () => {
    site.pages['/sitemap.xml'] = xml(urlset(...own('/a')))
    await read()
    site.pages['/sitemap.xml'] = new Response('', { status: 503 })
    site.asked.length = 0
    app.ctx.clock.advance(1)
    await add()
    for (let attempt = 0; attempt < 3; attempt++) {
      await drain(app.ctx)
      app.ctx.clock.advance(60 * 60 * 1000)
    }
    expect(site.asked.filter((each) => each === '/sitemap.xml')).toHaveLength(3)
    const error = `The sitemap at ${site.url}/sitemap.xml returned status 503.`
    expect(await list()).toMatchObject([{ status: 'ready', pages: 1, error }])
    expect(await paths()).toEqual(['/a'])
  })
})

describe('the pages that an article can link to', () => {
  test('are those of the newest sitemap, if none is given', async () => {
    site.pages['/one.xml'] = xml(urlset(...own('/one')))
    site.pages['/two.xml'] = xml(urlset(...own('/two')))
    const first = (await add(`${site.url}/one.xml`)).body.sitemap.id
    await drain(app.ctx)
    app.ctx.clock.advance(1000)
    await add(`${site.url}/two.xml`)
    await drain(app.ctx)
    expect(await paths()).toEqual(['/two'])
    expect((await pagesOf(first)).map(({ url }) => url)).toEqual(own('/one'))
    const foreign = await addProject(app.ctx, acme.id)
    expect(await findSitemapPages(app.ctx, foreign, first)).toEqual([])
  })

  test('are those that were read; others only if none was', async () => {
    const urls = own('/gone', '/here', '/empty')
    site.pages['/sitemap.xml'] = xml(urlset(...urls))
    await read()
    expect(await paths()).toEqual(['/gone', '/here', '/empty'])
    site.pages['/here'] = typed('text/html', '<title>Here</title><p>It says a lot of things.</p>')
    site.pages['/empty'] = typed('text/html', '<title>Empty</title>')
    app.ctx.clock.advance(1)
    await read()
    expect(await paths()).toEqual(['/here', '/empty'])
  })
})
