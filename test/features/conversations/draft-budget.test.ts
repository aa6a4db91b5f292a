import { describe, expect, spyOn, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { ceilingSentence, ceilings } from '../../../src/db/ceilings.ts'
import * as record from '../../../src/features/conversations/approvals/record.ts'
import { approvals } from '../../../src/features/conversations/approvals/table.ts'
import { projects } from '../../../src/features/geo/projects/table.ts'
import { agentApp, requestsOf } from '../../support/agent.ts'
import { addIdentity, connect, testApp } from '../../support/app.ts'
import { send } from '../../support/chats.ts'
import type { TestContext } from '../../support/context.ts'
import { answer, call, end, startTalking } from '../../support/talking.ts'

// A model may create three drafts in a conversation without approval.

const calls = (count: number, toCall: (index: number) => [tool: string, input: unknown]) => [
  ...Array.from({ length: count }, (_, index) => {
    const [tool, input] = toCall(index)
    return call(tool, input, { index, id: `call_${index}` })
  }),
  ...end('tool_calls'),
]
const makeProjects = (count: number, from = 0) =>
  calls(count, (index) => ['create_project', { name: `Project ${from + index}` }])

async function openChat(...scripts: Parameters<typeof startTalking>) {
  const endpoint = startTalking(...scripts)
  const app = await testApp({}, endpoint.models())
  const acme = await app.team('acme')
  await addIdentity(app.ctx, acme.id, 'brand')
  const names = async () => (await app.ctx.db.select().from(projects)).map(({ name }) => name).sort()
  const statuses = async () => (await app.ctx.db.select().from(approvals)).map(({ status }) => status).sort()
  const waiting = () => app.ctx.db.select().from(approvals).where(eq(approvals.status, 'open'))
  const talk = (body: object, chatId?: string) => send(app.api, acme.key, body, chatId)
  return { ...app, endpoint, acme, names, statuses, waiting, talk }
}

/** Creates as many pending approvals as an organization may have, or fewer. */
async function fillQueue({ db }: TestContext, organizationId: string, free = 0) {
  await db.run(
    sql.raw(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${ceilings.approvals.max - free})
      insert into approvals (id, organization_id, conversation_kind, conversation_id, call_id, tool, input, input_hash,
        prompt, status, asked_by, created_at, expires_at)
      select 'a' || n, '${organizationId}', 'chat', 'other', 'c', 't', '{}', 'h', 'p', 'open', 'k', 1, 9999999999999 from numbers`),
  )
}

describe('if an organization has 1,000 pending approvals, the model gets that error', () => {
  test('in a chat', async () => {
    const asking = calls(1, () => ['create_skill', { name: 'house', description: 'Ours', content: 'Brief.' }])
    const { ctx, acme, talk } = await openChat(asking, answer('Later.'))
    await fillQueue(ctx, acme.id)
    const { frames } = await talk({ message: 'Create a skill' })
    expect(frames.find(({ type }) => type === 'tool-output-error')).toMatchObject({
      errorText: ceilingSentence('approvals'),
    })
    expect(frames.some(({ type }) => type === 'tool-approval-request')).toBe(false)
  })

  test('in a session', async () => {
    const asking = calls(1, () => ['create_skill', { name: 'house', description: 'Ours', content: 'Brief.' }])
    const { ctx, team, begin, events } = await agentApp(asking, answer('Later.'))
    await fillQueue(ctx, team.id)
    const told = await events(await begin('Create a skill'))
    expect(requestsOf(told)).toEqual([])
    expect(JSON.stringify(told)).toContain(ceilingSentence('approvals'))
  })
})

describe('of forty calls in one turn only as many become pending as the organization has left', () => {
  const forty = calls(40, (index) => [
    'create_skill',
    { name: `house-${index}`, description: 'Ours', content: 'Brief.' },
  ])

  test('in a chat', async () => {
    const { ctx, acme, talk, waiting } = await openChat(forty)
    await fillQueue(ctx, acme.id, 5)
    const { frames } = await talk({ message: 'Create forty skills' })
    expect(frames.filter(({ type }) => type === 'tool-approval-request')).toHaveLength(5)
    expect(frames.filter(({ type }) => type === 'tool-output-error')).toHaveLength(35)
    expect(await waiting()).toHaveLength(ceilings.approvals.max)
  })

  test('in a session', async () => {
    const { ctx, team, begin, events } = await agentApp(forty)
    await fillQueue(ctx, team.id, 5)
    const told = await events(await begin('Create forty skills'))
    expect(requestsOf(told)).toHaveLength(5)
    expect(await ctx.db.$count(approvals)).toBe(ceilings.approvals.max)
  })
})

test('two chats that reach the limit at the same time do not exceed it, and the later one says so', async () => {
  const asking = calls(1, () => ['create_skill', { name: 'house', description: 'Ours', content: 'Brief.' }])
  const { ctx, acme, talk, waiting } = await openChat(asking, asking, answer('Later.'))
  await fillQueue(ctx, acme.id, 1)
  const counted = spyOn(record, 'findFullQueue').mockResolvedValue(null)
  await talk({ message: 'Create a skill' })
  const { frames } = await talk({ message: 'Create a skill' })
  counted.mockRestore()
  expect(frames.find(({ type }) => type === 'tool-output-error')).toMatchObject({
    errorText: ceilingSentence('approvals'),
  })
  expect(frames.some(({ type }) => type === 'tool-approval-request')).toBe(false)
  expect(await waiting()).toHaveLength(ceilings.approvals.max)
})

describe('in a chat', () => {
  test('of ten generate_post in one reply three run, and the others wait for approval', async () => {
    const windows = ['yesterday', 'last_7_days', 'last_14_days', 'last_30_days', 'current_day']
    const asking = calls(10, (index) => [
      'generate_post',
      { contentType: index < 5 ? 'changelog' : 'blog_post', lookbackWindow: windows[index % 5] },
    ])
    const { ctx, acme, talk, statuses } = await openChat(asking, answer('Done.'))
    await connect(ctx, acme.id, 'acme/app')
    const { frames } = await talk({ message: 'Write ten posts' })
    expect(frames.filter(({ type }) => type === 'tool-output-available')).toHaveLength(3)
    expect(frames.filter(({ type }) => type === 'tool-approval-request')).toHaveLength(7)
    expect(await statuses()).toEqual([...Array(3).fill('automatic'), ...Array(7).fill('open')])
  })

  test('the budget is per conversation, and an approved draft neither counts nor resets it', async () => {
    const { talk, names, waiting } = await openChat(
      makeProjects(2),
      answer('Two.'),
      makeProjects(2, 2),
      answer('Three and four.'),
      makeProjects(1, 4),
    )
    const { chatId } = await talk({ message: 'Create two projects' })
    await talk({ message: 'Create two more' }, chatId)
    expect(await names()).toEqual(['Project 0', 'Project 1', 'Project 2'])
    const [fourth] = await waiting()
    expect(fourth?.input).toBe('{"name":"Project 3"}')
    await talk({ approvals: [{ id: fourth?.id, approved: true }] }, chatId)
    expect(await names()).toEqual(['Project 0', 'Project 1', 'Project 2', 'Project 3'])
    await talk({ message: 'And another one' }, chatId)
    expect((await waiting()).map(({ input }) => input)).toEqual(['{"name":"Project 4"}'])
  })

  test('another chat has its own budget', async () => {
    const { talk, statuses } = await openChat(
      makeProjects(3),
      answer('Done.'),
      makeProjects(1, 3),
      answer('Done.'),
    )
    await talk({ message: 'Create three projects' })
    await talk({ message: 'Create a project' })
    expect(await statuses()).toEqual(Array(4).fill('automatic'))
  })
})

describe('in a session', () => {
  test('three drafts run, and the fourth waits for approval', async () => {
    const { ctx, team, begin, send: reply, events } = await agentApp(makeProjects(5), answer('Done.'))
    await addIdentity(ctx, team.id, 'brand')
    const names = async () => (await ctx.db.select().from(projects)).map(({ name }) => name).sort()
    const id = await begin('Create five projects')
    const told = await events(id)
    expect(told.filter(({ type }) => type === 'action.result')).toHaveLength(3)
    const requests = requestsOf(told)
    expect(requests.map(({ action }) => action.input)).toEqual([{ name: 'Project 3' }, { name: 'Project 4' }])
    expect(await names()).toEqual(['Project 0', 'Project 1', 'Project 2'])
    await reply(id, {
      inputResponses: requests.map(({ requestId }, index) => ({
        requestId,
        optionId: index === 0 ? 'approve' : 'deny',
      })),
    })
    expect(await names()).toEqual(['Project 0', 'Project 1', 'Project 2', 'Project 3'])
  })

  test('the budget covers all its turns, also after a restart', async () => {
    const {
      ctx,
      begin,
      send: reply,
      events,
    } = await agentApp(makeProjects(3), answer('Done.'), makeProjects(1, 3))
    const id = await begin('Create three projects')
    expect((await ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual(
      Array(3).fill('automatic'),
    )
    await reply(id, { message: 'Create one more' })
    expect(requestsOf(await events(id)).map(({ action }) => action.input)).toEqual([{ name: 'Project 3' }])
  })
})
