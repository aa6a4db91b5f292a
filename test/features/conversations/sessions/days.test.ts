import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Model } from '../../../../src/ai/models.ts'
import { centsOf, noTokens } from '../../../../src/ai/usage.ts'
import { sweepApprovals } from '../../../../src/features/conversations/approvals/job.ts'
import { approvals } from '../../../../src/features/conversations/approvals/table.ts'
import { sweepAgentSessions } from '../../../../src/features/conversations/sessions/job.ts'
import {
  agentEvents,
  agentSessions,
  agentSteps,
  agentTurns,
} from '../../../../src/features/conversations/sessions/table.ts'
import { setLimits } from '../../../../src/features/usage/limits.ts'
import { usageHolds, usageLimits } from '../../../../src/features/usage/table.ts'
import { performDueJobs } from '../../../../src/jobs/runner.ts'
import { jobs } from '../../../../src/registry.ts'
import { agentApp, sessionPath, typesOf } from '../../../support/agent.ts'
import { answer, call, end, say } from '../../../support/talking.ts'

const day = 24 * 60 * 60_000
const creating = [
  call('create_skill', { name: 'tone', description: 'Ours', content: 'Be brief.' }),
  ...end('tool-calls'),
]

describe('an unused session', () => {
  test('is completed after thirty days, and deleted thirty days later with all its data', async () => {
    const { begin, ctx, events, send } = await agentApp(creating)
    const id = await begin()
    const sweep = async () => {
      await sweepAgentSessions.insert(ctx, {})
      await performDueJobs(ctx, jobs)
    }
    ctx.clock.advance(29 * day)
    await sweep()
    expect((await events(id)).at(-1)?.type).toBe('session.waiting')
    ctx.clock.advance(2 * day)
    await sweep()
    expect(typesOf(await events(id)).slice(-5)).toEqual([
      'approval.settled',
      'action.result',
      'turn.cancelled',
      'session.waiting',
      'session.completed',
    ])
    expect((await send(id, { message: 'Hello' })).status).toBe(409)
    ctx.clock.advance(31 * day)
    await sweep()
    for (const table of [agentSessions, agentTurns, agentEvents, approvals])
      expect(await ctx.db.$count(table)).toBe(0)
  })
})

test('a call that was pending for a day is reported to the model as not approved', async () => {
  const { begin, ctx, events, talking } = await agentApp(creating, answer('Nobody was there.'))
  const id = await begin()
  ctx.clock.advance(day + 1)
  await sweepApprovals.insert(ctx, {})
  await performDueJobs(ctx, jobs)
  await sweepAgentSessions.insert(ctx, {})
  await performDueJobs(ctx, jobs)
  expect(talking.talks[1]?.body.messages.at(-1).content).toBe('Nobody approved this in time.')
  expect(typesOf(await events(id)).slice(-2)).toEqual(['turn.completed', 'session.waiting'])
})

describe('credits', () => {
  const balanceOf = async (ctx: Awaited<ReturnType<typeof agentApp>>['ctx']) =>
    (await ctx.db.select().from(usageLimits))[0]?.creditCents
  const holdsOf = async (ctx: Awaited<ReturnType<typeof agentApp>>['ctx']) =>
    (await ctx.db.select().from(usageHolds)).map(({ state, cents }) => [state, cents])

  test('are reserved for a turn, and charged for its steps', async () => {
    const { begin, ctx, team } = await agentApp(answer('Yes.'))
    await setLimits(ctx, team.id, { creditCents: 5 })
    await team.call('POST', sessionPath, { message: 'Hello' })
    expect(await holdsOf(ctx)).toEqual([['held', 0]])
    await performDueJobs(ctx, jobs)
    expect(await holdsOf(ctx)).toEqual([['confirmed', 1]])
    expect(await balanceOf(ctx)).toBe(4)
    await begin()
    expect(await balanceOf(ctx)).toBe(3)
  })

  test('are released when a turn fails', async () => {
    const { begin, ctx, team } = await agentApp(new Response('no', { status: 401 }))
    await setLimits(ctx, team.id, { creditCents: 5 })
    await begin()
    expect(await holdsOf(ctx)).toEqual([['released', 0]])
    expect(await balanceOf(ctx)).toBe(5)
  })

  test('are charged for the part of a turn before it was canceled', async () => {
    const text = 'word '.repeat(40_000)
    const silence = Promise.withResolvers<void>()
    const { ctx, events, team } = await agentApp(async function* () {
      yield* say(text)
      await silence.promise
    })
    await setLimits(ctx, team.id, { creditCents: 500 })
    const { body } = await team.call('POST', sessionPath, { message: 'Hello' })
    const running = performDueJobs(ctx, jobs)
    const streamed = async () =>
      (await events(body.sessionId)).reduce((sum, { data }) => sum + (data.messageDelta?.length ?? 0), 0)
    while ((await streamed()) < text.length) await Bun.sleep(1)
    await team.call('POST', `${sessionPath}/${body.sessionId}/cancel`)
    await running
    silence.resolve()
    const [step] = await ctx.db.select().from(agentSteps)
    const inputTokens = step?.inputTokens ?? 0
    expect(inputTokens).toBeGreaterThan(100)
    const writer = ctx.models.writer as Model
    const cents = Math.ceil(centsOf(writer, { ...noTokens, inputTokens, outputTokens: text.length / 4 }))
    expect(cents).toBeGreaterThan(1)
    expect(await holdsOf(ctx)).toEqual([['confirmed', cents]])
    expect(await balanceOf(ctx)).toBe(500 - cents)
  })

  test('are released when a turn is canceled before it asked a model', async () => {
    const { ctx, team } = await agentApp(answer('Yes.'))
    await setLimits(ctx, team.id, { creditCents: 5 })
    const { body } = await team.call('POST', sessionPath, { message: 'Hello' })
    await team.call('POST', `${sessionPath}/${body.sessionId}/cancel`)
    expect(await holdsOf(ctx)).toEqual([['released', 0]])
    expect(await balanceOf(ctx)).toBe(5)
  })

  test('that are used up end it before it begins, without using the rate limit', async () => {
    const { ctx, team } = await agentApp(answer('Yes.'))
    await setLimits(ctx, team.id, { creditCents: 0 })
    const { status, body, headers } = await team.call('POST', sessionPath, { message: 'Hello' })
    expect([status, body, headers.get('ratelimit-remaining')]).toEqual([
      403,
      { error: 'Usage limit reached', code: 'USAGE_LIMIT_REACHED', balance: 0 },
      '30',
    ])
    expect(await ctx.db.$count(agentSessions)).toBe(0)
  })

  test('are not reserved by a refused message', async () => {
    const { ctx, team } = await agentApp(answer('Yes.'))
    await setLimits(ctx, team.id, { creditCents: 100 })
    for (let sent = 0; sent < 31; sent++) await team.call('POST', sessionPath, { message: 'Hello' })
    const held = await ctx.db.$count(usageHolds, eq(usageHolds.state, 'held'))
    expect(held).toBe(30)
  })

  test('are reserved for a message that is sent again after it was refused', async () => {
    const { begin, ctx, send, team } = await agentApp(answer('Yes.'))
    await setLimits(ctx, team.id, { creditCents: 100 })
    const id = await begin()
    for (let sent = 0; sent < 29; sent++) await send(id, { message: 'Hello' })
    expect((await send(id, { message: 'Hello' })).status).toBe(429)
    ctx.clock.advance(60_000)
    expect((await send(id, { message: 'Hello' })).status).toBe(200)
    expect(await balanceOf(ctx)).toBe(100 - 31)
  })
})
