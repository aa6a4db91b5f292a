import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { projects } from '../../src/features/geo/projects/table.ts'
import { findTools, type Tool, toolRoutes } from '../../src/features/tools/tools.ts'
import { sweepToolCalls } from '../../src/http/idempotency.ts'
import { effectOf } from '../../src/http/operation.ts'
import {
  addIdentity,
  addPageFact,
  connect,
  scheduleBody,
  type Team,
  testApp,
  triggerBody,
} from '../support/app.ts'
import { drain } from '../support/context.ts'
import { engineServer } from '../support/engine-server.ts'
import { startGitHub } from '../support/github.ts'
import { repository } from '../support/github-repository.ts'
import { startModels } from '../support/models.ts'
import { addBrief } from '../support/planning.ts'
import { track } from '../support/tracking.ts'

let engine: ReturnType<typeof engineServer>
let models: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let projectId: string
let repositoryId: string
let briefId: string
beforeEach(async () => {
  engine = engineServer({})
  models = startModels({})
  app = await testApp({}, models.models(), engine.engines([{}]))
  acme = await app.team('acme')
  await addIdentity(app.ctx, acme.id, 'brand')
  await addPageFact(app.ctx, acme.id, 'brand')
  projectId = await track(app.ctx, acme.id)
  repositoryId = (await connect(app.ctx, acme.id)).id
  await app.ctx.db.update(projects).set({ brandIdentityId: 'brand' })
  briefId = await addBrief(app.ctx, acme, projectId)
})
afterEach(async () => {
  await engine.stop()
  await models.stop()
})

/** For every tool that creates records: its input, and the tables in which it inserts one row per call. */
const making: Record<string, [input: () => Record<string, unknown>, tables: string[]]> = {
  submit_feedback: [() => ({ message: 'The export stops.' }), ['feedback']],
  create_post: [
    () => ({ contentType: 'blog_post', title: 'Exports', markdown: 'Fast.' }),
    ['posts', 'post_versions'],
  ],
  generate_post: [
    () => ({ contentType: 'changelog', lookbackWindow: 'last_7_days' }),
    ['generation_jobs', 'collections', 'jobs'],
  ],
  generate_brand_identity: [
    () => ({ websiteUrl: 'https://other.example', name: 'Other' }),
    ['brand_identities', 'brand_analysis_jobs', 'jobs'],
  ],
  add_brand_fact: [
    () => ({ brandIdentityId: 'brand', url: 'https://acme.example/pricing' }),
    ['brand_facts', 'jobs'],
  ],
  refresh_brand_fact: [() => ({ brandIdentityId: 'brand', factId: 'page' }), ['jobs']],
  create_skill: [() => ({ name: 'tone', description: 'Ours', content: 'Be brief.' }), ['skills']],
  create_schedule: [() => scheduleBody(repositoryId), ['automations', 'recurring']],
  create_event_trigger: [() => triggerBody(repositoryId), ['automations', 'automation_repositories']],
  create_project: [() => ({ name: 'Second' }), ['projects']],
  add_prompt: [() => ({ projectId, prompt: 'which tools are there' }), ['geo_prompts']],
  create_conversation: [
    () => ({ projectId, name: 'Talk', steps: ['Which tools are there?'] }),
    ['geo_sequences'],
  ],
  add_sitemap: [() => ({ projectId, url: 'https://acme.example/sitemap.xml' }), ['geo_sitemaps', 'jobs']],
  scan_agent_readiness: [() => ({ projectId }), ['readiness_reports', 'jobs']],
  run_scan: [() => ({ projectId }), ['geo_scans', 'jobs']],
  rescan_prompt: [() => ({ projectId, promptId: `p1-${projectId}` }), ['geo_scans', 'jobs']],
  approve_brief: [() => ({ projectId, briefId }), ['jobs']],
}

async function toolOf(name: string): Promise<Tool> {
  const asker = { id: acme.keyId, organizationId: acme.id }
  const tools = await findTools(app.ctx, asker, { maxSchemaTokens: Number.POSITIVE_INFINITY })
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

async function countRows(tables: string[]): Promise<number[]> {
  const counted = tables.map((table) => app.ctx.db.$client.execute(`select count(*) as rows from ${table}`))
  return (await Promise.all(counted)).map(({ rows }) => Number(rows[0]?.rows))
}

const plus = (counts: number[], more: number) => counts.map((count) => count + more)

test('every tool that creates records is tested here', () => {
  const posts = toolRoutes(app.ctx).filter((route) => route.method === 'POST' && effectOf(route) !== 'read')
  const names = posts.map(({ operation }) => String(operation.tool))
  // They are tested below. A check creates nothing: it stores the same faults again.
  const others = ['connect_repository', 'plan_brief', 'retry_scan', 'check_post', 'run_conversation']
  expect(names.sort()).toEqual([...Object.keys(making), ...others].sort())
})

describe.each(Object.keys(making))('%s', (name) => {
  const [inputOf, tables] = making[name] as (typeof making)[string]

  test('that is retried creates nothing twice, and returns its first answer', async () => {
    const before = await countRows(tables)
    const tool = await toolOf(name)
    const first = await tool.call(inputOf(), { callId: 'call_1' })
    expect([first.text, first.isError]).toEqual([first.text, false])
    for (let time = 0; time < 3; time++)
      expect(await tool.call(inputOf(), { callId: 'call_1' })).toEqual(first)
    expect(await countRows(tables)).toEqual(plus(before, 1))
  })

  test('that is called concurrently creates one record', async () => {
    const before = await countRows(tables)
    const tool = await toolOf(name)
    const results = await Promise.all(
      Array.from({ length: 3 }, () => tool.call(inputOf(), { callId: 'call_1' })),
    )
    expect(results).toEqual(Array(3).fill(results[0]))
    expect(results[0]?.isError).toBe(false)
    expect(await countRows(tables)).toEqual(plus(before, 1))
    // The later calls reserve no quota.
    expect((await countRows(["usage_holds where state = 'held'"]))[0]).toBeLessThanOrEqual(1)
  })
})

test('plan_brief that is retried waits for the running planning', async () => {
  const tool = await toolOf('plan_brief')
  const leaving = new AbortController()
  const input = { projectId, topic: 'how small teams write changelogs' }
  const call = { callId: 'call_1', signal: leaving.signal }
  const tries = [tool.call(input, call), tool.call(input, call)]
  while ((await countRows(['geo_brief_plans']))[0] === 0) await Bun.sleep(1)
  tries.push(tool.call(input, call))
  leaving.abort()
  await Promise.all(tries)
  expect(await countRows(['geo_brief_plans'])).toEqual([1])
})

test('connect_repository that is retried finds its repository, and accepts no token', async () => {
  using github = startGitHub({ repositories: [repository('acme/web')] })
  app.ctx.config.githubApiUrl = github.url
  const tool = await toolOf('connect_repository')
  expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(['owner', 'repo', 'branch'])
  const input = { owner: 'acme', repo: 'web', token: 'ghp_secret' }
  const first = await tool.call(input, { callId: 'call_1' })
  expect([first.text, first.isError]).toEqual([first.text, false])
  expect(await tool.call(input, { callId: 'call_1' })).toEqual(first)
  const { rows } = await app.ctx.db.$client.execute('select encrypted_token as token from integrations')
  expect(rows.map(({ token }) => token)).toEqual([null, null])
})

test('retry_scan that is retried asks failed questions once', async () => {
  const scan = await (await toolOf('run_scan')).call({ projectId }, { callId: 'call_1' })
  const { scanId } = JSON.parse(scan.text)
  await app.ctx.db.$client.execute("update geo_scans set status = 'failed'")
  await app.ctx.db.$client.execute('update geo_settings set scan_id = null, scan_started_at = null')
  const tool = await toolOf('retry_scan')
  const first = await tool.call({ projectId, scanId }, { callId: 'call_2' })
  expect(first).toMatchObject({ isError: false, status: 202 })
  expect(await tool.call({ projectId, scanId }, { callId: 'call_2' })).toEqual(first)
  expect(await countRows(['geo_scans'])).toEqual([2])
})

test('run_conversation that is retried plays the conversation once', async () => {
  const { text } = await (await toolOf('create_conversation')).call(
    { projectId, name: 'Talk', steps: ['Which tools are there?'] },
    { callId: 'call_1' },
  )
  const input = { projectId, sequenceId: JSON.parse(text).sequence.id }
  const tool = await toolOf('run_conversation')
  const calls = [tool.call(input, { callId: 'call_2' })]
  while ((await countRows(['geo_scans']))[0] === 0) await Bun.sleep(1)
  calls.push(tool.call(input, { callId: 'call_2' }))
  await drain(app.ctx)
  const [first, again] = await Promise.all(calls)
  expect([first?.text, first?.isError]).toEqual([first?.text ?? '', false])
  expect(again).toEqual(first as never)
  expect(await countRows(['geo_scans'])).toEqual([1])
})

test('scan_agent_readiness that is retried returns the running scan that it reused, once that has ended', async () => {
  const tool = await toolOf('scan_agent_readiness')
  await tool.call({ projectId }, { callId: 'call_1' })
  const reused = JSON.parse((await tool.call({ projectId }, { callId: 'call_2' })).text)
  expect(reused.alreadyRunning).toBe(true)
  await app.ctx.db.$client.execute("update readiness_reports set status = 'failed'")
  const retried = JSON.parse((await tool.call({ projectId }, { callId: 'call_2' })).text)
  expect(retried.reportId).toBe(reused.reportId)
  expect(await countRows(['readiness_reports'])).toEqual([1])
})

test('another call creates another record, and the same call of another organization too', async () => {
  const tool = await toolOf('create_project')
  const first = JSON.parse((await tool.call({ name: 'One' }, { callId: 'call_1' })).text)
  const other = JSON.parse((await tool.call({ name: 'One' }, { callId: 'call_2' })).text)
  expect(other.project.id).not.toBe(first.project.id)
  const theirs = await app.team('theirs')
  await addIdentity(app.ctx, theirs.id, 'their-brand')
  const asker = { id: theirs.keyId, organizationId: theirs.id }
  const foreign = (await findTools(app.ctx, asker, { said: ['a project'] })).find(
    ({ name }) => name === 'create_project',
  )
  const made = JSON.parse((await foreign?.call({ name: 'One' }, { callId: 'call_1' }))?.text ?? '{}')
  expect(made.organization.id).toBe(theirs.id)
  expect(made.project.id).not.toBe(first.project.id)
})

test('a refused call has created nothing, and may be retried', async () => {
  const tool = await toolOf('create_project')
  const refused = await tool.call({ name: '' }, { callId: 'call_1' })
  expect(refused).toMatchObject({ isError: true, status: 400 })
  expect(await tool.call({ name: 'One' }, { callId: 'call_1' })).toMatchObject({ isError: false })
})

test('the result of a call is returned only to callers with permission for it', async () => {
  const tool = await toolOf('create_project')
  await tool.call({ name: 'One' }, { callId: 'call_1' })
  await app.ctx.db.$client.execute('update api_keys set scopes = \'["posts.read"]\'')
  expect(await tool.call({ name: 'One' }, { callId: 'call_1' })).toEqual({
    text: 'Forbidden',
    isError: true,
    status: 403,
  })
})

test('calls are deleted after thirty days', async () => {
  await (await toolOf('create_project')).call({ name: 'One' }, { callId: 'call_1' })
  const day = 24 * 60 * 60 * 1000
  for (const [days, left] of [
    [29, 1],
    [1, 0],
  ] as const) {
    app.ctx.clock.advance(days * day)
    await sweepToolCalls.perform(app.ctx, {}, { signal: new AbortController().signal } as never)
    expect(await countRows(['tool_calls'])).toEqual([left])
  }
  await drain(app.ctx)
})
