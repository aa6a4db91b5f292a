import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { generateObject } from '../../src/ai/generate.ts'
import { defineJob } from '../../src/jobs/define.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { fetchPage } from '../../src/net/fetch-page.ts'
import { startServer } from '../../src/server.ts'
import { traced } from '../../src/tracing/active.ts'
import { testApp } from '../support/app.ts'
import { recordLog } from '../support/log.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

type Sent = {
  name: string
  spanId: string
  parentSpanId?: string
  traceId: string
  status?: { code?: number }
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A collector that stores the spans it gets, with the header of each request. */
function startCollector() {
  const spans: Sent[] = []
  const tokens: (string | null)[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = (await request.json()) as any
      tokens.push(request.headers.get('x-token'))
      for (const { scopeSpans } of body.resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      return Response.json({})
    },
  })
  return { spans, tokens, url: server.url.origin, [Symbol.dispose]: () => void server.stop(true) }
}

/** A server that stores the traceparent of each request. */
function startPeer(answer: () => Response) {
  const got: (string | null)[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      got.push(request.headers.get('traceparent'))
      return answer()
    },
  })
  return { got, url: server.url.origin, [Symbol.dispose]: () => void server.stop(true) }
}

const completion = {
  choices: [{ index: 0, message: { role: 'assistant', content: '{"ok":true}' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
}

test('without a collector nothing is loaded, measured or sent', async () => {
  const app = await testApp()
  expect(app.ctx.tracing.isEnabled).toBe(false)
  expect(await traced('fetch page', {}, async () => 'result')).toBe('result')
  const loaded = Object.keys(require.cache).filter((path) => path.includes('@opentelemetry/sdk-trace'))
  expect(loaded).toEqual([])
})

test.each([
  [401, 'it returned status 401: check OTEL_EXPORTER_OTLP_HEADERS'],
  [404, 'it returned status 404: check OTEL_EXPORTER_OTLP_ENDPOINT'],
  [500, 'it returned status 500'],
])('a collector that answers %d is logged once, in a sentence without its answer', async (status, reason) => {
  using peer = startPeer(() => new Response('distinct-answer', { status }))
  const { log, lines } = recordLog()
  // The test before shows that a server without a collector does not load it.
  const { createProvider } = await import('../../src/tracing/open-telemetry.ts')
  const { start, close } = createProvider({ endpoint: peer.url, headers: {}, receivers: [] }, log)
  start('one', {}, null).end()
  await close()
  expect(lines).toMatchObject([
    {
      reason,
      msg: 'The OpenTelemetry collector accepts no traces. They are dropped until it does.',
    },
  ])
  expect(JSON.stringify(lines)).not.toContain('distinct')
})

test('requests, database calls, jobs, steps, fetches and model calls are spans of a trace', async () => {
  using collector = startCollector()
  using endpoint = startPeer(() => Response.json(completion))
  using site = startPeer(() => new Response('<p>Page</p>', { headers: { 'content-type': 'text/html' } }))
  const dataDir = temporaryFolder()
  const app = await testApp({
    port: 0,
    dataDir,
    databaseUrl: `file:${join(dataDir, 'herald.db')}`,
    allowPrivateNetwork: true,
    openaiBaseUrl: endpoint.url,
    writerModel: 'writer',
    tracing: { endpoint: collector.url, headers: { 'x-token': 'mine' }, receivers: [endpoint.url] },
  })
  const team = await app.team('distinct-slug')
  const job = defineJob('test.trace', Type.Object({}), async (ctx, _, { step }) => {
    await step('read', () => fetchPage(ctx, `${site.url}/distinct-path`, {}).then(() => null))
    await step('ask', async () => {
      const { writer } = ctx.models
      if (!writer) throw new Error('No model is set.')
      const question = { instructions: 'Answer.', prompt: 'distinct-prompt' }
      return (await generateObject(ctx, writer, Type.Object({ ok: Type.Boolean() }), question)).object
    })
  })
  await app.ctx.db.batch([job.insert(app.ctx, {})])
  await performDueJobs(app.ctx, [job])

  const server = await startServer(app.ctx)
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const headers = { authorization: `Bearer ${team.key}`, traceparent: `00-${traceId}-${spanId}-01` }
  await (await fetch(`${server.url}/v1/posts?search=distinct-search`, { headers })).text()
  await server.stop()

  const { spans } = collector
  const named = (name: string) => spans.find((span) => span.name === name)
  const parentOf = (span?: Sent) => spans.find(({ spanId }) => spanId === span?.parentSpanId)?.name
  const request = named('GET /v1/posts')
  expect([request?.traceId, request?.parentSpanId]).toEqual([traceId, spanId])
  expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } })
  expect(spans.some((span) => /^database/.test(span.name) && span.parentSpanId === request?.spanId)).toBe(
    true,
  )
  expect(parentOf(named('step'))).toBe('job test.trace')
  expect([parentOf(named('fetch page')), parentOf(named('model call'))]).toEqual(['step', 'step'])
  expect(endpoint.got).toEqual([`00-${named('model call')?.traceId}-${named('model call')?.spanId}-01`])
  expect(site.got).toEqual([null])
  expect(collector.tokens).toContain('mine')
  expect(JSON.stringify(spans)).not.toContain('distinct')
})
