import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { approvals } from '../../../../src/features/conversations/approvals/table.ts'
import {
  agentCalls,
  agentSessions,
  agentTurns,
} from '../../../../src/features/conversations/sessions/table.ts'
import { createKey, revokeKey } from '../../../../src/features/keys/service.ts'
import { skills } from '../../../../src/features/skills/table.ts'
import { agentApp, type Line, requestsOf, sessionPath, typesOf } from '../../../support/agent.ts'
import { beforeNextBatch } from '../../../support/batches.ts'
import { drain } from '../../../support/context.ts'
import { answer, call, end, say } from '../../../support/talking.ts'

const creating = [
  call('create_skill', { name: 'tone', description: 'Ours', content: 'Be brief.' }),
  ...end('tool_calls'),
]
const resultsOf = (events: Line[]) =>
  events.filter(({ type }) => type === 'action.result').map(({ data }) => [data.status, data.result.output])
const turnsOf = async ({ ctx }: Awaited<ReturnType<typeof agentApp>>) =>
  (await ctx.db.select().from(agentTurns)).map(({ status }) => status)

test('a sweep that began before an attempt of a turn does not end it', async () => {
  const middle = Promise.withResolvers<void>()
  const app = await agentApp(async function* () {
    yield* say('Half ')
    await middle.promise
    yield* answer('and half.')
  })
  const { api, ctx, events, talking, team } = app
  const { body } = await team.call('POST', sessionPath, { message: 'Hello' })
  // The sweeps of this process report their results when released.
  const held = Promise.withResolvers<void>()
  let looks = 0
  const read = ctx.db.all.bind(ctx.db) as (query: never) => Promise<object[]>
  ctx.db.all = (async (query: never) => {
    const rows = await read(query)
    if (rows[0] && 'nextIndex' in rows[0]) {
      looks++
      await held.promise
    }
    return rows
  }) as never
  const reader = await api.handle(
    new Request(`http://localhost${sessionPath}/${body.sessionId}/stream`, {
      headers: { authorization: `Bearer ${team.key}` },
    }),
  )
  while (looks === 0) await Bun.sleep(1)
  const drained = drain(ctx)
  while (talking.talks[0]?.sent !== 1) await Bun.sleep(1)
  held.resolve()
  await new Promise(setImmediate)
  middle.resolve()
  await drained
  await reader.body?.cancel()
  expect(typesOf(await events(body.sessionId)).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
  expect(talking.talks.length).toBe(1)
})

test('a call that ends while its turn is canceled has its real result, once', async () => {
  const app = await agentApp(creating, async function* () {
    yield* say('Done')
    await new Promise(() => {})
  })
  const { begin, ctx, events, send, talking, team } = app
  const id = await begin()
  const [{ requestId }] = requestsOf(await events(id))
  const written = Promise.withResolvers<void>()
  const handle = ctx.ownApi.handle
  ctx.ownApi.handle = async (request) => {
    const response = await handle(request)
    if (request.method === 'POST') await written.promise
    return response
  }
  const sent = send(id, { inputResponses: [{ requestId, optionId: 'approve' }] })
  while ((await ctx.db.$count(skills)) === 0) await Bun.sleep(1)
  // The user cancels the call while it is running, and it ends before the cancel is written.
  beforeNextBatch(ctx, 'turn.cancelled', async () => {
    written.resolve()
    while (talking.talks.length < 2) await Bun.sleep(1)
  })
  const { body } = await team.call('POST', `${sessionPath}/${id}/cancel`)
  expect(body.status).toBe('accepted')
  await sent
  const told = await events(id)
  expect(resultsOf(told).map(([status]) => status)).toEqual(['completed'])
  expect(typesOf(told).slice(-2)).toEqual(['turn.cancelled', 'session.waiting'])
  expect((await ctx.db.select().from(agentCalls)).map(({ status }) => status)).toEqual(['completed'])
  expect((await ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual(['spent'])
})

test('a call that ends while another process claims its turn is not made again', async () => {
  const app = await agentApp(creating, answer('Done.'))
  const { begin, ctx, events, send, team } = app
  const id = await begin()
  const [{ requestId }] = requestsOf(await events(id))
  const written = Promise.withResolvers<void>()
  const handle = ctx.ownApi.handle
  let calls = 0
  ctx.ownApi.handle = async (request) => {
    const response = await handle(request)
    if (request.method === 'POST' && ++calls === 1) await written.promise
    return response
  }
  const inputResponses = [{ requestId, optionId: 'approve' }]
  await team.call('POST', `${sessionPath}/${id}`, { inputResponses })
  const first = drain(ctx)
  while (calls === 0) await Bun.sleep(1)
  // The other process has found the turn and is about to claim it when the first one writes the result of its
  // call.
  beforeNextBatch(ctx, 'attempt\\" + 1', async () => {
    written.resolve()
    while ((await ctx.db.$count(agentCalls, eq(agentCalls.status, 'completed'))) === 0) await Bun.sleep(1)
  })
  // Its jobs are taken from it, as from a dead process.
  await Promise.all([first, drain(ctx)])
  expect(calls).toBe(1)
  expect(resultsOf(await events(id)).map(([status]) => status)).toEqual(['completed'])
  expect((await send(id, { message: 'And' })).status).toBe(200)
})

test('a turn that is canceled during a call records that the result is unknown', async () => {
  const app = await agentApp(creating, answer('I will look.'))
  const { begin, ctx, events, send, talking, team } = app
  const id = await begin()
  const [{ requestId }] = requestsOf(await events(id))
  const cancelled = Promise.withResolvers<void>()
  const handle = ctx.ownApi.handle
  ctx.ownApi.handle = async (request) => {
    if (request.method === 'POST') await cancelled.promise
    return handle(request)
  }
  const sent = send(id, { inputResponses: [{ requestId, optionId: 'approve' }] })
  while ((await ctx.db.$count(agentCalls, eq(agentCalls.status, 'begun'))) === 0) await Bun.sleep(1)
  await team.call('POST', `${sessionPath}/${id}/cancel`)
  cancelled.resolve()
  await sent
  const unknown = 'The turn ended while this call was running: check its outcome before you try again.'
  expect(resultsOf(await events(id))).toEqual([['failed', unknown]])
  await send(id, { message: 'And' })
  expect(talking.talks[1]?.body.messages.at(-2).content).toBe(unknown)
})

test("a turn that continues after an owner's approval offers the tools of the narrow key that sent it", async () => {
  const { api, ctx, events, send, talking, team } = await agentApp(creating, answer('Done.'))
  const scopes = ['chats.write', 'skills.read', 'skills.write']
  const narrow = await createKey(ctx, team.id, { name: 'narrow', scopes })
  const started = await api.handle(
    new Request(`http://localhost${sessionPath}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${narrow.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'Make a skill' }),
    }),
  )
  const { sessionId } = (await started.json()) as { sessionId: string }
  await drain(ctx)
  const [{ requestId }] = requestsOf(await events(sessionId))
  await send(sessionId, { inputResponses: [{ requestId, optionId: 'approve' }] })
  const offered = talking.talks.map(({ body }) => body.tools.map((tool: any) => tool.function.name))
  expect(offered).toHaveLength(2)
  expect(offered[1]).toEqual(offered[0])
  expect(offered[1]).not.toContain('list_feedback')
  expect(resultsOf(await events(sessionId)).map(([status]) => status)).toEqual(['completed'])
})

describe('a key that is revoked', () => {
  const gone =
    'The user or API key that sent this message no longer has access. Send a new message to continue.'

  test('between the message and its turn leaves the turn without output or effect', async () => {
    const app = await agentApp(answer('Yes.'))
    const { ctx, talking, team } = app
    const { body } = await team.call('POST', sessionPath, { message: 'Hello' })
    const other = await team.person()
    await revokeKey(ctx, team.id, team.keyId)
    await drain(ctx)
    expect(talking.talks.length).toBe(0)
    const stream = await other.call('GET', `${sessionPath}/${body.sessionId}/stream?follow=false`)
    const told: Line[] = stream.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(typesOf(told).slice(3)).toEqual(['turn.failed', 'session.waiting'])
    expect(told.at(-2)?.data.message).toBe(gone)
    expect(await turnsOf(app)).toEqual(['failed'])
  })

  test('after its call was approved leaves the call undone, and records that', async () => {
    const app = await agentApp(creating, answer('Done.'))
    const { begin, ctx, events, talking, team } = app
    const id = await begin()
    const owner = await team.person()
    const [{ requestId }] = requestsOf(await events(id))
    await owner.call('POST', `${sessionPath}/${id}`, {
      inputResponses: [{ requestId, optionId: 'approve' }],
    })
    await revokeKey(ctx, team.id, team.keyId)
    await drain(ctx)
    const stream = await owner.call('GET', `${sessionPath}/${id}/stream?follow=false`)
    const told: Line[] = stream.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(typesOf(told).slice(-5)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      'turn.failed',
      'session.waiting',
    ])
    expect(resultsOf(told)).toEqual([['rejected', 'It was not done: the turn ended.']])
    expect(told.at(-2)?.data.message).toBe(gone)
    expect(await ctx.db.$count(skills)).toBe(0)
    expect((await ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual(['cancelled'])
    // The session continues for other users.
    talking.play(answer('Hello.'))
    await owner.call('POST', `${sessionPath}/${id}`, { message: 'Hello' })
    await drain(ctx)
    expect(await turnsOf(app)).toEqual(['failed', 'completed'])
  })
})

test('a pending message in a full session is recorded as canceled', async () => {
  const app = await agentApp(creating, answer('Done.'))
  const { begin, ctx, events, send } = app
  const id = await begin()
  const [{ requestId }] = requestsOf(await events(id))
  await ctx.db.update(agentSessions).set({ nextIndex: 99_995 })
  await send(id, { message: 'And', inputResponses: [{ requestId, optionId: 'approve' }] })
  expect((await ctx.db.select().from(agentSessions)).map(({ status }) => status)).toEqual(['completed'])
  expect(await turnsOf(app)).toEqual(['completed', 'cancelled'])
})

test('while a message waits for the turn that it came with answers for, no other turn begins', async () => {
  const more = [
    call('create_skill', { name: 'house', description: 'Ours', content: 'Be kind.' }),
    ...end('tool_calls'),
  ]
  const app = await agentApp(creating, more, answer('Done.'), answer('And hello.'))
  const { begin, ctx, events, send } = app
  const id = await begin()
  const [{ requestId }] = requestsOf(await events(id))
  await send(id, { message: 'Then hello', inputResponses: [{ requestId, optionId: 'approve' }] })
  const asked = await events(id)
  expect(asked.at(-2)?.type).toBe('input.requested')
  const other = await send(id, { message: 'Forget it' })
  expect([other.status, other.body.error]).toEqual([
    409,
    'A message is already being processed for this session',
  ])
  const again = [{ requestId: requestsOf(asked)[0].requestId, optionId: 'approve' }]
  expect((await send(id, { message: 'And more', inputResponses: again })).status).toBe(409)
  await send(id, { inputResponses: again })
  expect(await turnsOf(app)).toEqual(['completed', 'completed'])
  expect(typesOf(await events(id)).at(-1)).toBe('session.waiting')
  expect((await ctx.db.select().from(agentSessions))[0]?.openTurn).toBeNull()
})
