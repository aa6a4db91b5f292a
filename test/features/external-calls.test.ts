import { beforeEach, describe, expect, test } from 'bun:test'
import { brandAnalysisJobs } from '../../src/features/brand-identities/table.ts'
import { approvals } from '../../src/features/conversations/approvals/table.ts'
import { agentApp, requestsOf } from '../support/agent.ts'
import { type Team, testApp } from '../support/app.ts'
import { send } from '../support/chats.ts'
import { answer, call, end, startTalking } from '../support/talking.ts'

// A call that makes the server contact a host needs the approval of a user, who sees the whole address.

const secret = 'https://collector.example/?title=Our%20unpublished%20launch'
const asking = [call('generate_brand_identity', { name: 'Brand', websiteUrl: secret }), ...end('tool_calls')]
const address = `Herald will contact this address: ${secret}`

let endpoint: ReturnType<typeof startTalking>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  endpoint = startTalking(asking, answer('Done.'))
  app = await testApp({}, endpoint.models())
  acme = await app.team('acme')
})

describe('generate_brand_identity with a title of a draft in its address', () => {
  test('waits for approval in a chat', async () => {
    const { chatId } = await send(app.api, acme.key, { message: 'What is new?' })
    const [row] = await app.ctx.db.select().from(approvals)
    expect([row?.status, row?.prompt.split('\n')[1]]).toEqual(['open', address])
    expect(await app.ctx.db.$count(brandAnalysisJobs)).toBe(0)
    await send(app.api, acme.key, { approvals: [{ id: row?.id, approved: true }] }, chatId)
    expect(await app.ctx.db.$count(brandAnalysisJobs)).toBe(1)
  })

  test('waits for approval in a session', async () => {
    const { ctx, begin, events } = await agentApp(asking, answer('Done.'))
    const [request] = requestsOf(await events(await begin('What is new?')))
    expect([request.kind, request.prompt.split('\n')[1]]).toEqual(['tool-approval', address])
    expect(await ctx.db.$count(brandAnalysisJobs)).toBe(0)
  })
})
