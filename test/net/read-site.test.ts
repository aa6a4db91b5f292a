import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Context } from '../../src/context.ts'
import { FetchError } from '../../src/net/fetch-error.ts'
import { readSite } from '../../src/net/read-site.ts'
import { testContext } from '../support/context.ts'
import { redirect, startSite } from '../support/site.ts'

let ctx: Context
let site: ReturnType<typeof startSite>
beforeEach(async () => {
  ctx = await testContext({ allowPrivateNetwork: true })
  site = startSite({ '/': '<title>Acme</title><p>We make anvils.</p>' })
})
afterEach(() => site.stop())

const read = (url = site.url, signal = new AbortController().signal) => readSite(ctx, url, signal)
const texts = async () => (await read()).map((page) => page.text)
const paths = async () => (await read()).map((page) => new URL(page.url).pathname)
async function failure() {
  const error = await read().then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(FetchError)
  return [error.reason, error.message]
}
const plain = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain' } })
const xml = (...urls: string[]) =>
  new Response(`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`, {
    headers: { 'content-type': 'application/xml' },
  })
const links = (...targets: string[]) => targets.map((target) => `<a href="${target}">x</a>`).join('')

describe('a page of a site', () => {
  test('is its title, its description and its text', async () => {
    site.pages['/'] =
      '<title>Acme &amp; Sons</title><meta name="Description" content="Anvils &quot;since&quot; 1920"><h1>Anvils</h1><p>For all.</p>'
    expect(await read()).toEqual([
      {
        url: `${site.url}/`,
        title: 'Acme & Sons',
        description: 'Anvils "since" 1920',
        text: 'Anvils\n\nFor all.',
      },
    ])
  })

  test('is reduced to its visible text', async () => {
    site.pages['/'] = `<html><head><title>T</title><style>.a{}</style><script>evil()</script></head><body>
      <nav><a href="/x">Menu</a></nav><h1>Anvils</h1><p>Made by <a href="https://other.example">us</a>.</p>
      <noscript>Turn on</noscript><svg><title>Logo</title><text>Drawn</text></svg><template>Later</template>
      <img src="a.png" alt="Picture"><table><tr><td>One</td><td>Two</td></tr></table></body></html>`
    expect(await texts()).toEqual(['Anvils\n\nMade by us.\n\nOne\n\nTwo'])
  })

  test('has no invisible characters', async () => {
    site.pages['/'] = '<p>An\u2060vil\u202e s\u{e0041}\u0007</p>'
    expect(await texts()).toEqual(['Anvil s'])
  })

  test('has at most 8000 characters', async () => {
    site.pages['/'] = `<p>${'anvil '.repeat(5000)}</p>`
    expect((await texts())[0]?.length).toBe(8000)
  })

  test('may be deeply nested', async () => {
    site.pages['/'] = `<p>Anvils</p>${'<div>'.repeat(100_000)}`
    expect(await texts()).toEqual(['Anvils'])
  })

  test('may be plain text', async () => {
    site.pages['/'] = plain('We make <anvils>.')
    expect(await read()).toEqual([
      { url: `${site.url}/`, title: '', description: '', text: 'We make <anvils>.' },
    ])
  })
})

describe('the pages of a site', () => {
  test('are the home page and its links, the most informative first', async () => {
    const all = ['/careers', '/news', '/docs/start', '/pricing', '/products/anvil', '/about-us']
    site.pages['/'] = `<p>Home</p>${links(...all)}`
    for (const path of all) site.pages[path] = `<p>${path}</p>`
    expect(await paths()).toEqual(['/', '/about-us', '/products/anvil', '/pricing', '/docs/start'])
  })

  test('are at most five', async () => {
    const all = Array.from({ length: 20 }, (_, n) => `/p${n}`)
    site.pages['/'] = `<p>Home</p>${links(...all)}`
    for (const path of all) site.pages[path] = '<p>x</p>'
    expect(await paths()).toHaveLength(5)
    expect(site.asked.filter((path) => path.startsWith('/p'))).toHaveLength(4)
  })

  test('are also found in the sitemap', async () => {
    site.pages['/sitemap.xml'] = xml(
      `${site.url}/about`,
      `${site.url}/nested.xml`,
      'https://other.example/about',
    )
    site.pages['/about'] = '<p>About</p>'
    expect(await paths()).toEqual(['/', '/about'])
    expect(site.asked).not.toContain('/nested.xml')
  })

  test('are also found in the sitemap that robots.txt names, on the same site only', async () => {
    site.pages['/robots.txt'] = plain('Sitemap: https://other.example/map.xml\nSitemap: /map.xml')
    site.pages['/map.xml'] = xml(`${site.url}/about`)
    site.pages['/about'] = '<p>About</p>'
    expect(await paths()).toEqual(['/', '/about'])
  })

  test('are of the same site: other hosts, other ports, files, mails and logins are skipped', async () => {
    using other = startSite({ '/company': '<p>Other</p>' })
    site.pages['/'] =
      `<p>Home</p>${links('https://other.example/about', `${other.url}/company`, 'mailto:a@b.c', '/about.pdf', '/login', '/privacy', '#about', '/')}`
    expect(await paths()).toEqual(['/'])
    expect(other.asked).toEqual([])
    expect(site.asked.toSorted()).toEqual(['/', '/robots.txt', '/sitemap.xml'])
  })

  test('are left out when they redirect off the site or to a page that was read', async () => {
    using other = startSite({ '/about': '<p>Other</p>' })
    site.pages['/'] = `<p>Home</p>${links('/about', '/product', '/pricing')}`
    site.pages['/about'] = redirect(`${other.url}/about`)
    site.pages['/product'] = redirect('/')
    site.pages['/pricing'] = '<p>Free</p>'
    expect(await paths()).toEqual(['/', '/pricing'])
  })

  test('are left out when they cannot be read', async () => {
    site.pages['/'] = `<p>Home</p>${links('/about', '/product', '/pricing', '/docs')}`
    site.pages['/about'] = new Response('x', { headers: { 'content-type': 'image/png' } })
    site.pages['/product'] = new Response('x', { status: 500 })
    site.pages['/pricing'] = redirect('/pricing')
    site.pages['/docs'] = '<p>Docs</p>'
    expect(await paths()).toEqual(['/', '/docs'])
  })

  test('are resolved from where the home page redirects to', async () => {
    site.pages['/'] = redirect('/en/')
    site.pages['/en/'] = `<base href="/en/"><p>Home</p>${links('about')}`
    site.pages['/en/about'] = '<p>About</p>'
    expect(await paths()).toEqual(['/en/', '/en/about'])
  })
})

describe('robots.txt', () => {
  test('is requested once, and first', async () => {
    site.pages['/'] = `<p>Home</p>${links('/about')}`
    await read()
    expect(site.asked.slice(0, 2)).toEqual(['/robots.txt', '/'])
    expect(site.asked.filter((path) => path === '/robots.txt')).toHaveLength(1)
  })

  test('that disallows the home page prevents all reading', async () => {
    site.pages['/robots.txt'] = plain('User-agent: *\nDisallow: /')
    expect(await failure()).toEqual([
      'refused',
      'The robots.txt of 127.0.0.1 does not allow reading this page.',
    ])
    expect(site.asked).toEqual(['/robots.txt'])
  })

  test('with rules for Herald by name is followed', async () => {
    site.pages['/robots.txt'] = plain('User-agent: *\nAllow: /\n\nUser-agent: herald\nDisallow: /about')
    site.pages['/'] = `<p>Home</p>${links('/about', '/pricing')}`
    site.pages['/pricing'] = '<p>Free</p>'
    expect(await paths()).toEqual(['/', '/pricing'])
    expect(site.asked).not.toContain('/about')
  })

  test('is followed on redirects as well, with the rules of the target host', async () => {
    using other = startSite({ '/robots.txt': plain('User-agent: *\nDisallow: /'), '/': '<p>Other</p>' })
    site.pages['/'] = redirect(`${other.url}/`)
    expect((await failure())[0]).toBe('refused')
    expect(other.asked).toEqual(['/robots.txt'])
  })

  test.each([
    ['is missing', plain('User-agent: *\nDisallow: /', 404)],
    ['is forbidden', plain('', 403)],
    ['is a web page', '<p>Disallow: /</p>'],
    ['is a picture', new Response('x', { headers: { 'content-type': 'image/png' } })],
    ['redirects in circles', redirect('/robots.txt')],
  ])('that %s allows everything', async (_how, content) => {
    site.pages['/robots.txt'] = content
    expect(await texts()).toEqual(['We make anvils.'])
  })

  test.each([500, 503, 429])(
    'that cannot be read, with status %d, allows nothing for now',
    async (status) => {
      site.pages['/robots.txt'] = plain('', status)
      expect(await failure()).toEqual([
        'unreachable',
        'The robots.txt of 127.0.0.1 cannot be read at the moment.',
      ])
      expect(site.asked).toEqual(['/robots.txt'])
    },
  )

  test('is read up to 512 kilobytes', async () => {
    const filler = `# ${'x'.repeat(97)}\n`.repeat(6000)
    site.pages['/robots.txt'] = plain(`User-agent: *\nDisallow: /about\n${filler}Disallow: /pricing\n`)
    site.pages['/'] = `<p>Home</p>${links('/about', '/pricing')}`
    site.pages['/about'] = '<p>About</p>'
    site.pages['/pricing'] = '<p>Free</p>'
    expect(await paths()).toEqual(['/', '/pricing'])
  })
})

describe('a site', () => {
  test.each([
    [404, 'missing'],
    [403, 'missing'],
    [500, 'unreachable'],
    [429, 'unreachable'],
  ])('whose home page answers with status %d returns nothing', async (status, reason) => {
    site.pages['/'] = new Response('no', { status })
    expect(await failure()).toEqual([reason, `The website ${site.url}/ returned status ${status}.`])
  })

  test('that is drawn by scripts only gives no text', async () => {
    site.pages['/'] = '<div id="root"></div><script>draw()</script>'
    expect(await failure()).toEqual(['unusable', `The website ${site.url}/ has no text without JavaScript.`])
  })

  test('that is private is not read', async () => {
    ctx = await testContext()
    expect(await failure()).toEqual(['refused', 'The host 127.0.0.1 is not on the public internet.'])
    expect(site.asked).toEqual([])
  })

  test('is left when the caller aborts', async () => {
    const controller = new AbortController()
    site.pages['/'] = `<p>Home</p>${links('/about')}`
    site.pages['/about'] = () => {
      controller.abort(new Error('Shutting down.'))
      return new Promise<Response>(() => {})
    }
    await expect(read(site.url, controller.signal)).rejects.toThrow('Shutting down.')
  })
})
