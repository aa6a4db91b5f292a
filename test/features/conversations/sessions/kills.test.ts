import { afterEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { approvals } from '../../../../src/features/conversations/approvals/table.ts'
import { turnJob } from '../../../../src/features/conversations/sessions/job.ts'
import { planBriefJob } from '../../../../src/features/geo/briefs/planning/job.ts'
import { runScanJob } from '../../../../src/features/geo/scans/job.ts'
import { toolRoutes } from '../../../../src/features/tools/tools.ts'
import { effectOf } from '../../../../src/http/operation.ts'
import type { Job } from '../../../../src/jobs/define.ts'
import { performDueJobs } from '../../../../src/jobs/runner.ts'
import { jobs } from '../../../../src/registry.ts'
import { type Line, requestsOf } from '../../../support/agent.ts'
import { engine } from '../../../support/engine.ts'
import { answer, call, end } from '../../../support/talking.ts'
import { openWorld, stateOf, type World, writing } from '../../../support/writing.ts'

const stops: World['stop'][] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Further effects are not performed: the test checks that they were requested, and once. */
const own = [turnJob.name, planBriefJob.name]
const idleBut = (names: string[]) =>
  jobs.map((job): Job => (names.includes(job.name) ? job : { ...job, perform: async () => {} }))
/** Their routes wait for the end of a job. */
const waiting: Record<string, string> = { plan_brief: 'geo_brief_plans', run_conversation: 'geo_scans' }

/** A model that calls a tool, and a user who is asked to approve it, unless the tool creates a draft. */
async function asked(tool: string) {
  const script: ReturnType<typeof answer> = []
  const world = await openWorld(script, answer('Done.'))
  stops.push(world.stop)
  const input = (await writing[tool]?.(world)) ?? {}
  script.push(call(tool, input), ...end('tool_calls'))
  const performed = idleBut(tool === 'run_conversation' ? [...own, runScanJob.name] : own)
  const go = () => performDueJobs(world.ctx, performed)
  const { body } = await world.team.call('POST', '/v2/agent/v1/session', {
    message: `Call ${tool.replaceAll('_', ' ')}`,
  })
  if (effectOfTool(world, tool) === 'draft')
    return {
      ...world,
      approval: 'automatic' as const,
      async approve(): Promise<Line[]> {
        await go()
        return world.events(body.sessionId)
      },
    }
  await go()
  const [request] = requestsOf(await world.events(body.sessionId))
  if (!request) throw new Error(`${tool} was not asked about: ${await world.stream(body.sessionId)}`)
  return {
    ...world,
    approval: 'spent' as const,
    /** Approves as a user, and returns the session's events from then on. */
    async approve(): Promise<Line[]> {
      await world.team.call('POST', `/v2/agent/v1/session/${body.sessionId}`, {
        inputResponses: [{ requestId: request.requestId, optionId: 'approve' }],
      })
      await go()
      return world.events(body.sessionId)
    },
  }
}

function effectOfTool({ ctx }: World, tool: string) {
  const route = toolRoutes(ctx).find(({ operation }) => operation.tool === tool)
  return route && effectOf(route)
}

/** The process that owns the turn is gone, and another one claims it once its lease ends. */
async function die({ ctx }: Pick<World, 'ctx'>) {
  await ctx.db.run(sql`
    update jobs set state = 'ready', lease_owner = null, lease_until = null
    where name = 'agent-sessions.turn' and state = 'running'`)
  await ctx.db.run(sql`update agent_sessions set attempt = attempt + 1`)
  ctx.clock.advance(20_000)
}

type Moment = 'before' | 'after'

/** Kills the process at a call of a writing route, `at` each of these moments in turn. */
function dieAt({ ctx }: World, ...moments: Moment[]): Moment[] {
  const handle = ctx.ownApi.handle
  ctx.ownApi.handle = async (request) => {
    const moment = request.method === 'GET' ? undefined : moments.shift()
    if (moment === undefined) return handle(request)
    if (moment === 'after') await until(ctx, handle(request))
    await die({ ctx })
    throw new Error('The process is gone.')
  }
  return moments
}

/** Until a route has answered, or waits for the work that it has started. */
async function until({ db }: World['ctx'], answered: Promise<Response>) {
  let isOver = false
  void answered.finally(() => {
    isOver = true
  })
  const begun = sql`select 1 from geo_brief_plans union all select 1 from geo_scans where cause = 'sequence'`
  while (!isOver && (await db.all(begun)).length === 0) await Bun.sleep(1)
}

test('every tool that writes is tested here', async () => {
  const { ctx, stop } = await openWorld()
  stops.push(stop)
  const names = toolRoutes(ctx)
    .filter((route) => effectOf(route) !== 'read')
    .map(({ operation }) => String(operation.tool))
  expect(Object.keys(writing).sort()).toEqual(names.sort())
})

describe('a kill between the start of a call, its effect and its result', () => {
  const tools = Object.keys(writing)

  test.each(tools)('runs %s once, as without the kill, and stores its result once', async (tool) => {
    const killed = await asked(tool)
    const before = await stateOf(killed)
    const left = dieAt(killed, 'before', 'after')
    const told = await killed.approve()
    expect(left).toEqual([])
    const results = told.filter(({ type }) => type === 'action.result')
    expect(
      results.map(({ data }) => [data.status, data.status === 'completed' || data.result.output]),
    ).toEqual([['completed', true]])
    expect(told.at(-1)?.type).toBe('session.waiting')
    expect((await killed.ctx.db.select().from(approvals)).map(({ status }) => status)).toEqual([
      killed.approval,
    ])
    const after = await stateOf(killed)
    expect(after).not.toEqual(before)
    expect(killed.talking.talks.filter(({ body }) => body.stream).length).toBe(2)
    const begun = waiting[tool]
    if (begun) return expect(after[begun]).toHaveLength(1)
    // The rows are the same on both engines.
    if (engine === 'libsql') return

    const undisturbed = await asked(tool)
    await undisturbed.approve()
    expect(after).toEqual(await stateOf(undisturbed))
  })
})
