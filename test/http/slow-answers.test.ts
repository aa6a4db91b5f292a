import { expect, test } from 'bun:test'
import { answerMcpRequest } from '../../src/features/tools/mcp.ts'
import { readPreference } from '../../src/http/prefer.ts'
import { startServer } from '../../src/server.ts'
import { testApp } from '../support/app.ts'
import { atEnd } from '../support/cleanup.ts'
import { startIdleProxy } from '../support/idle-proxy.ts'
import { startModels } from '../support/models.ts'
import { planAnswer } from '../support/planning.ts'
import { freePort } from '../support/sqld.ts'
import { track } from '../support/tracking.ts'

const idle = 2000

test.each([
  ['respond-async', true, 0],
  ['respond-async, wait=20', true, 20_000],
  ['wait=5,Respond-Async', true, 5000],
  ['wait=9999', false, 50_000],
  ['return=minimal; wait=x', false, 0],
  [null, false, 0],
])('Prefer: %s is read', (prefer, isAsync, waitMilliseconds) => {
  const request = new Request('http://localhost', { headers: prefer === null ? {} : { prefer } })
  expect(readPreference(request)).toEqual({ isAsync, waitMilliseconds })
})

test('a slow plan reaches its client through a proxy that closes idle connections', async () => {
  const answer = Promise.withResolvers<object>()
  const models = startModels(() => answer.promise)
  const app = await testApp({ port: await freePort() }, models.models())
  const server = await startServer(app.ctx)
  const proxy = startIdleProxy(server.url, idle)
  atEnd(async () => {
    proxy.stop()
    await server.stop()
    models.stop()
  })
  const acme = await app.team('acme')
  const path = `/v1/projects/${await track(app.ctx, acme.id)}/geo/briefs`
  const headers = { authorization: `Bearer ${acme.key}`, 'content-type': 'application/json' }
  const plan = (topic: string, more = {}) =>
    fetch(proxy.url + path, {
      method: 'POST',
      headers: { ...headers, ...more },
      body: JSON.stringify({ topic }),
    })

  expect((await plan('one that waits')).status).toBe(504)
  const pending = await plan('one that asks again', { prefer: 'respond-async' })
  const { statusUrl, planId } = (await pending.json()) as any
  expect([pending.status, pending.headers.get('location')]).toEqual([202, statusUrl])
  expect(pending.headers.get('preference-applied')).toBe('respond-async')
  const ask = () => fetch(proxy.url + statusUrl, { headers })
  const early = await ask()
  expect([early.status, ((await early.json()) as any).planId]).toEqual([202, planId])

  answer.resolve(planAnswer())
  let late = await ask()
  while (late.status === 202) late = await ask()
  expect([late.status, await late.json()]).toMatchObject([200, { status: 'draft', brief: planAnswer() }])
})

test('a slow tool reaches its agent through a proxy that closes idle connections', async () => {
  const beat = 200
  const answer = Promise.withResolvers<{ text: string; isError: boolean }>()
  const tool = {
    ...{ name: 'slow', title: 'Slow', description: '', hints: {} },
    ...{ inputSchema: { type: 'object', properties: {} }, outputSchema: { type: 'object' } },
    call: () => answer.promise,
  }
  using server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => answerMcpRequest(request, { tools: [tool] } as never, { beat }),
  })
  const proxy = startIdleProxy(server.url.origin, idle)
  atEnd(() => proxy.stop())
  const asked = fetch(proxy.url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'slow' } }),
  })
  // Longer than the proxy waits for a silent server.
  while (proxy.chunks * beat < 1.2 * idle) await Bun.sleep(beat)
  answer.resolve({ text: 'Done.', isError: false })
  const response = await asked
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  const [, data = ''] = /^data: (.*)$/m.exec(await response.text()) ?? []
  expect(JSON.parse(data)).toMatchObject({ id: 7, result: { content: [{ text: 'Done.' }] } })
})
