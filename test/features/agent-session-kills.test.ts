import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { approvals } from '../../src/features/approvals/table.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/registry.ts'
import { agentApp, requestsOf } from '../support/agent.ts'
import { answer, call, end } from '../support/talking.ts'

type App = Awaited<ReturnType<typeof agentApp>>

/** The process ends once the next route that writes has committed, and another takes its jobs up. */
function dieAfterNextWrite({ ctx }: App): { died: boolean } {
  const seen = { died: false }
  const handle = ctx.ownApi.handle
  ctx.ownApi.handle = async (request) => {
    const response = await handle(request)
    if (request.method === 'GET' || seen.died) return response
    seen.died = true
    await ctx.db.run(sql`
      update jobs set state = 'ready', lease_owner = null, lease_until = null where name = 'agent-sessions.turn' and state = 'running'`)
    await ctx.db.run(sql`update agent_sessions set attempt = attempt + 1`)
    return response
  }
  return seen
}

const skill = { name: 'tone', description: 'Ours', content: 'Be brief.' }
const complaint = { message: 'It stops.', title: 'Stops', kind: 'bug', sentiment: 'negative' }

/** What is there before, what the model asks for, and the rows that there are of it once it is done. */
const writing: [tool: string, input: Record<string, unknown>, before: (app: App) => unknown, rows: string][] =
  [
    ['create_skill', skill, () => {}, "skills where name = 'tone'"],
    ['submit_feedback', complaint, () => {}, 'feedback'],
    [
      'update_skill',
      { name: 'tone', content: 'Be briefer.' },
      ({ team }) => team.call('POST', '/v1/skills', skill),
      "skills where content = 'Be briefer.'",
    ],
    [
      'delete_skill',
      { name: 'tone' },
      ({ team }) => team.call('POST', '/v1/skills', skill),
      "organizations where not exists (select 1 from skills where name = 'tone')",
    ],
  ]

describe('a kill between what a call did and its result', () => {
  test.each(writing)(
    'does nothing of %s twice, and tells its result once',
    async (tool, input, before, rows) => {
      const app = await agentApp([])
      const { begin, ctx, events, send, talking } = app
      await before(app)
      talking.play([call(tool, input), ...end('tool-calls')], answer('Done.'))
      const id = await begin()
      const [{ requestId }] = requestsOf(await events(id))
      const seen = dieAfterNextWrite(app)
      await send(id, { inputResponses: [{ requestId, optionId: 'approve' }] })
      await performDueJobs(ctx, jobs)
      expect(seen.died).toBe(true)
      const results = (await events(id)).filter(({ type }) => type === 'action.result')
      expect(results.map(({ data }) => data.status)).toEqual(['completed'])
      expect((await events(id)).at(-1)?.type).toBe('session.waiting')
      const counted = await ctx.db.$client.execute(`select count(*) as rows from ${rows}`)
      expect(Number(counted.rows[0]?.rows)).toBe(1)
      expect((await ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual(['spent'])
      expect(talking.talks.length).toBe(2)
    },
  )
})
