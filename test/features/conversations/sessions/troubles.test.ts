import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { LibsqlError } from '@libsql/client/web'
import { eq, sql } from 'drizzle-orm'
import { maxReaders, openReaders } from '../../../../src/features/conversations/sessions/log/readers.ts'
import { agentEvents, agentTurns } from '../../../../src/features/conversations/sessions/table.ts'
import { createKey, revokeKey, updateKey } from '../../../../src/features/keys/service.ts'
import { apiKeys } from '../../../../src/features/keys/table.ts'
import { posts } from '../../../../src/features/posts/table.ts'
import { createShare } from '../../../../src/input-budget.ts'
import { performDueJobs } from '../../../../src/jobs/runner.ts'
import { jobs } from '../../../../src/registry.ts'
import { agentApp, type Line, requestsOf, sessionPath, typesOf } from '../../../support/agent.ts'
import { connect } from '../../../support/app.ts'
import { beforeNextBatch } from '../../../support/batches.ts'
import { engine } from '../../../support/engine.ts'
import { answer, call, end, say } from '../../../support/talking.ts'

const locked = 'The database is locked by another program: stop that program first.'
const busy = () => {
  throw new LibsqlError('database is locked', 'SQLITE_BUSY')
}
const resultsOf = (events: Line[]) =>
  events.filter(({ type }) => type === 'action.result').map(({ data }) => [data.status, data.result.output])

describe('a database that is not writable for a while', () => {
  // At any point: during output, at the end of a step, at the end of the turn.
  test.each(['message.appended', 'step.completed', 'turn.completed'])(
    'when there is %s to store has the turn retried, which streams the whole answer',
    async (type) => {
      const { begin, ctx, events, talking } = await agentApp(answer('Well, ', 'yes.'))
      beforeNextBatch(ctx, type, busy)
      const id = await begin()
      ctx.clock.advance(2000)
      await performDueJobs(ctx, jobs)
      const told = await events(id)
      expect(typesOf(told).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
      const begun = told.findLastIndex(({ type: each }) => each === 'step.started')
      const said = told.slice(begun).flatMap(({ data }) => data.messageDelta ?? [])
      expect(said.join('')).toBe('Well, yes.')
      // A finished step is not requested again.
      expect(talking.talks.length).toBe(type === 'turn.completed' ? 1 : 2)
    },
  )

  test('repeatedly fails the turn in a sentence, and streams nothing that is not stored', async () => {
    const { begin, ctx, events } = await agentApp(answer('Well.'))
    for (let time = 0; time < 3; time++) beforeNextBatch(ctx, 'message.appended', busy)
    const id = await begin()
    for (const wait of [2000, 4000]) {
      ctx.clock.advance(wait)
      await performDueJobs(ctx, jobs)
    }
    const told = await events(id)
    expect(typesOf(told).slice(-3)).toEqual(['step.failed', 'turn.failed', 'session.waiting'])
    expect(told.at(-2)?.data.message).toBe(locked)
    expect(told.some(({ type }) => type === 'message.appended')).toBe(false)
    expect(await ctx.db.$count(agentEvents)).toBe(told.length)
  })

  if (engine === 'embedded')
    test('because it is locked for five seconds loses nothing, and is readable meanwhile', async () => {
      const { ctx, stream, talking, team } = await agentApp(
        async function* () {
          yield* say('Well, ')
          await isLocked.promise
          yield* answer('yes.')
        },
        answer('Well, ', 'yes.'),
      )
      const isLocked = Promise.withResolvers<void>()
      const { body } = await team.call('POST', sessionPath, { message: 'Hello' })
      const performing = performDueJobs(ctx, jobs)
      while (!(await stream(body.sessionId)).includes('Well, ')) await Bun.sleep(1)
      const [{ file = '' } = {}] = await ctx.db.all<{ file: string }>(sql`pragma database_list`)
      using other = new Database(file)
      other.run('begin immediate')
      isLocked.resolve()
      const before = await stream(body.sessionId)
      expect(before).toContain('Well, ')
      await Bun.sleep(5000)
      expect(await stream(body.sessionId)).toBe(before)
      other.run('rollback')
      await performing
      for (
        const isRunning = eq(agentTurns.status, 'running');
        (await ctx.db.$count(agentTurns, isRunning)) > 0;
      ) {
        ctx.clock.advance(20_000)
        await performDueJobs(ctx, jobs)
      }
      const after = await stream(body.sessionId)
      expect(after).toStartWith(before)
      expect(after).toContain('"message":"Well, yes."')
      expect(talking.talks.length).toBeLessThanOrEqual(2)
    })

  test('refuses streams beyond the limit of the process, until one of them ends', async () => {
    const { api, begin, ctx, team } = await agentApp(answer('Yes.'))
    ctx.streamShare = createShare(1, 0)
    const id = await begin()
    const headers = { authorization: `Bearer ${team.key}`, 'content-type': 'application/json' }
    const open = () => api.handle(new Request(`http://localhost${sessionPath}/${id}/stream`, { headers }))
    const first = await open()
    const second = await open()
    expect([first.status, second.status, second.headers.get('retry-after')]).toEqual([200, 503, '5'])
    const body = JSON.stringify({ message: 'Hello' })
    const chat = await api.handle(new Request('http://localhost/v1/chats', { method: 'POST', headers, body }))
    expect([chat.status, await chat.json()]).toEqual([
      503,
      { error: 'The server has reached its limit of 1 open streams. Try again in a moment.' },
    ])
    await first.body?.cancel()
    expect((await open()).status).toBe(200)
    ctx.closing.abort()
    expect(ctx.streamShare.free).toBe(1)
  })

  test('releases the slots of readers that failed', async () => {
    const { api, begin, ctx, team } = await agentApp(answer('Yes.'))
    const id = await begin()
    const open = () =>
      api.handle(
        new Request(`http://localhost${sessionPath}/${id}/stream`, {
          headers: { authorization: `Bearer ${team.key}` },
        }),
      )
    const read = ctx.db.$client.read
    const streams = await Promise.all(Array.from({ length: maxReaders }, open))
    const full = await open()
    expect([full.status, full.headers.get('retry-after'), await full.json()]).toEqual([
      503,
      '5',
      { error: 'At most 256 streams can be read at a time. Try again in a moment.' },
    ])
    for (const stream of streams) {
      ctx.db.$client.read = async () => busy()
      const reader = stream.body?.getReader()
      await reader?.read()
      await expect(reader?.read()).rejects.toThrow('database is locked')
      ctx.db.$client.read = read
    }
    const again = await Promise.all(Array.from({ length: maxReaders }, open))
    expect(again.map(({ status }) => status)).toEqual(Array(maxReaders).fill(200))
    ctx.closing.abort()
  })
})

describe('a reader', () => {
  const real = performance.now
  afterEach(() => {
    performance.now = real
  })
  let ahead = 0

  /** Advances the time of readers. */
  async function pass(ctx: Parameters<typeof openReaders>[0], milliseconds: number) {
    ahead += milliseconds
    performance.now = () => real.call(performance) + ahead
    await openReaders(ctx).poll()
    await new Promise(setImmediate)
  }

  async function reading() {
    const app = await agentApp(answer('Yes.'))
    const id = await app.begin()
    const { api, team } = app
    const request = new Request(`http://localhost${sessionPath}/${id}/stream`, {
      headers: { authorization: `Bearer ${team.key}` },
    })
    const read = app.ctx.db.$client.read
    const given = Promise.withResolvers<void>()
    app.ctx.db.$client.read = async (text, values) => {
      const rows = await read(text, values)
      if (text.includes('agent_events')) setImmediate(given.resolve)
      return rows
    }
    const response = await api.handle(request)
    await given.promise
    return { ...app, id, response }
  }

  test('that reads nothing is disconnected after a minute, and resumes at its position', async () => {
    const { ctx, response, stream, id } = await reading()
    for (let seconds = 0; seconds < 120; seconds += 10) await pass(ctx, 10_000)
    const reader = response.body?.getReader()
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow('Nothing was read for a minute.')
    expect(await stream(id)).toContain('"message":"Yes."')
  })

  test('whose key is revoked is disconnected with the next heartbeat', async () => {
    const { ctx, response, team } = await reading()
    const reader = response.body?.getReader()
    await reader?.read()
    /** Its next read, however long that takes. */
    async function next() {
      let given: Awaited<ReturnType<NonNullable<typeof reader>['read']>> | undefined
      void reader?.read().then((result) => {
        given = result
      })
      while (!given) await pass(ctx, 5000)
      return given
    }
    expect(new TextDecoder().decode((await next()).value)).toBe('\n')
    await revokeKey(ctx, team.id, team.keyId)
    // An event that was in flight may still arrive.
    expect((await next()).done || (await next()).done).toBe(true)
  })
})

describe('during a turn', () => {
  const list = [call('list_projects', {}), ...end('tool_calls')]
  const refusals: [
    what: string,
    refused: string,
    act: (app: Awaited<ReturnType<typeof agentApp>>) => unknown,
  ][] = [
    ['revoked', 'Invalid API key', ({ ctx, team }) => revokeKey(ctx, team.id, team.keyId)],
    [
      'narrowed',
      'Forbidden',
      ({ ctx, team }) => updateKey(ctx, team.id, team.keyId, { scopes: ['chats.read', 'chats.write'] }),
    ],
    [
      'over',
      'Invalid API key',
      ({ ctx, team }) =>
        ctx.db.update(apiKeys).set({ expiresAt: ctx.now() }).where(eq(apiKeys.id, team.keyId)),
    ],
  ]

  test.each(refusals)('a key that is %s has its tools refused: %s', async (_what, refused, act) => {
    const app = await agentApp([])
    const { ctx, talking, team } = app
    const { key: otherKey } = await createKey(ctx, team.id, { name: 'another' })
    talking.play(async function* () {
      await act(app)
      yield* list
    }, answer('I may not.'))
    const { body } = await team.call('POST', sessionPath, { message: 'Which projects are there' })
    await performDueJobs(ctx, jobs)
    const headers = { authorization: `Bearer ${otherKey}` }
    const { text } = await team.call(
      'GET',
      `${sessionPath}/${body.sessionId}/stream?follow=false`,
      undefined,
      headers,
    )
    const told: Line[] = text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    expect(resultsOf(told)).toEqual([['failed', refused]])
    expect(talking.talks[1]?.body.messages.at(-1).content).toBe(refused)
    expect(typesOf(told).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
  })

  test('no further call runs for a user who left', async () => {
    const { ctx, talking, team } = await agentApp(answer('Yes.'))
    const person = await team.person('member', 'Ada')
    const owner = await team.person()
    const { body } = await person.call('POST', sessionPath, { message: 'Which projects are there' })
    await owner.call('DELETE', `/api/app/members/${person.id}`)
    await performDueJobs(ctx, jobs)
    const { text } = await owner.call('GET', `${sessionPath}/${body.sessionId}/stream?follow=false`)
    expect(text).toContain('The user or API key that sent this message no longer has access.')
    expect(talking.talks.length).toBe(0)
  })

  test('a deleted post is not changed, and the model gets that result', async () => {
    const { begin, ctx, events, send, talking, team } = await agentApp([])
    const at = ctx.now()
    await ctx.db.insert(posts).values({
      ...{
        id: 'post1',
        organizationId: team.id,
        contentType: 'changelog',
        status: 'draft',
        title: 'Release',
      },
      ...{ content: '<p>x</p>', markdown: 'x', createdAt: at, updatedAt: at },
    })
    talking.play(
      [call('update_post', { postId: 'post1', title: 'Faster' }), ...end('tool_calls')],
      answer('It is gone.'),
    )
    const id = await begin('Rename the post')
    const [{ requestId }] = requestsOf(await events(id))
    await team.call('DELETE', '/v1/posts/post1')
    await send(id, { inputResponses: [{ requestId, optionId: 'approve' }] })
    expect(resultsOf(await events(id))).toEqual([['failed', 'There is no post with this ID']])
    expect(typesOf(await events(id)).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
    expect(await ctx.db.$count(posts)).toBe(0)
  })

  test('a disconnected integration is reported as gone', async () => {
    const app = await agentApp([])
    const { begin, ctx, events, talking, team } = app
    const { id: integrationId } = await connect(ctx, team.id)
    talking.play(async function* () {
      await team.call('DELETE', `/v1/integrations/${integrationId}`)
      yield* [call('list_repository_events', { integrationId }), ...end('tool_calls')]
    }, answer('It is gone.'))
    const id = await begin('What happened in the repository')
    expect(resultsOf(await events(id))).toEqual([['failed', 'Integration not found']])
    expect(typesOf(await events(id)).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
  })
})

describe('a clock that jumps', () => {
  test('back by a day loses no turn and keeps the order', async () => {
    const { begin, ctx, events, send, talking } = await agentApp(
      [call('list_projects', {}), ...end('tool_calls')],
      () => {
        ctx.clock.advance(-24 * 60 * 60_000)
        return [call('list_posts', {}), ...end('tool_calls')]
      },
      answer('There is none.'),
      answer('As I said.'),
    )
    const id = await begin('Which projects are there')
    ctx.clock.advance(-60 * 60_000)
    await send(id, { message: 'Sure' })
    const told = await events(id)
    expect(typesOf(told).filter((type) => type === 'turn.completed').length).toBe(2)
    expect(typesOf(told).at(-1)).toBe('session.waiting')
    const roles = talking.talks[3]?.body.messages.map(({ role }: { role: string }) => role)
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'user'])
  })
})
