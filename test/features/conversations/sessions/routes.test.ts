import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  agentSessions,
  agentSteps,
  agentTurns,
} from '../../../../src/features/conversations/sessions/table.ts'
import { organizations } from '../../../../src/features/organizations/table.ts'
import { agentApp, type Line, sessionPath } from '../../../support/agent.ts'
import { testApp } from '../../../support/app.ts'
import { drain } from '../../../support/context.ts'
import { recordStatements } from '../../../support/query-plan.ts'
import { answer, call, end } from '../../../support/talking.ts'

const invalid = { error: 'Invalid request body' }

describe('a session is refused', () => {
  test('without a key and without the scope, before other checks', async () => {
    const { anonymous, team: create } = await testApp()
    const team = await create('readers', ['chats.read'])
    for (const path of [sessionPath, '/v2/eve/v1/session', `${sessionPath}/x`, `${sessionPath}/x/cancel`]) {
      expect((await anonymous('POST', path, 'no json')).status).toBe(401)
      expect((await team.call('POST', path, {})).status).toBe(403)
    }
    expect((await anonymous('GET', `${sessionPath}/x/stream`)).status).toBe(401)
    expect((await team.call('GET', `${sessionPath}/x/stream`)).status).toBe(404)
    expect((await team.call('PUT', `${sessionPath}/x`)).status).toBe(404)
  })

  test('before anything is read if no model is configured', async () => {
    const { team: create } = await testApp()
    const { call: ask } = await create('acme')
    for (const path of [sessionPath, `${sessionPath}/x`]) {
      const { status, body } = await ask('POST', path, 'no json')
      expect([path, status, body]).toEqual([path, 503, { error: 'Agent service is not configured' }])
    }
    expect((await ask('GET', '/v2/agent-chats')).body).toEqual({ sessions: [] })
  })

  test('if zero retention is required, without a zero-retention model, as chats are', async () => {
    const { ctx, team, begin, send, events, talking } = await agentApp(answer('Yes.'))
    const id = await begin()
    const { talks } = talking
    const asked = talks.length
    await team.call('POST', `${sessionPath}/${id}`, { message: 'And now' })
    await ctx.db.update(organizations).set({ zeroDataRetention: true })
    const sentence = 'The model writer may retain what it is sent, which this organization does not allow.'
    for (const path of [sessionPath, `${sessionPath}/${id}`, '/v1/chats', '/v1/chats/none']) {
      const { status, body } = await team.call('POST', path, 'no json')
      expect([path, status, body]).toEqual([path, 503, { error: sentence }])
    }
    // A turn that had begun asks no model either, and says why.
    await drain(ctx)
    const failed = (await events(id)).at(-2)
    expect([failed?.type, failed?.data.message, talks.length]).toEqual(['turn.failed', sentence, asked])
    await ctx.db.update(organizations).set({ zeroDataRetention: false })
    expect((await send(id, { message: 'Again' })).status).toBe(200)
  })

  test.each([
    ['empty', {}],
    ['no words', { message: '' }],
    ['no text', { message: 7 }],
    ['too many words', { message: 'x'.repeat(200_001) }],
    ['a list', []],
  ])('for an invalid body: %s', async (_name, body) => {
    const { team } = await agentApp([])
    const { status, body: said } = await team.call('POST', sessionPath, body)
    expect([status, said]).toEqual([400, invalid])
  })

  test.each([
    ['empty', {}],
    ['no answers', { inputResponses: [] }],
    ['an answer to nothing', { inputResponses: [{ optionId: 'approve' }] }],
    ['too many answers', { inputResponses: Array(51).fill({ requestId: 'x', optionId: 'approve' }) }],
  ])('for an invalid message: %s', async (_name, body) => {
    const { team, begin } = await agentApp(answer('Yes.'))
    const { status, body: said } = await team.call('POST', `${sessionPath}/${await begin()}`, body)
    expect([status, said.error]).toEqual([400, invalid.error])
  })

  test('for answers to unknown questions, and for unknown options', async () => {
    const { team, begin, send, events } = await agentApp([
      call('create_skill', { name: 'tone', description: 'Ours', content: 'Be brief.' }),
      ...end('tool-calls'),
    ])
    const id = await begin()
    const unknown = await send(id, { inputResponses: [{ requestId: 'nobody', optionId: 'approve' }] })
    expect([unknown.status, unknown.body.error]).toEqual([400, 'There is no request nobody in this session'])
    const [{ requestId }] = (await events(id)).at(-2)?.data.requests ?? []
    for (const optionId of ['maybe', 'constructor']) {
      const odd = await send(id, { inputResponses: [{ requestId, optionId }] })
      const error = `Answer the request ${requestId} with approve or deny`
      expect([optionId, odd.status, odd.body.error]).toEqual([optionId, 400, error])
    }
    expect((await team.call('POST', `${sessionPath}/x y`, { message: 'Hello' })).status).toBe(400)
  })

  test('with 404 if it is unknown, before 409, without using the rate limit', async () => {
    const { team, talking } = await agentApp(answer('Yes.'))
    const { body } = await team.call('POST', sessionPath, { message: 'Hello' })
    const unknown = await team.call('POST', `${sessionPath}/unknown`, { message: 'Hello' })
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'Session not found' }])
    const busy = await team.call('POST', `${sessionPath}/${body.sessionId}`, { message: 'Hello' })
    expect([busy.status, busy.body, busy.headers.get('ratelimit-remaining')]).toEqual([
      409,
      { error: 'A message is already being processed for this session' },
      '29',
    ])
    expect(talking.talks.length).toBe(0)
  })

  test('with 429 once the organization has sent 30 in a minute, by either path', async () => {
    const { team } = await agentApp(answer('Yes.'))
    for (let sent = 0; sent < 30; sent++) {
      const path = sent % 2 === 0 ? sessionPath : '/v2/eve/v1/session'
      expect((await team.call('POST', path, { message: 'Hello' })).status).toBe(200)
    }
    const { status, body, headers } = await team.call('POST', sessionPath, { message: 'Hello' })
    expect([status, body.error, headers.get('retry-after')]).toEqual([429, 'Rate limit exceeded', '60'])
    expect(headers.get('ratelimit-limit')).toBe('30')
  })
})

test('additional fields of protocol clients are accepted and ignored', async () => {
  const { team } = await agentApp(answer('Yes.'))
  const { status, headers, body } = await team.call('POST', '/v2/eve/v1/session', {
    message: 'Hello',
    clientContext: { page: '/posts' },
    outputSchema: { type: 'object' },
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    ok: true,
    sessionId: expect.any(String),
    continuationToken: body.sessionId,
    deliveryId: expect.any(String),
  })
  expect(headers.get('x-eve-session-id')).toBe(body.sessionId)
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('the newest sessions are listed first, up to the given limit', async () => {
  const { team, begin, ctx } = await agentApp(answer('Yes.'))
  const ids: string[] = []
  for (let made = 0; made < 3; made++) {
    ids.unshift(await begin())
    ctx.clock.advance(1000)
  }
  const { body } = await team.call('GET', '/v2/agent-chats?limit=2')
  expect(body.sessions.map(({ sessionId }: { sessionId: string }) => sessionId)).toEqual(ids.slice(0, 2))
  expect(body.sessions[0]).toEqual({
    sessionId: ids[0],
    chatId: null,
    surface: 'standalone-chat',
    postId: null,
    status: 'active',
    createdAt: '2026-03-04T12:00:02.000Z',
    updatedAt: '2026-03-04T12:00:02.000Z',
  })
  for (const limit of ['0', '51', 'x'])
    expect((await team.call('GET', `/v2/agent-chats?limit=${limit}`)).body).toEqual({
      error: 'limit must be an integer from 1 to 50',
    })
})

test('one is returned with its state, and as Markdown on request', async () => {
  const { api, team, begin } = await agentApp(
    [call('list_projects', {}), ...end('tool-calls')],
    answer('There is **none**.'),
  )
  const id = await begin('Which projects\nare there?')
  const { body } = await team.call('GET', `${sessionPath}/${id}`)
  expect(body.session).toMatchObject({ sessionId: id, status: 'active', surface: 'standalone-chat' })
  const headers = { authorization: `Bearer ${team.key}`, accept: 'text/markdown' }
  const told = await api.handle(new Request(`http://localhost${sessionPath}/${id}`, { headers }))
  expect(told.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await told.text()).toBe(`# Which projects are there?

*2026-03-04T12:00:00.000Z*

## You

Which projects
are there?

## Herald

> \`list_projects\` was called with \`{}\`

There is **none**.
`)
})

test.each([19, 20, 45])(
  'a session of %d more turns is returned as Markdown, 20 turns at a time',
  async (more) => {
    const { api, ctx, team, begin } = await agentApp(answer('Yes.'))
    const id = await begin('Hello')
    const [turn] = await ctx.db.select().from(agentTurns)
    const [step] = await ctx.db.select().from(agentSteps)
    if (!turn || !step) throw new Error('The first turn is missing.')
    for (let number = 1; number <= more; number++) {
      await ctx.db.insert(agentTurns).values({ ...turn, number, message: `Question ${number}` })
      await ctx.db.insert(agentSteps).values({ ...step, turn: number, text: `Answer ${number}` })
    }
    await ctx.db.update(agentSessions).set({ turns: more + 1 })
    const sent = recordStatements(ctx.db)
    const headers = { authorization: `Bearer ${team.key}`, accept: 'text/markdown' }
    const told = await api.handle(new Request(`http://localhost${sessionPath}/${id}`, { headers }))
    const lines = (await told.text()).split('\n')
    const texts = Array.from({ length: more }, (_, at) => [`Question ${at + 1}`, `Answer ${at + 1}`]).flat()
    expect(lines.filter((line) => /^(Hello|Yes\.|Question.*|Answer.*)$/.test(line))).toEqual([
      ...['Hello', 'Yes.'],
      ...texts,
    ])
    const reads = sent.filter(({ sql }) => sql.includes('from "agent_turns"'))
    expect(reads.map(({ args }) => args)).toEqual(
      Array.from({ length: Math.ceil((more + 1) / 20) }, (_, at) => [id, 20 * at, 20 * at + 20]),
    )
  },
)

describe('a stream', () => {
  test('has its content type, and must not be cached', async () => {
    const { team, begin } = await agentApp(answer('Yes.'))
    const { headers } = await team.call('GET', `${sessionPath}/${await begin()}/stream?follow=false`)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-eve-stream-format': 'ndjson',
      'x-eve-stream-version': '25',
    })
    expect(headers.has('x-eve-stream-tail-index')).toBe(false)
  })

  test('begins at the requested index, and has the current state', async () => {
    const { team, begin, stream } = await agentApp(answer('Yes.'))
    const id = await begin()
    const lines = (await stream(id)).split('\n').slice(0, -1)
    const read = async (query: string) =>
      (await stream(id, `follow=false&${query}`)).split('\n').filter(Boolean)
    expect(await read('startIndex=0')).toEqual(lines)
    expect(await read('startIndex=4')).toEqual(lines.slice(4))
    expect(await read('startIndex=-1')).toEqual(lines.slice(-1))
    expect(await read('startIndex=-1000')).toEqual(lines)
    expect(await read('startIndex=1000')).toEqual([])
    const { headers } = await team.call(
      'GET',
      `${sessionPath}/${id}/stream?follow=false&includeTailIndex=1&streamControlVersion=1`,
    )
    expect(headers.get('x-eve-stream-tail-index')).toBe(String(lines.length - 1))
    for (const startIndex of ['x', '1.5', '1e3', '']) {
      const { status, body } = await team.call('GET', `${sessionPath}/${id}/stream?startIndex=${startIndex}`)
      expect([startIndex, status, body]).toEqual([
        startIndex,
        400,
        { error: 'startIndex must be an integer' },
      ])
    }
  })

  test('that is read while it is written equals the replay from each index, byte for byte', async () => {
    const { api, ctx, team, stream } = await agentApp(
      [call('list_projects', {}), ...end('tool-calls')],
      answer('Ein Wort, ', 'zwei Wörter, ', '三个词。'),
    )
    const { body } = await team.call('POST', sessionPath, { message: 'Ünïcode, bitte' })
    const live = await api.handle(
      new Request(`http://localhost${sessionPath}/${body.sessionId}/stream`, {
        headers: { authorization: `Bearer ${team.key}` },
      }),
    )
    const [read] = await Promise.all([readUntil(live, 'session.waiting'), drain(ctx)])
    const lines = read.split('\n').slice(0, -1)
    for (let index = 0; index <= lines.length; index++) {
      const rest = lines.slice(index).map((line) => `${line}\n`)
      expect(await stream(body.sessionId, `follow=false&startIndex=${index}`)).toBe(rest.join(''))
    }
  })

  test('ends after the end of the session', async () => {
    const { ctx, begin, send, stream, events } = await agentApp(answer('Yes.'))
    const id = await begin()
    await ctx.db.update(agentSessions).set({ nextIndex: 100_000 }).where(eq(agentSessions.id, id))
    await send(id, { message: 'Once more' })
    const text = await stream(id, 'startIndex=100000')
    const told = text
      .split('\n')
      .filter(Boolean)
      .map((line): Line => JSON.parse(line))
    expect(told.map(({ type }) => type).slice(-2)).toEqual(['turn.failed', 'session.completed'])
    expect(told.at(-2)?.data.message).toBe('This session is full. Start a new one.')
    const ended = await send(id, { message: 'And now' })
    expect([ended.status, ended.body]).toEqual([409, { error: 'This session has ended: start another one' }])
    // There are no further events, from any index.
    const last = (await events(id)).length
    for (const index of [100_000 + last, 200_000, -1])
      expect((await stream(id, `startIndex=${index}`)).split('\n').length).toBeLessThanOrEqual(2)
    expect(await events(id)).not.toBeEmpty()
  })
})

/** The stream up to an event. */
async function readUntil(response: Response, type: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(bytes, { stream: true })
    if (text.includes(`"type":"${type}"`) && text.endsWith('\n')) break
  }
  return text
}
