import { afterEach, beforeEach, expect, test } from 'bun:test'
import { type Team, testApp } from '../support/app.ts'
import { framesOf, saidIn, typesOf } from '../support/chats.ts'
import { drain } from '../support/context.ts'
import { engineServer } from '../support/engine-server.ts'
import { answer, startTalking } from '../support/talking.ts'
import { track } from '../support/tracking.ts'

// Requests that agents have no tool for; test/tools/idempotency.test.ts has the others.

let endpoint: ReturnType<typeof startTalking>
let engine: ReturnType<typeof engineServer>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  endpoint = startTalking(answer('Three changes.'))
  engine = engineServer({})
  app = await testApp({}, endpoint.models(), engine.engines([{}]))
  acme = await app.team('acme')
})
afterEach(() => engine.stop())

const post = (path: string, body?: unknown, key = 'same') =>
  acme.call('POST', path, body, { 'idempotency-key': key })
const count = async (table: string) =>
  Number((await app.ctx.db.$client.execute(`select count(*) as rows from ${table}`)).rows[0]?.rows)

test('a repeated message to a new chat gets the same reply, which the model writes once', async () => {
  const first = await post('/v1/chats', { message: 'What changed?' })
  const second = await post('/v1/chats', { message: 'What changed?' })
  expect(saidIn(framesOf(second.text))).toBe(saidIn(framesOf(first.text)))
  expect(typesOf(framesOf(second.text))).toEqual(typesOf(framesOf(first.text)))
  expect(second.headers.get('x-chat-id')).toBe(first.headers.get('x-chat-id'))
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect([endpoint.talks.length, await count('chats'), await count('chat_messages')]).toEqual([1, 1, 2])
})

test('a repeated message to a chat gets the same reply, which the model writes once', async () => {
  const chatId = (await post('/v1/chats', { message: 'What changed?' }, 'first')).headers.get('x-chat-id')
  const first = await post(`/v1/chats/${chatId}`, { message: 'And before?' })
  const second = await post(`/v1/chats/${chatId}`, { message: 'And before?' })
  expect(saidIn(framesOf(second.text))).toBe(saidIn(framesOf(first.text)))
  expect([endpoint.talks.length, await count('chat_messages')]).toEqual([2, 4])
})

test('a repeated start of an agent session starts one, and a repeated message is delivered once', async () => {
  const first = await post('/v2/agent/v1/session', { message: 'What changed?' })
  const second = await post('/v2/agent/v1/session', { message: 'What changed?' })
  expect([second.status, second.text, second.headers.get('x-eve-session-id')]).toEqual([
    first.status,
    first.text,
    first.headers.get('x-eve-session-id'),
  ])
  await drain(app.ctx)
  const path = `/v2/agent/v1/session/${first.body.sessionId}`
  const sent = await post(path, { message: 'And before?' })
  await drain(app.ctx)
  expect((await post(path, { message: 'And before?' })).text).toBe(sent.text)
  await drain(app.ctx)
  expect([await count('agent_sessions'), await count('agent_turns')]).toEqual([1, 2])
})

test('a conversation that is run again with the same key starts one scan', async () => {
  const projectId = await track(app.ctx, acme.id)
  const path = `/v1/projects/${projectId}/geo/sequences`
  const { body } = await acme.call('POST', path, { name: 'Talk', steps: ['Which tools are there?'] })
  const run = () =>
    acme.call('POST', `${path}/${body.sequence.id}/run`, undefined, {
      'idempotency-key': 'same',
      prefer: 'respond-async, wait=0',
    })
  const first = await run()
  const second = await run()
  expect([second.status, second.text, second.headers.get('location')]).toEqual([
    202,
    first.text,
    first.headers.get('location'),
  ])
  expect(await count('geo_scans')).toBe(1)
})

test('tracking tokens are rotated once', async () => {
  const first = await post('/v1/geo/ingest/rotate-token')
  expect((await post('/v1/geo/ingest/rotate-token')).text).toBe(first.text)
  const { rows } = await app.ctx.db.$client.execute('select tracking_generation from organizations')
  expect(Number(rows[0]?.tracking_generation)).toBe(2)
})

test('feedback with the header is stored once, also if its process ended before the response was stored', async () => {
  const first = await post('/v1/feedback', { message: 'The export stops.' })
  await app.ctx.db.$client.execute('update idempotency_keys set status = null, lease_until = 0')
  const second = await post('/v1/feedback', { message: 'The export stops.' })
  expect(second.body).toEqual({ ...first.body, deduplicated: true })
})
