import { describe, expect, test } from 'bun:test'
import { performDueJobs } from '../../../../src/jobs/runner.ts'
import { jobs } from '../../../../src/registry.ts'
import { agentApp, type Line, requestsOf, sessionPath, typesOf } from '../../../support/agent.ts'
import { planOf, recordStatements } from '../../../support/query-plan.ts'
import { answer, call, end } from '../../../support/talking.ts'

// The dashboard's data about sessions and their pending approvals.

const calls = (name: string, input: unknown) => [call(name, input), ...end('tool-calls')]

/** A team with a user, and a feedback entry that a model may ask to archive. */
async function withPerson(...scripts: Parameters<typeof agentApp>) {
  const app = await agentApp(...scripts)
  const { body } = await app.team.call('POST', '/v1/feedback', {
    message: 'It broke.',
    title: 'It broke',
    kind: 'bug',
    sentiment: 'negative',
  })
  const feedbackId: string = body.feedback.id
  return {
    ...app,
    person: await app.team.person('member', 'Jonas'),
    feedbackId,
    perform: () => performDueJobs(app.ctx, jobs),
    archive: calls('update_feedback_status', { feedbackId, status: 'archived' }),
    statusNow: async () =>
      (await app.team.call('GET', `/v1/feedback/${feedbackId}`)).body.feedback.status as string,
  }
}

const answerOf = (events: Line[], optionId: 'approve' | 'deny', text?: string) => ({
  inputResponses: requestsOf(events).map(({ requestId }) => ({ requestId, optionId, text })),
})

describe('the list of sessions', () => {
  test('has the status, author and first message of each', async () => {
    const { archive, begin, talking, person, ctx, perform } = await withPerson()
    talking.play(answer('Done.'))
    await begin(`# Two ${'very '.repeat(30)}long words`)
    ctx.clock.advance(1000)
    talking.play(archive)
    await begin('Archive it')
    ctx.clock.advance(1000)
    talking.play(new Response('no', { status: 400 }))
    await begin('Fail')
    for (const wait of [2000, 4000]) {
      ctx.clock.advance(wait)
      await perform()
    }
    talking.play(answer('Done.'))
    const { body: begun } = await person.call('POST', sessionPath, { message: 'Hello' })
    const { status, body } = await person.call('GET', '/api/app/agent-sessions')
    expect(status).toBe(200)
    expect(
      body.sessions.map(({ title, state, startedBy }: any) => [title.slice(0, 12), state, startedBy]),
    ).toEqual([
      ['Hello', 'working', 'Jonas'],
      ['Fail', 'failed', 'test'],
      ['Archive it', 'waiting', 'test'],
      ['# Two very v', 'active', 'test'],
    ])
    expect(body.sessions[3].title).toBe(`# Two ${'very '.repeat(14).trim()}…`)
    expect(body.sessions[0]).toEqual({
      id: begun.sessionId,
      title: 'Hello',
      state: 'working',
      turns: 1,
      startedBy: 'Jonas',
      createdAt: ctx.now().toISOString(),
      updatedAt: ctx.now().toISOString(),
    })
    expect(body.pagination).toMatchObject({ currentPage: 1, totalPages: 1, totalItems: 4 })
  })

  test('is paged, and has only those of the own organization', async () => {
    const { begin, person, ctx, addTeam } = await withPerson(answer('Done.'))
    await begin('One')
    ctx.clock.advance(1000)
    await begin('Two')
    const pageOf = async (page: number) =>
      (await person.call('GET', `/api/app/agent-sessions?limit=1&page=${page}`)).body
    expect((await pageOf(1)).sessions.map(({ title }: any) => title)).toEqual(['Two'])
    expect((await pageOf(2)).sessions.map(({ title }: any) => title)).toEqual(['One'])
    expect((await pageOf(2)).pagination).toMatchObject({ totalItems: 2, nextPage: null, previousPage: 1 })
    const stranger = await (await addTeam('other')).person('owner', 'stranger')
    expect((await stranger.call('GET', '/api/app/agent-sessions')).body.sessions).toEqual([])
    const missing = await stranger.call('GET', `/api/app/agent-sessions/${(await pageOf(1)).sessions[0].id}`)
    expect([missing.status, missing.body]).toEqual([404, { error: 'Session not found' }])
  })
})

describe('the list of pending approvals', () => {
  test('is sorted oldest first, and counted', async () => {
    const { archive, begin, talking, person, ctx, events } = await withPerson()
    talking.play(archive)
    const first = await begin('Archive it')
    ctx.clock.advance(1000)
    const second = await begin('Archive it again')
    const { body } = await person.call('GET', '/api/app/approvals?limit=1')
    const [request] = requestsOf(await events(first))
    expect(body.approvals).toEqual([
      {
        id: request.requestId,
        conversationKind: 'session',
        conversationId: first,
        tool: 'update_feedback_status',
        prompt: request.prompt,
        askedBy: 'test',
        obstacle: null,
        isChanged: false,
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    expect(body.pagination).toMatchObject({ totalItems: 2, nextPage: 2 })
    const next = await person.call('GET', '/api/app/approvals?limit=1&page=2')
    expect(next.body.approvals[0].conversationId).toBe(second)
    expect((await person.call('GET', '/api/app/approvals/count')).body).toEqual({ count: 2 })
    expect((await person.call('GET', `/api/app/agent-sessions/${first}`)).body.waiting).toEqual([
      { id: request.requestId, obstacle: null },
    ])
    const path = `/api/app/approvals/${request.requestId}`
    expect((await person.call('GET', path)).body).toEqual({
      approval: { ...body.approvals[0], status: 'open', refused: null },
    })
    const missing = await person.call('GET', '/api/app/approvals/nothing')
    expect([missing.status, missing.body.error]).toEqual([404, 'Approval not found'])
    ctx.clock.advance(25 * 60 * 60 * 1000)
    expect((await person.call('GET', path)).body.approval.status).toBe('expired')
    expect((await person.call('GET', '/api/app/approvals/count')).body).toEqual({ count: 0 })
  })
})

test('the list of pending approvals marks those whose record changed since the request', async () => {
  const { archive, begin, talking, person, feedbackId } = await withPerson()
  talking.play(archive)
  await begin('Archive it')
  await person.call('PATCH', `/v1/feedback/${feedbackId}`, { status: 'resolved' })
  const { body } = await person.call('GET', '/api/app/approvals')
  expect(body.approvals).toMatchObject([{ tool: 'update_feedback_status', isChanged: true }])
})

describe('an answer in the dashboard, without a configured model', () => {
  async function waitingWithoutModel() {
    const app = await withPerson()
    app.talking.play(app.archive)
    const id = await app.begin('Archive it')
    const asked = await app.events(id)
    app.ctx.models = { ...app.ctx.models, writer: null }
    return { ...app, id, asked }
  }

  test.each([
    ['with its reason', 'Not yet.', 'A person denied this call: Not yet.'],
    ['without a reason', undefined, 'A person denied this call.'],
  ])('denies %s; the turn ends with the sentence about the missing setting', async (_, reason, message) => {
    const { id, asked, person, perform, events, statusNow } = await waitingWithoutModel()
    const { status } = await person.call(
      'POST',
      `/api/app/agent-sessions/${id}/answers`,
      answerOf(asked, 'deny', reason),
    )
    expect(status).toBe(200)
    await perform()
    const told = (await events(id)).slice(asked.length)
    expect(typesOf(told)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      'turn.failed',
      'session.waiting',
    ])
    expect(told[2]?.data.error.message).toBe(message)
    expect(told[3]?.data.message).toBe('Agent service is not configured')
    expect(await statusNow()).toBe('new')
  })

  test('approves, and the change is made once before the turn ends', async () => {
    const { id, asked, person, perform, events, statusNow } = await waitingWithoutModel()
    await person.call('POST', `/api/app/agent-sessions/${id}/answers`, answerOf(asked, 'approve'))
    await perform()
    const told = (await events(id)).slice(asked.length)
    expect(told.find(({ type }) => type === 'action.result')?.data.status).toBe('completed')
    expect(await statusNow()).toBe('archived')
  })
})

test('pages of sessions and of pending approvals are read from an index, and names by their ids', async () => {
  const { archive, begin, talking, person, ctx } = await withPerson()
  talking.play(archive)
  const id = await begin('Archive it')
  const sent = recordStatements(ctx.db)
  await person.call('GET', '/api/app/agent-sessions')
  await person.call('GET', `/api/app/agent-sessions/${id}`)
  await person.call('GET', '/api/app/approvals')
  await person.call('GET', '/api/app/approvals/count')
  const read = sent.filter(({ sql }) => /from "(agent_sessions|approvals)"/.test(sql))
  expect(read).toHaveLength(7)
  for (const statement of read) {
    const plan = await planOf(ctx.db, statement)
    expect([statement.sql, plan.filter((line) => /^SCAN (?!\(subquery)|TEMP B-TREE/.test(line))]).toEqual([
      statement.sql,
      [],
    ])
  }
})
