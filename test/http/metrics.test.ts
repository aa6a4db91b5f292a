import { beforeAll, describe, expect, test } from 'bun:test'
// @ts-expect-error The package has no types.
import parsePrometheus from 'parse-prometheus-text-format'
import { signBody } from '../../src/codehost/signature.ts'
import { createContext } from '../../src/context.ts'
import { serveMetrics } from '../../src/http/metrics-route.ts'
import { createRegistry, gauge } from '../../src/metrics/registry.ts'
import { connect, testApp, webhookSecret } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { pushPayload } from '../support/payloads.ts'

type Family = { name: string; type: string; metrics: { value?: string; labels?: Record<string, string> }[] }
const parse = parsePrometheus as (text: string) => Family[]

describe('GET /metrics', () => {
  let app: Awaited<ReturnType<typeof testApp>>
  const read = (headers: Record<string, string> = { authorization: 'Bearer secret-token' }) =>
    app.anonymous('GET', '/metrics', undefined, headers)
  const valuesOf = (families: Family[], name: string) =>
    families.find((family) => family.name === name)?.metrics ?? []

  beforeAll(async () => {
    app = await testApp({ metricsToken: 'secret-token' })
    const team = await app.team('distinct-slug')
    const { hook } = await connect(app.ctx, team.id, 'distinct-owner/distinct-repo')
    await team.call('GET', '/v1/posts')
    await team.call('GET', '/v1/posts/distinct-post')
    await app.anonymous('GET', '/distinct/path')
    app.ctx.metrics.request('DISTINCT', '/v1/posts', 405, 0.1)
    const body = JSON.stringify(pushPayload())
    for (const [id, signature] of [
      ['1', signBody(webhookSecret, body)],
      ['2', 'sha256=wrong'],
    ] as const)
      await app.anonymous('POST', hook, body, {
        'x-github-event': 'push',
        'x-github-delivery': `distinct-${id}`,
        'x-hub-signature-256': signature,
      })
    await app.ctx.db.run(
      `insert into jobs (name, payload, run_at, created_at) values ('distinct.unknown', '{}', 1, 1)`,
    )
    await app.ctx.db.run(
      `insert into jobs (name, payload, run_at, created_at) values ('posts.write', '{}', 9999999999999, 1)`,
    )
    await drain(app.ctx)
    app.ctx.metrics.model('writer', 'answered', { inputTokens: 7, outputTokens: 5, cents: 2 })
  })

  test('does not exist without METRICS_TOKEN', async () => {
    const other = await testApp()
    expect((await other.anonymous('GET', '/metrics')).status).toBe(404)
  })

  test('needs the token as a bearer token', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic secret-token' }]) {
      const { status, headers: sent } = await read(headers as Record<string, string>)
      expect([status, sent.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
    const { status, headers } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  })

  test('can be parsed, and measures requests, deliveries, jobs, models, the database and the process', async () => {
    const families = parse((await read()).text)
    const types = Object.fromEntries(families.map(({ name, type }) => [name, type]))
    expect(types).toMatchObject({
      herald_build_info: 'GAUGE',
      herald_http_requests_total: 'COUNTER',
      herald_http_request_duration_seconds: 'HISTOGRAM',
      herald_webhook_deliveries_total: 'COUNTER',
      herald_job_attempts_total: 'COUNTER',
      herald_job_duration_seconds: 'HISTOGRAM',
      herald_job_delay_seconds: 'HISTOGRAM',
      herald_database_duration_seconds: 'HISTOGRAM',
      herald_model_tokens_total: 'COUNTER',
      herald_jobs: 'GAUGE',
      herald_oldest_ready_job_seconds: 'GAUGE',
      herald_backup_failed: 'GAUGE',
      process_resident_memory_bytes: 'GAUGE',
    })
    expect(valuesOf(families, 'herald_http_requests_total')).toEqual(
      expect.arrayContaining([
        { value: '1', labels: { method: 'GET', route: '/v1/posts', status: '200' } },
        { value: '1', labels: { method: 'GET', route: '/v1/posts/:postId', status: '200' } },
        { value: '1', labels: { method: 'GET', route: 'none', status: '404' } },
        { value: '1', labels: { method: 'other', route: '/v1/posts', status: '405' } },
      ]),
    )
    expect(valuesOf(families, 'herald_webhook_deliveries_total')).toEqual(
      expect.arrayContaining([
        { value: '1', labels: { outcome: 'processed' } },
        { value: '1', labels: { outcome: 'rejected' } },
      ]),
    )
    expect(valuesOf(families, 'herald_job_attempts_total')).toContainEqual({
      value: '1',
      labels: { job: 'unknown', outcome: 'dead' },
    })
    expect(valuesOf(families, 'herald_jobs')).toContainEqual({
      value: '1',
      labels: { job: 'posts.write', state: 'ready' },
    })
    expect(valuesOf(families, 'herald_model_tokens_total')).toEqual([
      { value: '7', labels: { model: 'writer', kind: 'input' } },
      { value: '5', labels: { model: 'writer', kind: 'output' } },
    ])
  })

  test('names no organization, repository, path, id, method or text of a client', async () => {
    expect((await read()).text).not.toMatch(/distinct|acme/i)
  })

  test('needs no token on METRICS_LISTEN, which serves nothing else', async () => {
    const port = await new Promise<number>((resolve) => {
      const server = Bun.serve({ port: 0, fetch: () => new Response() })
      resolve(server.port as number)
      server.stop(true)
    })
    const ctx = { ...app.ctx, config: { ...app.ctx.config, metricsListen: { host: '127.0.0.1', port } } }
    const stop = serveMetrics(ctx)
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(parse(await answer.text()).length).toBeGreaterThan(10)
    expect((await fetch(`http://127.0.0.1:${port}/v1/status`)).status).toBe(404)
    stop()
  })

  test('measures nothing while nobody can read it', async () => {
    const { config } = (await testApp()).ctx
    expect(createContext(config).metrics.isEnabled).toBe(false)
  })
})

describe('a registry', () => {
  test('writes counters and cumulative histograms that a parser reads, with escaped values', () => {
    const { counter, histogram, render } = createRegistry()
    const count = counter('a_total', 'A.', ['text'])
    count(1, 'a "b"\n\\c')
    count(2, 'a "b"\n\\c')
    const observe = histogram('b_seconds', 'B.', ['kind'])
    for (const seconds of [0.0005, 0.02, 0.02, 100]) observe(seconds, 'x')
    histogram('c_seconds', 'C.', [])(1)
    const [counted, observed, plain] = parse(render()) as any[]
    expect(counted.metrics).toEqual([{ value: '3', labels: { text: 'a "b"\n\\c' } }])
    // The parser reads the buckets of a histogram only.
    expect(observed.metrics).toEqual([
      {
        buckets: {
          '0.001': '1',
          '0.005': '1',
          '0.025': '3',
          '0.1': '3',
          '0.5': '3',
          '2.5': '3',
          '10': '3',
          '60': '3',
          '+Inf': '4',
        },
      },
    ])
    expect(plain.metrics).toMatchObject([{ buckets: { '0.5': '0', '2.5': '1' } }])
    expect(render()).toContain('b_seconds_sum{kind="x"} 100.0405\nb_seconds_count{kind="x"} 4\n')
    expect(render()).toContain('c_seconds_sum 1\nc_seconds_count 1\n')
  })

  test('leaves out a gauge without values', () => {
    expect(gauge('a', 'A.', [])).toBe('')
    expect(gauge('a', 'A.', [{ value: 1.5 }])).toBe('# HELP a A.\n# TYPE a gauge\na 1.5\n')
  })
})

test('the page about metrics lists every metric, and its alert rules use no other', async () => {
  const page = await Bun.file(`${import.meta.dir}/../../docs/operations/metrics.md`).text()
  const source = await Promise.all(
    ['metrics.ts', 'gauges.ts'].map((file) =>
      Bun.file(`${import.meta.dir}/../../src/metrics/${file}`).text(),
    ),
  )
  const namesIn = (text: string) => new Set(text.match(/\b(herald|process)_[a-z]+(_[a-z]+)*(?=[`'{ ])/g))
  expect([...namesIn(page)].sort()).toEqual([...namesIn(source.join('\n'))].sort())
})
