import { beforeEach, describe, expect, test } from 'bun:test'
import { maxLines } from '../../src/features/geo/traffic/ingest-log.ts'
import { gptBot, trafficApp } from '../support/traffic.ts'

let app: Awaited<ReturnType<typeof trafficApp>>
beforeEach(async () => {
  app = await trafficApp()
})

const line = (path = '/docs', second = 30) =>
  `20.15.240.80 - - [21/Nov/2025:15:20:${second} +0000] "GET ${path} HTTP/1.1" 404 9 "-" "${gptBot}"\n`

type Sent = {
  body?: string | Uint8Array<ArrayBuffer>
  query?: string
  token?: string
  headers?: Record<string, string>
}

async function send({ body = line(), query = '?host=acme.com', token = app.token, headers = {} }: Sent = {}) {
  const response = await app.api.handle(
    new Request(`http://localhost/api/geo/ingest/logs${query}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${token}`, ...headers },
    }),
  )
  const answer = (await response.json()) as { stored?: number; error?: string }
  return { status: response.status, headers: response.headers, body: answer }
}

describe('lines of an access log', () => {
  test('are stored once, and counted by reason', async () => {
    const body = line() + line('/logo.png') + line('/new', 31)
    const first = await send({ body })
    expect([first.status, first.body]).toMatchObject([
      200,
      { ok: true, format: 'combined', lines: 3, stored: 2, skipped: { notPage: 1, known: 0 } },
    ])
    expect(first.headers.get('cache-control')).toBe('no-store')
    expect(first.headers.get('ratelimit-remaining')).toBe('29')
    expect((await send({ body })).body).toMatchObject({ stored: 0, skipped: { known: 2 } })
    expect((await app.read('log')).log).toMatchObject([{ path: '/new' }, { path: '/docs' }])
  })

  test('may be compressed, with or without a Content-Encoding', async () => {
    const body = Bun.gzipSync(line())
    expect((await send({ body, headers: { 'content-encoding': 'gzip' } })).body.stored).toBe(1)
    expect((await send({ body: Bun.gzipSync(line('/b')) })).body.stored).toBe(1)
  })

  test('of hosts that no project tracks are not stored', async () => {
    expect((await send({ query: '?host=other.test' })).body).toMatchObject({
      stored: 0,
      skipped: { foreignHost: 1 },
    })
  })
})

describe('a request', () => {
  test.each<[string, number, string, Sent]>([
    ['a wrong token', 401, 'Unauthorized', { token: 'x', query: '?format=x' }],
    [
      'an unknown format',
      400,
      'format must be one of combined, vhost, caddy, nginx-json, cloudflare, vercel',
      { query: '?format=x' },
    ],
    ['no host in its name', 400, 'host must be a host such as docs.acme.com', { query: '?host=a%20b' }],
    [
      'another encoding',
      415,
      'Content-Encoding must be gzip or absent',
      { headers: { 'content-encoding': 'br' } },
    ],
    [
      'lines without a host',
      400,
      'These lines have no host: name it with the query parameter host',
      { query: '' },
    ],
    [
      'text that is no log',
      400,
      'The format of these lines is not known: name it with the query parameter format',
      { body: 'hello\n' },
    ],
    [
      'lines without a user agent',
      400,
      'These lines have no user agent: use the combined format of your web server',
      { body: line().replace(/ "-" .*/, '') },
    ],
    ['broken gzip', 400, 'Invalid gzip body', { body: 'no gzip', headers: { 'content-encoding': 'gzip' } }],
    ['too many lines', 413, 'A request may have at most 10000 lines', { body: '\n'.repeat(maxLines + 1) }],
    [
      'a body that inflates to more than 5 MiB',
      413,
      'The inflated body may be at most 5 MiB',
      { body: Bun.gzipSync(new Uint8Array(5 * 1024 * 1024 + 1)) },
    ],
  ])('with %s is refused', async (_, status, error, sent) => {
    const answer = await send(sent)
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })

  test('over 30 in a minute is refused', async () => {
    for (let count = 0; count < 30; count++) expect((await send({ body: '' })).status).toBe(200)
    const { status, headers } = await send()
    expect([status, headers.get('retry-after')]).toEqual([429, '60'])
  })
})
