import { describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { approvals } from '../../../../src/features/conversations/approvals/table.ts'
import { listenersOf } from '../../../../src/features/conversations/sessions/log/listeners.ts'
import {
  agentCalls,
  agentEvents,
  agentSessions,
  agentTurns,
} from '../../../../src/features/conversations/sessions/table.ts'
import { feedback } from '../../../../src/features/feedback/table.ts'
import { agentApp, requestsOf, typesOf } from '../../../support/agent.ts'
import { answer, call, end, say, think } from '../../../support/talking.ts'

const opening = ['session.started', 'turn.started', 'message.received']
const asking = ['step.started', 'actions.requested', 'step.completed']
const answering = ['step.started', 'message.appended', 'message.completed', 'step.completed']
const ended = ['turn.completed', 'session.waiting']

const calls = (name: string, input: unknown) => [call(name, input), ...end('tool-calls')]

/** A feedback entry that an agent may archive, and the call that does it. */
async function withFeedback(...scripts: Parameters<typeof agentApp>) {
  const app = await agentApp(...scripts)
  const sent = await app.team.call('POST', '/v1/feedback', {
    message: 'It broke.',
    title: 'It broke',
    kind: 'bug',
    sentiment: 'negative',
  })
  const feedbackId: string = sent.body.feedback.id
  const archive = calls('update_feedback_status', { feedbackId, status: 'archived' })
  const statusNow = async () =>
    (await app.ctx.db.select().from(feedback).where(eq(feedback.id, feedbackId)))[0]?.status
  return { ...app, feedbackId, archive, statusNow }
}

describe('a turn', () => {
  test('is streamed from the message to the answer, in the order that clients rely on', async () => {
    const { begin, events } = await agentApp(answer('Two ', 'fixes.'))
    const told = await events(await begin('What changed?'))
    expect(typesOf(told)).toEqual([...opening, ...answering, ...ended])
    expect(told[2]?.data).toEqual({
      turnId: 'turn_0',
      sequence: 0,
      message: 'What changed?',
      parts: [{ type: 'text', text: 'What changed?' }],
    })
    expect(told.find(({ type }) => type === 'message.completed')?.data).toEqual({
      turnId: 'turn_0',
      sequence: 0,
      stepIndex: 0,
      message: 'Two fixes.',
      finishReason: 'stop',
    })
    expect(told.find(({ type }) => type === 'step.completed')?.data).toEqual({
      turnId: 'turn_0',
      sequence: 0,
      stepIndex: 0,
      finishReason: 'stop',
      usage: { inputTokens: 1000, outputTokens: 100, cacheReadTokens: 0, costUsd: expect.any(Number) },
    })
  })

  test('has the delivery that began it, and every event has its own id', async () => {
    const { team, events, begin, send } = await agentApp(answer('Yes.'))
    const id = await begin()
    const { body } = await send(id, { message: 'And?' })
    expect(body).toEqual({ ok: true, sessionId: id, continuationToken: id, deliveryId: expect.any(String) })
    const told = await events(id)
    const carrying = told.filter(({ meta }) => meta.deliveryIds?.includes(body.deliveryId))
    expect(carrying.map(({ type, data }) => [type, data.turnId])).toEqual([
      ['turn.started', 'turn_1'],
      ['message.received', 'turn_1'],
    ])
    expect(new Set(told.map(({ meta }) => meta.id)).size).toBe(told.length)
    expect(told.every(({ meta }) => /^evt_[0-9a-f]{32}$/.test(meta.id))).toBe(true)
    expect((await team.call('GET', '/v2/agent-chats')).body.sessions).toHaveLength(1)
  })

  test('notifies its readers after its end is stored, which is written with that of its job', async () => {
    const { ctx, begin, send } = await agentApp(answer('Yes.'))
    const id = await begin()
    const seen: Promise<string | undefined>[] = []
    const newest = async () =>
      (await ctx.db.select().from(agentEvents).orderBy(desc(agentEvents.index)).limit(1))[0]?.event
    const unwatch = listenersOf(ctx).watch(id, { wake: () => void seen.push(newest()) })
    await send(id, { message: 'Sure?' })
    unwatch()
    expect(await seen.at(-1)).toStartWith('{"type":"session.waiting"')
  })

  test('streams thoughts before text', async () => {
    const { begin, events } = await agentApp([...think('Let me ', 'see.'), ...say('Yes.'), ...end()])
    const told = await events(await begin())
    expect(typesOf(told).slice(4, 8)).toEqual([
      'reasoning.appended',
      'reasoning.completed',
      'message.appended',
      'message.completed',
    ])
    expect(told.find(({ type }) => type === 'reasoning.completed')?.data.reasoning).toBe('Let me see.')
  })

  test('gets the earlier messages and results', async () => {
    const { begin, send, talking } = await agentApp(
      calls('list_projects', {}),
      answer('There is none.'),
      answer('As I said.'),
    )
    await send(await begin('Which projects?'), { message: 'Sure?' })
    const asked = talking.talks[2]?.body.messages.map(({ role, content }: any) => [role, content])
    expect(asked.slice(1)).toEqual([
      ['user', 'Which projects?'],
      ['assistant', null],
      ['tool', expect.stringContaining('"projects":[]')],
      ['assistant', 'There is none.'],
      ['user', 'Sure?'],
    ])
  })

  test('that cannot be answered is tried twice more, fails with a sentence, and the session takes the next message', async () => {
    const { begin, events, ctx, send, talking } = await agentApp(new Response('no', { status: 500 }))
    const id = await begin()
    for (const wait of [2000, 4000]) {
      ctx.clock.advance(wait)
      await send(id, { message: 'too early' })
    }
    expect(talking.talks.length).toBe(3)
    const told = await events(id)
    expect(typesOf(told)).toEqual([
      ...opening,
      'step.started',
      'step.started',
      'step.started',
      'step.failed',
      'turn.failed',
      'session.waiting',
    ])
    expect(told.filter(({ type }) => type === 'step.started').map(({ data }) => data.attempt)).toEqual([
      undefined,
      2,
      3,
    ])
    const message = 'The endpoint of the model writer returned status 500.'
    expect(told.at(-3)?.data).toEqual({
      turnId: 'turn_0',
      sequence: 0,
      stepIndex: 0,
      code: 'TURN_FAILED',
      message,
    })
    expect(told.at(-2)?.data).toEqual({ turnId: 'turn_0', sequence: 0, code: 'TURN_FAILED', message })
    talking.play(answer('Again.'))
    expect((await send(id, { message: 'Again' })).status).toBe(200)
    expect(typesOf(await events(id)).slice(-2)).toEqual(ended)
  })

  test('that repeats the same call is ended', async () => {
    const { begin, events, talking } = await agentApp(calls('list_projects', {}))
    const told = await events(await begin())
    expect(talking.talks.length).toBe(4)
    const results = told.filter(({ type }) => type === 'action.result').map(({ data }) => data.status)
    expect(results).toEqual(['completed', 'completed', 'failed', 'rejected'])
    expect(told.at(-2)?.data.message).toBe(
      'The agent asked for the same call of list_projects again and again.',
    )
  })

  test('with invalid calls gets an error and continues', async () => {
    const { begin, events } = await agentApp(
      [
        call('destroy_all', {}),
        call('list_projects', '{"oops', { index: 1, id: 'call_2' }),
        ...end('tool-calls'),
      ],
      answer('Sorry.'),
    )
    const told = await events(await begin())
    const results = told.filter(({ type }) => type === 'action.result').map(({ data }) => data)
    expect(results.map(({ status, result }) => [status, result.output])).toEqual([
      ['failed', 'There is no tool destroy_all.'],
      ['failed', 'The input is not valid JSON.'],
    ])
    expect(typesOf(told).slice(-2)).toEqual(ended)
  })
})

describe('a tool', () => {
  test('that reads runs without approval', async () => {
    const { begin, events } = await agentApp(calls('list_projects', {}), answer('None.'))
    const told = await events(await begin())
    expect(typesOf(told)).toEqual([...opening, ...asking, 'action.result', ...answering, ...ended])
    const requested = told.find(({ type }) => type === 'actions.requested')?.data.actions
    const result = told.find(({ type }) => type === 'action.result')?.data
    expect(requested).toEqual([
      { kind: 'tool-call', callId: result.result.callId, toolName: 'list_projects', input: {} },
    ])
    expect(result).toMatchObject({
      status: 'completed',
      result: { kind: 'tool-result', output: { projects: [] } },
    })
  })

  test('that changes something waits for approval, and runs once when it is approved', async () => {
    const { archive, begin, events, feedbackId, send, statusNow, talking, ctx, team } = await withFeedback([])
    talking.play(archive, answer('Archived.'))
    const id = await begin('Archive it')
    const asked = await events(id)
    expect(typesOf(asked)).toEqual([...opening, ...asking, 'input.requested', 'session.waiting'])
    const [request] = requestsOf(asked)
    expect(request).toMatchObject({
      kind: 'tool-approval',
      display: 'confirmation',
      allowFreeform: false,
      options: [{ id: 'approve' }, { id: 'deny' }],
      action: { toolName: 'update_feedback_status', input: { feedbackId, status: 'archived' } },
    })
    expect(await statusNow()).toBe('new')

    const inputResponses = [{ requestId: request.requestId, optionId: 'approve' }]
    const answered = await send(id, { inputResponses })
    expect(answered.body).toEqual({ ok: true, sessionId: id, continuationToken: id })
    expect(await statusNow()).toBe('archived')
    const told = (await events(id)).slice(asked.length)
    expect(typesOf(told)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      ...answering,
      ...ended,
    ])
    expect(told.every(({ data }) => data.turnId === undefined || data.turnId === 'turn_0')).toBe(true)
    expect(told[1]?.data).toMatchObject({ outcome: 'approved', responderPrincipalId: team.keyId })

    await send(id, { inputResponses })
    const again = (await events(id)).slice(asked.length + told.length)
    expect(again.map(({ type, data }) => [type, data.resolutions?.[0].outcome])).toEqual([
      ['input.resolved', 'ignored'],
      ['session.waiting', undefined],
    ])
    expect((await ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual(['spent'])
  })

  test('that is denied is not run, and the model gets the denial', async () => {
    const { archive, begin, events, send, statusNow, talking } = await withFeedback([])
    talking.play(archive, answer('As you wish.'))
    const id = await begin()
    const asked = await events(id)
    const [{ requestId }] = requestsOf(asked)
    await send(id, { inputResponses: [{ requestId, optionId: 'deny', text: 'We need it' }] })
    expect(await statusNow()).toBe('new')
    const told = (await events(id)).slice(asked.length)
    expect(typesOf(told)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      ...answering,
      ...ended,
    ])
    expect(told[2]?.data).toMatchObject({
      status: 'rejected',
      result: { output: 'A person denied this call: We need it', isError: true },
    })
    expect(talking.talks[1]?.body.messages.at(-1).content).toBe('A person denied this call: We need it')
  })

  test('that is pending is canceled by a new message, and the model gets that result', async () => {
    const { archive, begin, events, send, statusNow, talking, ctx } = await withFeedback([])
    talking.play(archive, answer('Never mind.'))
    const id = await begin()
    const asked = await events(id)
    await send(id, { message: 'Forget it' })
    const told = (await events(id)).slice(asked.length)
    expect(typesOf(told)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      'turn.cancelled',
      'turn.started',
      'message.received',
      ...answering,
      ...ended,
    ])
    expect(talking.talks[1]?.body.messages.at(-2).content).toBe(
      'It was not done: the turn ended before anyone answered.',
    )
    expect(await statusNow()).toBe('new')
    expect((await ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual(['cancelled'])
  })

  test('is answered first, and a message sent along is the next turn', async () => {
    const { archive, begin, events, send, statusNow, talking } = await withFeedback([])
    talking.play(archive, answer('Archived.'), answer('Three.'))
    const id = await begin()
    const asked = await events(id)
    const [{ requestId }] = requestsOf(asked)
    await send(id, { message: 'How many are left?', inputResponses: [{ requestId, optionId: 'approve' }] })
    expect(await statusNow()).toBe('archived')
    const told = (await events(id)).slice(asked.length)
    expect(typesOf(told)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      ...answering,
      'turn.completed',
      'turn.started',
      'message.received',
      ...answering,
      ...ended,
    ])
  })

  test('is refused once its scope was removed', async () => {
    const { archive, begin, events, send, statusNow, talking, ctx, team } = await withFeedback([])
    talking.play(archive, answer('I may not.'))
    const id = await begin()
    const owner = await team.person()
    const [{ requestId }] = requestsOf(await events(id))
    await owner.call('PATCH', `/api/app/keys/${team.keyId}`, { scopes: ['chats.read', 'chats.write'] })
    const refused = await send(id, { inputResponses: [{ requestId, optionId: 'approve' }] })
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'You may not approve this: your key or role may not use update_feedback_status.',
    ])
    expect(await statusNow()).toBe('new')
    expect((await ctx.db.select().from(agentTurns)).map(({ status }) => status)).toEqual(['waiting'])
  })

  test('of several that wait runs when the last is answered', async () => {
    const { archive, begin, events, feedbackId, send, statusNow, talking } = await withFeedback([])
    const both = [
      archive[0] as object,
      call('update_feedback_status', { feedbackId, status: 'resolved' }, { index: 1, id: 'call_2' }),
      ...end('tool-calls'),
    ]
    talking.play(both, answer('Done.'))
    const id = await begin()
    const [one, other] = requestsOf(await events(id))
    await send(id, { inputResponses: [{ requestId: one.requestId, optionId: 'deny' }] })
    expect(typesOf(await events(id)).slice(-4)).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      'session.waiting',
    ])
    await send(id, { inputResponses: [{ requestId: other.requestId, optionId: 'approve' }] })
    expect(await statusNow()).toBe('resolved')
    expect(typesOf(await events(id)).slice(-2)).toEqual(ended)
  })
})

describe('a question', () => {
  const question = calls('ask_question', { question: 'Which one?', options: ['The first', 'The second'] })

  test.each([
    [{ optionId: 'option_2' }, 'The second'],
    [{ text: 'Neither' }, 'Neither'],
  ])('waits for an answer: %p', async (response, said) => {
    const { begin, events, send, talking } = await agentApp(question, answer('Good.'))
    const id = await begin()
    const asked = await events(id)
    expect(typesOf(asked).slice(-2)).toEqual(['input.requested', 'session.waiting'])
    const [request] = requestsOf(asked)
    expect(request).toMatchObject({
      kind: 'question',
      prompt: 'Which one?',
      display: 'select',
      allowFreeform: true,
      options: [
        { id: 'option_1', label: 'The first' },
        { id: 'option_2', label: 'The second' },
      ],
    })
    await send(id, { inputResponses: [{ requestId: request.requestId, ...response }] })
    const told = (await events(id)).slice(asked.length)
    expect(typesOf(told)).toEqual(['input.resolved', 'action.result', ...answering, ...ended])
    expect(told[0]?.data.resolutions[0].outcome).toBe('answered')
    expect(talking.talks[1]?.body.messages.at(-1).content).toBe(said)
  })

  test.each([[{ optionId: 'option_9' }], [{}], [{ text: ' ' }]])(
    'refuses an invalid answer: %p',
    async (response) => {
      const { begin, events, send } = await agentApp(question)
      const id = await begin()
      const [{ requestId }] = requestsOf(await events(id))
      const { status, body } = await send(id, { inputResponses: [{ requestId, ...response }] })
      expect([status, body.error]).toEqual([
        400,
        `Answer the request ${requestId} with one of its options, or with a text`,
      ])
    },
  )
})

describe('canceling', () => {
  test('ends a waiting turn, and the session accepts the next message', async () => {
    const { archive, begin, events, send, statusNow, talking, team, ctx } = await withFeedback([])
    talking.play(archive, answer('Hello.'))
    const id = await begin()
    const asked = await events(id)
    const cancel = () => team.call('POST', `/v2/agent/v1/session/${id}/cancel`)
    expect((await cancel()).body).toEqual({ ok: true, sessionId: id, status: 'accepted' })
    expect((await cancel()).body).toEqual({ ok: true, status: 'no_active_turn' })
    expect(typesOf((await events(id)).slice(asked.length))).toEqual([
      'input.resolved',
      'approval.settled',
      'action.result',
      'turn.cancelled',
      'session.waiting',
    ])
    expect((await send(id, { message: 'Hello' })).status).toBe(200)
    expect(await statusNow()).toBe('new')
    const statuses = (await ctx.db.select().from(agentCalls)).map(({ status }) => status)
    expect(statuses).toEqual(['rejected'])
  })

  test('of another turn than the open one cancels nothing', async () => {
    const { archive, begin, talking, team, ctx } = await withFeedback([])
    talking.play(archive)
    const id = await begin()
    const { body } = await team.call('POST', `/v2/agent/v1/session/${id}/cancel`, { turnId: 'turn_7' })
    expect(body).toEqual({ ok: true, status: 'no_active_turn' })
    expect((await ctx.db.select().from(agentSessions))[0]?.openTurn).toBe('turn_0')
  })
})
