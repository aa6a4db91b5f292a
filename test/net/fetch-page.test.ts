import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Context } from '../../src/context.ts'
import { FetchError } from '../../src/net/fetch-error.ts'
import { type FetchOptions, fetchPage } from '../../src/net/fetch-page.ts'
import { open, type SendToAddress } from '../../src/net/open.ts'
import { testContext } from '../support/context.ts'
import { redirect, startSite, toHtml } from '../support/site.ts'
import { certificate, privateKey } from './certificate.ts'

let ctx: Context
let site: ReturnType<typeof startSite>
beforeEach(async () => {
  ctx = await testContext({ allowPrivateNetwork: true, baseUrl: 'https://herald.example' })
  site = startSite({ '/': '<h1>Hello</h1>' })
})
afterEach(() => site.stop())

const publicAddress = '93.184.216.34'
const elsewhere = '93.184.216.35'

/** Public addresses that the loopback server answers; records the addresses of connections. */
function publicNetwork(resolve: (host: string) => string[]) {
  const opened: string[] = []
  const asked: string[] = []
  const toSite: SendToAddress = (url, address, request) => {
    opened.push(address)
    const local = new URL(url)
    local.port = String(site.port)
    return open(local, '127.0.0.1', request)
  }
  return {
    opened,
    asked,
    options: {
      open: toSite,
      resolve: async (host: string) => {
        asked.push(host)
        return resolve(host)
      },
    },
  }
}

async function failure(address: string, options: FetchOptions = {}, context: Context = ctx) {
  const error = await fetchPage(context, address, options).then(
    () => null,
    (thrown) => thrown,
  )
  expect(error).toBeInstanceOf(FetchError)
  return [error.reason, error.message]
}

describe('a page', () => {
  test('is returned with its final address, status, type and text', async () => {
    expect(await fetchPage(ctx, `${site.url}/#part`)).toEqual({
      url: `${site.url}/`,
      status: 200,
      contentType: 'text/html; charset=utf-8',
      text: '<h1>Hello</h1>',
    })
  })

  test("is requested with Herald's name and version", async () => {
    await fetchPage(ctx, site.url)
    const headers = site.headers[0] as Headers
    expect(headers.get('user-agent')).toMatch(/^Herald\/\d+\.\d+\.\d+ \(\+https:\/\/herald\.example\)$/)
    expect(headers.get('host')).toBe(`127.0.0.1:${site.port}`)
    expect(headers.get('cookie')).toBeNull()
    expect(headers.get('authorization')).toBeNull()
  })

  test('with an error status has no text', async () => {
    expect(await fetchPage(ctx, `${site.url}/nothing`)).toMatchObject({ status: 404, text: '' })
  })

  test.each(['image/png', 'application/octet-stream', 'application/pdf', 'application/json'])(
    'of the type %s is refused',
    async (type) => {
      site.pages['/'] = new Response('x', { headers: { 'content-type': type } })
      expect(await failure(site.url)).toEqual(['unusable', 'The page at 127.0.0.1 is not readable text.'])
    },
  )

  test.each(['text/plain', 'application/xml', 'application/rss+xml', 'application/xhtml+xml; charset=utf-8'])(
    'of the type %s is read',
    async (type) => {
      site.pages['/'] = new Response('x', { headers: { 'content-type': type } })
      expect((await fetchPage(ctx, site.url)).text).toBe('x')
    },
  )

  test.each([
    ['its header', 'text/html; charset=windows-1252', Buffer.from('caf\xe9', 'latin1')],
    ['its markup', 'text/html', Buffer.from('<meta charset="iso-8859-1">café', 'latin1')],
    [
      'its older markup',
      'text/html',
      Buffer.from('<meta content="text/html; charset=latin1">café', 'latin1'),
    ],
    ['its byte order mark', 'text/html; charset=latin1', Buffer.from('\ufeffcafé', 'utf16le')],
    ['nothing: UTF-8', 'text/html', Buffer.from('café')],
    ['a name that nobody knows: UTF-8', 'text/html; charset=klingon', Buffer.from('café')],
  ])('is decoded with the charset of %s', async (_by, type, bytes) => {
    site.pages['/'] = new Response(bytes, { headers: { 'content-type': type } })
    expect((await fetchPage(ctx, site.url)).text).toEndWith('café')
  })

  test.each([
    ['gzip', gzipSync('squeezed')],
    ['br', brotliCompressSync('squeezed')],
  ])('that is compressed with %s is read', async (encoding, bytes) => {
    site.pages['/'] = compressed(encoding, bytes)
    expect((await fetchPage(ctx, site.url)).text).toBe('squeezed')
  })

  test.each([
    ['gzip', Buffer.from('not compressed at all')],
    ['br', Buffer.from('not compressed at all')],
    ['gzip', gzipSync('squeezed').subarray(0, 20)],
  ])('whose %s cannot be undone is refused', async (encoding, bytes) => {
    site.pages['/'] = compressed(encoding, bytes)
    expect(await failure(site.url)).toEqual(['unusable', 'The response of 127.0.0.1 is malformed.'])
  })

  test.each(['zstd', 'gzip, gzip'])('that is compressed with %s is refused', async (encoding) => {
    site.pages['/'] = compressed(encoding, gzipSync('x'))
    expect(await failure(site.url)).toEqual([
      'unusable',
      `The page at 127.0.0.1 is compressed as ${encoding}.`,
    ])
  })
})

const compressed = (encoding: string, bytes: Uint8Array) =>
  new Response(bytes, { headers: { 'content-type': 'text/html', 'content-encoding': encoding } })

describe('the size', () => {
  test('is capped while an endless page is read', async () => {
    let sent = 0
    site.pages['/'] = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            controller.enqueue(new Uint8Array(65_536).fill(97))
            sent++
          },
        }),
        { headers: { 'content-type': 'text/html' } },
      )
    expect(await failure(site.url)).toEqual([
      'unusable',
      'The page at 127.0.0.1 is larger than 2097152 bytes.',
    ])
    expect(sent).toBeGreaterThan(30)
  })

  test.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
  ])('is limited after decompression: a %s bomb is refused', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000)
    site.pages['/'] = compressed(encoding, bomb)
    expect(await failure(site.url)).toEqual([
      'unusable',
      'The page at 127.0.0.1 is larger than 2097152 bytes.',
    ])
  })

  test('waits until the pages in progress leave memory for it', async () => {
    const { pages } = ctx.inputBudget
    const held = pages.take(pages.bytes)
    let isFetched = false
    const fetching = fetchPage(ctx, site.url).then(() => {
      isFetched = true
    })
    for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate)
    expect([isFetched, site.asked]).toEqual([false, []])
    held?.[Symbol.dispose]()
    await fetching
    expect(pages.free).toBe(pages.bytes)
  })

  test('is decoded correctly if a character spans two slices', async () => {
    const text = `${'x'.repeat(512 * 1024 - 1)}é`
    site.pages['/'] = text
    expect((await fetchPage(ctx, site.url)).text).toBe(text)
  })

  test('truncates the text on request', async () => {
    site.pages['/'] = 'abcdef'
    expect((await fetchPage(ctx, site.url, { maxBytes: 3, cut: true })).text).toBe('abc')
    expect((await fetchPage(ctx, site.url, { maxBytes: 6 })).text).toBe('abcdef')
    expect((await failure(site.url, { maxBytes: 5 }))[0]).toBe('unusable')
  })
})

describe('the time', () => {
  test('is limited for the whole body, however often 20 bytes of it arrive', async () => {
    site.pages['/'] = () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            await new Promise(setImmediate)
            controller.enqueue(new Uint8Array(20))
          },
        }),
        { headers: { 'content-type': 'text/html' } },
      )
    expect(await failure(site.url, { timeoutMilliseconds: 50, maxBytes: 2 ** 30 })).toEqual([
      'unreachable',
      'The host 127.0.0.1 did not answer within 0.05 seconds.',
    ])
  })

  test.each([
    ['the answer', () => new Promise<Response>(() => {})],
    [
      'the body',
      () =>
        new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) }), {
          headers: { 'content-type': 'text/html' },
        }),
    ],
  ])('is limited while %s is awaited', async (_what, content) => {
    site.pages['/'] = content
    expect(await failure(site.url, { timeoutMilliseconds: 50 })).toEqual([
      'unreachable',
      'The host 127.0.0.1 did not answer within 0.05 seconds.',
    ])
  })

  test('is capped while the name is resolved', async () => {
    const resolve = () => new Promise<string[]>(() => {})
    expect(await failure('http://acme.com/', { resolve, timeoutMilliseconds: 50 })).toEqual([
      'unreachable',
      'The host acme.com did not answer within 0.05 seconds.',
    ])
  })

  test('is shared by all redirects', async () => {
    site.pages['/'] = redirect('/next')
    site.pages['/next'] = () => new Promise<Response>(() => {})
    expect((await failure(site.url, { timeoutMilliseconds: 500 }))[0]).toBe('unreachable')
    expect(site.asked).toEqual(['/', '/next'])
  })

  test("ends early when the caller aborts, with the caller's reason", async () => {
    const controller = new AbortController()
    site.pages['/'] = () => {
      controller.abort(new Error('Shutting down.'))
      return new Promise<Response>(() => {})
    }
    await expect(fetchPage(ctx, site.url, { signal: controller.signal })).rejects.toThrow('Shutting down.')
  })
})

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('with status %d are followed by Herald', async (status) => {
    site.pages['/'] = redirect('/a', status)
    site.pages['/a'] = redirect(`${site.url}/b?c`, status)
    site.pages['/b'] = 'There'
    expect(await fetchPage(ctx, site.url)).toMatchObject({ url: `${site.url}/b?c`, text: 'There' })
  })

  test('are followed five times', async () => {
    for (let n = 0; n < 6; n++) site.pages[`/${n}`] = redirect(`/${n + 1}`)
    site.pages['/6'] = 'There'
    expect((await fetchPage(ctx, `${site.url}/1`)).text).toBe('There')
    expect(await failure(`${site.url}/0`)).toEqual([
      'unusable',
      'The page at 127.0.0.1 redirects more than 5 times.',
    ])
  })

  test.each([
    ['another scheme', 'file:///etc/passwd', 'The URL must begin with http or https.'],
    ['credentials', 'http://user:secret@acme.com/', 'The URL must not contain a user name or a password.'],
  ])('to %s are refused', async (_kind, location, message) => {
    site.pages['/'] = redirect(location)
    expect(await failure(site.url)).toEqual(['refused', message])
  })

  test('are shown to the caller, who may refuse them', async () => {
    site.pages['/'] = redirect('/secret')
    const seen: string[] = []
    const permit = async ({ pathname }: URL) => {
      seen.push(pathname)
      if (pathname === '/secret') throw new FetchError('refused', 'Not there.')
    }
    expect(await failure(site.url, { permit })).toEqual(['refused', 'Not there.'])
    expect(seen).toEqual(['/', '/secret'])
    expect(site.asked).toEqual(['/'])
  })
})

describe('a host', () => {
  let strict: Context
  beforeEach(async () => {
    strict = await testContext()
  })

  test('that is public is connected to by the checked address', async () => {
    const network = publicNetwork(() => [publicAddress])
    const page = await fetchPage(strict, 'http://acme.com/', network.options)
    expect(page).toMatchObject({ url: 'http://acme.com/', text: '<h1>Hello</h1>' })
    expect(network.opened).toEqual([publicAddress])
    expect(site.headers[0]?.get('host')).toStartWith('acme.com')
  })

  test('that has a private address among public ones is refused', async () => {
    for (const addresses of [['10.0.0.1'], [publicAddress, '127.0.0.1'], ['::1', publicAddress]]) {
      const network = publicNetwork(() => addresses)
      expect(await failure('http://acme.com/', network.options, strict)).toEqual([
        'refused',
        'The host acme.com is not on the public internet.',
      ])
      expect(network.opened).toEqual([])
    }
  })

  test('is resolved once for a connection: later changes do not matter', async () => {
    const answers = [[publicAddress], ['127.0.0.1']]
    const network = publicNetwork(() => answers.shift() ?? ['127.0.0.1'])
    await fetchPage(strict, 'http://acme.com/', network.options)
    expect(network.opened).toEqual([publicAddress])
    expect(network.asked).toEqual(['acme.com'])
  })

  test('gets its connection at the address of the first answer, on the real socket', async () => {
    const wrong = startSite({ '/': 'rebound' }, '127.0.0.2', site.port)
    try {
      const answers = [['127.0.0.1'], ['127.0.0.2']]
      const resolve = async () => answers.shift() ?? ['127.0.0.2']
      const { text } = await fetchPage(ctx, `http://acme.com:${site.port}/`, { resolve })
      expect(text).toBe('<h1>Hello</h1>')
      expect(wrong.asked).toEqual([])
      expect(answers).toHaveLength(1)
    } finally {
      wrong.stop()
    }
  })

  test('that turned private between two redirects is refused', async () => {
    site.pages['/'] = redirect('/next')
    site.pages['/next'] = 'secret'
    const answers = [[publicAddress], ['169.254.169.254']]
    const network = publicNetwork(() => answers.shift() ?? [])
    expect(await failure('http://acme.com/', network.options, strict)).toEqual([
      'refused',
      'The host acme.com is not on the public internet.',
    ])
    expect(site.asked).toEqual(['/'])
  })

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::1]/',
    'http://169.254.169.254/',
    'http://localhost/',
    'http://inside.acme.com/',
  ])('that is private is not reached through a redirect to %s', async (location) => {
    site.pages['/'] = redirect(location)
    const network = publicNetwork((host) => (host === 'acme.com' ? [publicAddress] : ['10.1.2.3']))
    const [reason] = await failure('http://acme.com/', network.options, strict)
    expect(reason).toBe('refused')
    expect(network.opened).toEqual([publicAddress])
  })

  test('is tried at its next address when one is broken', async () => {
    const resolve = async () => ['127.0.0.3', '127.0.0.1']
    expect((await fetchPage(ctx, `http://acme.com:${site.port}/`, { resolve })).text).toBe('<h1>Hello</h1>')
  })

  test('is tried over IPv4 first', async () => {
    const network = publicNetwork(() => ['2606:4700::1111', elsewhere])
    await fetchPage(strict, 'http://acme.com/', network.options)
    expect(network.opened).toEqual([elsewhere])
  })

  test('that does not exist is an error', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
    expect(await failure('http://acme.com/', { resolve })).toEqual([
      'missing',
      'The host acme.com does not exist.',
    ])
    expect(await failure('http://acme.com/', { resolve: async () => [] })).toEqual([
      'missing',
      'The host acme.com does not exist.',
    ])
  })

  test('whose name server is silent may be retried', async () => {
    const resolve = async () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }))
    expect(await failure('http://acme.com/', { resolve })).toEqual([
      'unreachable',
      'The name acme.com cannot be resolved.',
    ])
  })

  test('that refuses the connection may be retried', async () => {
    site.stop()
    expect(await failure(site.url)).toEqual(['unreachable', 'The host 127.0.0.1 cannot be reached.'])
  })

  test('on the loopback is found with the system resolver', async () => {
    expect((await fetchPage(ctx, `http://localhost:${site.port}/`)).text).toBe('<h1>Hello</h1>')
  })
})

describe('over TLS', () => {
  let secure: ReturnType<typeof Bun.serve>
  beforeEach(() => {
    secure = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      tls: { cert: certificate, key: privateKey },
      fetch: (request) => toHtml(`for ${request.headers.get('host')}`),
    })
  })
  afterEach(() => secure.stop(true))
  const resolve = async () => ['127.0.0.1']

  test('the certificate is checked against the name, not the address', async () => {
    const page = await fetchPage(ctx, `https://site.test:${secure.port}/`, { resolve, ca: certificate })
    expect(page.text).toBe(`for site.test:${secure.port}`)
  })

  test('a certificate of another name is refused', async () => {
    expect(await failure(`https://other.test:${secure.port}/`, { resolve, ca: certificate })).toEqual([
      'unusable',
      'The certificate of other.test is not valid.',
    ])
  })

  test('a self-signed certificate is refused', async () => {
    expect(await failure(`https://site.test:${secure.port}/`, { resolve })).toEqual([
      'unusable',
      'The certificate of site.test is not valid.',
    ])
  })

  test('a certificate is not valid for the bare address', async () => {
    expect((await failure(secure.url.href, { ca: certificate }))[0]).toBe('unusable')
  })
})
