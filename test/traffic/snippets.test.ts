import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Framework, frameworks, writeSnippets } from '../../src/traffic/snippets.ts'

type Received = { headers: Headers; body: Record<string, unknown> }

let received: Received[] = []
let status = 202
const ingest = Bun.serve({
  port: 0,
  async fetch(request) {
    received.push({ headers: request.headers, body: (await request.json()) as Received['body'] })
    return Response.json({ ok: true }, { status })
  },
})
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snippets-'))
  const start = join(folder, 'node_modules/@tanstack/react-start')
  await mkdir(start, { recursive: true })
  await Bun.write(
    join(start, 'package.json'),
    '{"name":"@tanstack/react-start","main":"index.js","type":"module"}',
  )
  await Bun.write(
    join(start, 'index.js'),
    'export const createMiddleware = () => ({ server: (run) => run })\nexport const createStart = (read) => read()\n',
  )
  Object.assign(globalThis, { defineNitroPlugin: (plugin: unknown) => plugin })
})

afterAll(async () => {
  Reflect.deleteProperty(globalThis, 'defineNitroPlugin')
  await ingest.stop(true)
  await rm(folder, { recursive: true, force: true })
})

/** The module of a snippet, as its framework would load it. */
async function load(framework: Framework, endpoint = ingest.url.href): Promise<any> {
  const path = join(folder, `${framework}-${Bun.randomUUIDv7()}.ts`)
  await Bun.write(path, writeSnippets(endpoint, 'the-token')[framework])
  return await import(path)
}

/** What a request to the site is answered with, after everything that the snippet left running has ended. */
type Site = (request: Request, answer?: number) => Promise<number | undefined>

const address = '192.0.2.7'
const outcome = (answer: number) => new Response('Hello', { status: answer })

/** Stand-ins for the runtimes of the frameworks: each runs a request through the snippet. */
const runtimes: Record<Framework, (module: any) => Site> = {
  next: (module) => async (request) => {
    const waiting: Promise<unknown>[] = []
    const answer = module.default(request, { waitUntil: (each: Promise<unknown>) => waiting.push(each) })
    await Promise.all(waiting)
    return answer?.status
  },
  netlify: (module) => async (request) => {
    const waiting: Promise<unknown>[] = []
    const waitUntil = (each: Promise<unknown>) => waiting.push(each)
    const answer = module.default(request, { ip: address, geo: { country: { code: 'DE' } }, waitUntil })
    await Promise.all(waiting)
    return answer?.status
  },
  nuxt: (module) => {
    const listeners: ((event: unknown) => void)[] = []
    module.default({ hooks: { hook: (_: string, run: (event: unknown) => void) => listeners.push(run) } })
    return async (request, answer = 200) => {
      const waiting: Promise<unknown>[] = []
      const url = new URL(request.url)
      const req = {
        method: request.method,
        headers: { ...Object.fromEntries(request.headers), host: url.host },
        socket: { remoteAddress: address, encrypted: true },
      }
      const node = { req, res: { statusCode: answer } }
      const waitUntil = (each: Promise<unknown>) => waiting.push(each)
      for (const listener of listeners) listener({ node, path: url.pathname + url.search, waitUntil })
      await Promise.all(waiting)
      return undefined
    }
  },
  tanstack:
    (module) =>
    async (request, answer = 200) => {
      const waiting: Promise<unknown>[] = []
      Object.assign(request, { waitUntil: (each: Promise<unknown>) => waiting.push(each) })
      const [run] = module.startInstance.requestMiddleware
      const result = await run({ request, next: async () => ({ response: outcome(answer) }) })
      await Promise.all(waiting)
      return result.response.status
    },
  astro:
    (module) =>
    async (request, answer = 200) => {
      const waiting: Promise<unknown>[] = []
      const ctx = { waitUntil: (each: Promise<unknown>) => waiting.push(each) }
      const context = { request, clientAddress: address, isPrerendered: false, locals: { runtime: { ctx } } }
      const response = await module.onRequest(context, async () => outcome(answer))
      await Promise.all(waiting)
      return response.status
    },
  sveltekit:
    (module) =>
    async (request, answer = 200) => {
      const waiting: Promise<unknown>[] = []
      const ctx = { waitUntil: (each: Promise<unknown>) => waiting.push(each) }
      const event = { request, isSubRequest: false, getClientAddress: () => address, platform: { ctx } }
      const response = await module.handle({ event, resolve: async () => outcome(answer) })
      await Promise.all(waiting)
      return response.status
    },
  hono:
    (module) =>
    async (request, answer = 200) => {
      const waiting: Promise<unknown>[] = []
      const executionCtx = { waitUntil: (each: Promise<unknown>) => waiting.push(each) }
      const c = { req: { raw: request }, res: outcome(answer), executionCtx, env: {} }
      await module.herald(c, async () => {})
      await Promise.all(waiting)
      return c.res.status
    },
  express:
    (module) =>
    async (request, answer = 200) => {
      const url = new URL(request.url)
      const req = {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        protocol: url.protocol.slice(0, -1),
        get: () => url.host,
        originalUrl: url.pathname + url.search,
        ip: address,
      }
      const finished: (() => void)[] = []
      const res = { statusCode: answer, on: (_: string, run: () => void) => finished.push(run) }
      const sent = watchFetch()
      module.herald(req, res, () => {})
      for (const run of finished) run()
      await sent()
      return res.statusCode
    },
  cloudflare:
    (module) =>
    async (request, answer = 200) => {
      const waiting: Promise<unknown>[] = []
      const ctx = {
        passThroughOnException: () => {},
        waitUntil: (each: Promise<unknown>) => waiting.push(each),
      }
      const real = globalThis.fetch
      const toOrigin = async (target: Request | string | URL, init?: RequestInit) =>
        target === request ? outcome(answer) : await real(target, init)
      globalThis.fetch = Object.assign(toOrigin, { preconnect: real.preconnect })
      try {
        Object.assign(request, { cf: { country: 'DE' } })
        const response = await module.default.fetch(request, {}, ctx)
        await Promise.all(waiting)
        return response.status
      } finally {
        globalThis.fetch = real
      }
    },
}

/** Waits for the requests that begin from now on: Express has no `waitUntil`. */
function watchFetch(): () => Promise<void> {
  const real = globalThis.fetch
  const sent: Promise<unknown>[] = []
  const watched = (...args: Parameters<typeof fetch>) => {
    const promise = real(...args)
    sent.push(promise.catch(() => {}))
    return promise
  }
  globalThis.fetch = Object.assign(watched, { preconnect: real.preconnect })
  return async () => {
    globalThis.fetch = real
    await Promise.all(sent)
  }
}

const facts = {
  'user-agent': 'GPTBot/1.3',
  accept: 'text/html',
  referer: 'https://chatgpt.com/',
  'x-forwarded-for': `${address}, 10.0.0.1`,
  'cf-connecting-ip': address,
  'signature-agent': '"https://chatgpt.com"',
  'signature-input': 'sig1=("@authority");created=1;tag="web-bot-auth"',
  signature: 'sig1=:AAAA:',
  cookie: 'session=secret',
  authorization: 'Bearer secret',
}

function request(path: string, init: RequestInit = {}): Request {
  return new Request(`https://example.com${path}`, { headers: facts, ...init })
}

test('there is a snippet for each framework, and a test of it', () => {
  expect(frameworks).toEqual([
    'next',
    'nuxt',
    'netlify',
    'tanstack',
    'astro',
    'sveltekit',
    'express',
    'hono',
    'cloudflare',
  ])
  expect(Object.keys(runtimes).sort()).toEqual([...frameworks].sort())
})

test('without a token, snippets have a placeholder for it and no other one', () => {
  for (const snippet of Object.values(writeSnippets('https://herald.example/api/geo/ingest'))) {
    expect(snippet).toContain("const token = 'YOUR_TRACKING_TOKEN'")
    expect(snippet).toContain("const endpoint = 'https://herald.example/api/geo/ingest'")
    expect(snippet).not.toContain('{{')
  }
})

describe.each(frameworks)('the snippet for %s', (framework) => {
  test('reports a page with the facts about its visitor and no other header', async () => {
    received = []
    const visit = runtimes[framework](await load(framework))
    const answer = await visit(request('/docs?x=1'), 404)
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(headers.get('authorization')).toBe('Bearer the-token')
    expect(body).toMatchObject({
      method: 'GET',
      url: 'https://example.com/docs?x=1',
      ip: address,
      userAgent: 'GPTBot/1.3',
      accept: 'text/html',
      referer: 'https://chatgpt.com/',
      signals: { clientHints: false, fetchMode: null, tracing: false },
      signature: {
        agent: facts['signature-agent'],
        input: facts['signature-input'],
        value: facts.signature,
      },
    })
    expect(Math.abs(Date.parse(String(body.timestamp)) - Date.now())).toBeLessThan(60_000)
    expect(JSON.stringify(body)).not.toContain('secret')
    // Next.js, Nuxt and Netlify answer by themselves; the first and the last do not know the status.
    if (answer !== undefined) expect(answer).toBe(404)
    if (framework !== 'next' && framework !== 'netlify') expect(body.status).toBe(404)
  })

  test('reports pages and llms.txt, and neither assets, nor /api, nor other methods', async () => {
    received = []
    const visit = runtimes[framework](await load(framework))
    const paths = ['/', '/a.html', '/llms.txt', '/docs/llms-full.txt', '/apiary', '/guide.md', '/paper.pdf']
    const skipped = [
      '/api/posts',
      '/api',
      '/_next/data/a',
      '/logo.PNG',
      '/app.js',
      '/robots.txt',
      '/sitemap.xml',
    ]
    for (const path of [...paths, ...skipped]) await visit(request(path))
    for (const method of ['POST', 'HEAD']) await visit(request('/', { method }))
    expect(received.map(({ body }) => new URL(String(body.url)).pathname)).toEqual(paths)
  })

  test('never throws, neither for a refusal nor without a server', async () => {
    received = []
    status = 401
    const refused = runtimes[framework](await load(framework))
    await refused(request('/a'))
    status = 202
    expect(received).toHaveLength(1)
    const unreachable = runtimes[framework](await load(framework, 'http://127.0.0.1:1/'))
    await unreachable(request('/a'))
  })
})
