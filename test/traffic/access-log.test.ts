import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { detectLogFormat, type LogFormat, logFormats, readLogLine } from '../../src/traffic/access-log.ts'

const combined = (parts: { user?: string; request?: string; referer?: string; agent?: string } = {}) =>
  `66.249.66.1 - ${parts.user ?? '-'} [21/Nov/2026:15:20:30 +0100] "${parts.request ?? 'GET /docs?x=1 HTTP/1.1'}" 404 123 "${parts.referer ?? 'https://chatgpt.com/'}" "${parts.agent ?? 'GPTBot/1.3'}"`

const at = '2026-11-21T14:20:30.000Z'
const caddy = (more = {}) => ({
  level: 'info',
  ts: Date.parse(at) / 1000,
  logger: 'http.log.access.log0',
  request: {
    remote_ip: '10.0.0.1',
    client_ip: '66.249.66.1',
    method: 'GET',
    host: 'example.com:443',
    uri: '/docs?x=1',
    headers: { 'User-Agent': ['GPTBot/1.3'], Referer: ['https://chatgpt.com/'] },
    tls: {},
  },
  status: 404,
  ...more,
})
const nginx = (more = {}) => ({
  time_iso8601: '2026-11-21T15:20:30+01:00',
  remote_addr: '66.249.66.1',
  request: 'GET /docs?x=1 HTTP/2.0',
  host: 'example.com',
  scheme: 'https',
  status: '404',
  http_user_agent: 'GPTBot/1.3',
  http_referer: 'https://chatgpt.com/',
  ...more,
})
const cloudflare = (more = {}) => ({
  ClientIP: '66.249.66.1',
  EdgeStartTimestamp: at,
  ClientRequestHost: 'example.com',
  ClientRequestURI: '/docs?x=1',
  ClientRequestMethod: 'GET',
  ClientRequestScheme: 'https',
  ClientRequestUserAgent: 'GPTBot/1.3',
  ClientRequestReferer: 'https://chatgpt.com/',
  ClientCountry: 'us',
  EdgeResponseStatus: 404,
  RayID: '8e2',
  ...more,
})
const vercel = (proxy = {}) => ({
  id: '1',
  deploymentId: 'dpl_1',
  requestId: 'req_1',
  proxy: {
    timestamp: Date.parse(at),
    method: 'GET',
    host: 'example.com',
    path: '/docs?x=1',
    userAgent: ['GPTBot/1.3'],
    referer: 'https://chatgpt.com/',
    statusCode: 404,
    clientIp: '66.249.66.1',
    ...proxy,
  },
})

const lines: Record<LogFormat, string> = {
  combined: combined(),
  vhost: `example.com:443 ${combined()}`,
  caddy: JSON.stringify(caddy()),
  'nginx-json': JSON.stringify(nginx()),
  cloudflare: JSON.stringify(cloudflare()),
  vercel: JSON.stringify(vercel()),
}

describe.each([...logFormats])('the format %s', (format) => {
  test('is detected, and a line is read', () => {
    expect(detectLogFormat(['', 'a broken line', lines[format], lines[format]])).toBe(format)
    expect(readLogLine(format, lines[format])).toEqual([
      {
        at: new Date(at),
        ip: '66.249.66.1',
        method: 'GET',
        host: format === 'combined' ? null : 'example.com',
        scheme: format === 'combined' ? null : 'https',
        target: '/docs?x=1',
        status: 404,
        userAgent: 'GPTBot/1.3',
        referer: 'https://chatgpt.com/',
        country: format === 'cloudflare' ? 'us' : null,
        requestId: { cloudflare: '8e2', vercel: 'req_1' }[format as string] ?? null,
      },
    ])
  })

  test('a line cut at any character never throws, and has no request until its fields are complete', () => {
    const line = lines[format]
    for (let length = 0; length < line.length; length++)
      expect([length, readLogLine(format, line.slice(0, length))]).toEqual([length, null])
  })

  test('any text is read without an exception', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readLogLine(format, text)))
    fc.assert(fc.property(fc.json(), (text) => void readLogLine(format, text)))
  })
})

describe('combined lines', () => {
  const read = (parts: Parameters<typeof combined>[0]) => readLogLine('combined', combined(parts))?.[0]

  test.each([
    ['a quote of nginx', String.raw`a\x22b`, 'a"b'],
    ['a quote of Apache', String.raw`a\"b`, 'a"b'],
    ['a backslash of Apache', String.raw`a\\b`, 'a\\b'],
    ['UTF-8 bytes of nginx', String.raw`caf\xC3\xA9`, 'café'],
    ['a tab', String.raw`a\tb`, 'a\tb'],
    ['no value', '-', null],
  ])('read %s', (_, written, expected) => {
    expect(read({ agent: written })?.userAgent).toBe(expected)
  })

  test('may have spaces in the user, and a whole URL as target', () => {
    expect(read({ user: 'Jane Doe' })?.ip).toBe('66.249.66.1')
    expect(read({ request: 'GET http://example.com:8080/a?b=1 HTTP/1.1' })).toMatchObject({
      target: '/a?b=1',
      // Requests to a proxy are for other hosts than the one whose log it is.
      host: 'example.com',
    })
  })

  test.each([
    ['bytes of TLS', String.raw`\x16\x03\x01`],
    ['an empty request', '-'],
    ['no path', 'OPTIONS * HTTP/1.1'],
  ])('with %s have no request', (_, request) => {
    expect(read({ request })).toBeUndefined()
  })

  test('of the common format have no user agent, which is detected', () => {
    const line = '66.249.66.1 - - [21/Nov/2026:15:20:30 +0000] "GET / HTTP/1.1" 200 123'
    expect(detectLogFormat([line])).toBe('common')
    expect(detectLogFormat(['hello', 'world'])).toBeNull()
    expect(detectLogFormat([])).toBeNull()
  })
})

describe('JSON lines', () => {
  test.each([
    ['seconds', 1_763_734_830, 1_763_734_830_000],
    ['seconds with a fraction', 1_763_734_830.5, 1_763_734_830_500],
    ['milliseconds', 1_763_734_830_123, 1_763_734_830_123],
    ['nanoseconds', 1_763_734_830_123e6, 1_763_734_830_123],
    ['nanoseconds as text', '1763734830123456789', 1_763_734_830_123],
  ])('may have their time in %s', (_, EdgeStartTimestamp, expected) => {
    const [entry] = readLogLine('cloudflare', JSON.stringify(cloudflare({ EdgeStartTimestamp }))) ?? []
    expect(entry?.at.getTime()).toBe(expected)
  })

  test.each(['1e999', `"${'9'.repeat(400)}"`])('with the time %s are refused', (time) => {
    const log = JSON.stringify(cloudflare({ EdgeStartTimestamp: 0 })).replace(
      '"EdgeStartTimestamp":0',
      `"EdgeStartTimestamp":${time}`,
    )
    expect(readLogLine('cloudflare', log)).toBeNull()
  })

  test('of Vercel may be a list, and a revalidation in the background is left out', () => {
    const list = [vercel(), vercel({ statusCode: -1 }), vercel({ path: '/b' })]
    expect(readLogLine('vercel', JSON.stringify(list))?.map(({ target }) => target)).toEqual([
      '/docs?x=1',
      '/b',
    ])
    expect(readLogLine('vercel', JSON.stringify(vercel({ statusCode: -1 })))).toBeNull()
  })

  test('of Caddy without headers are read, and other entries of Caddy are not', () => {
    const request = { ...caddy().request, headers: undefined }
    expect(readLogLine('caddy', JSON.stringify(caddy({ request })))?.[0]?.userAgent).toBeNull()
    expect(readLogLine('caddy', JSON.stringify(caddy({ logger: 'tls' })))).toBeNull()
  })
})

describe('the names of the fields of nginx JSON', () => {
  const expected = readLogLine('nginx-json', JSON.stringify(nginx()))

  test('may be common ones', () => {
    const { request: _, http_user_agent, http_referer, remote_addr, host, time_iso8601, ...rest } = nginx()
    const line = {
      ...{ ...rest, method: 'GET', uri: '/docs?x=1', vhost: host, client_ip: remote_addr },
      ...{ user_agent: http_user_agent, referrer: http_referer, '@timestamp': time_iso8601 },
    }
    expect(detectLogFormat([JSON.stringify(line)])).toBe('nginx-json')
    expect(readLogLine('nginx-json', JSON.stringify(line))).toEqual(expected)
  })

  test('may be chosen', () => {
    const { http_user_agent, host, request, ...rest } = nginx()
    const line = JSON.stringify({
      ...rest,
      ua: http_user_agent,
      site: host,
      asked: request,
      host: 'other.test',
    })
    expect(readLogLine('nginx-json', line)).toBeNull()
    const names = { agent: 'ua', host: 'site', request: 'asked' }
    expect(readLogLine('nginx-json', line, names)).toEqual(expected)
  })

  test('that a line lacks leave the field empty', () => {
    const line = JSON.stringify(nginx())
    expect(readLogLine('nginx-json', line, { referer: 'toString' })?.[0]?.referer).toBeNull()
  })
})
