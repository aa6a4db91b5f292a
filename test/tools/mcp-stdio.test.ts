import { afterEach, beforeEach, expect, test } from 'bun:test'
import { projects } from '../../src/features/geo/projects/table.ts'
import { command } from '../support/command.ts'
import { program } from '../support/process.ts'
import { agentService, everyTool, known, thanks } from './support.ts'

let service: Awaited<ReturnType<typeof agentService>>
beforeEach(async () => {
  service = await agentService()
})
afterEach(() => service.stop())

const entry = { message: 'The export stops.', title: 'Export', kind: 'bug', sentiment: 'negative' }

test('an agent finds submit_feedback and sends; the defaults are merged into each submission', async () => {
  const { ctx, acme } = service
  await ctx.db.insert(projects).values({ id: 'p1', organizationId: acme.id, name: 'P', createdAt: ctx.now() })
  const { names, call } = await service.stdio(
    ...['--agent-client', 'codex', '--agent-model', 'large', '--tool-version', '1.2', '--project', 'p1'],
    ...['--metadata', '{"plan": "pro"}'],
  )
  expect(await names()).toEqual(['submit_feedback'])
  expect(
    await call('submit_feedback', { ...entry, contextUrl: 'https://example.com/x', projectId: 'p2' }),
  ).toEqual(thanks)
  const { body } = await acme.call('GET', '/v1/feedback')
  expect(body.feedback).toMatchObject([
    {
      ...entry,
      contextUrl: 'https://example.com/x',
      source: 'mcp',
      agentClient: 'codex',
      agentModel: 'large',
      toolVersion: '1.2',
      projectId: 'p1',
      metadata: { plan: 'pro' },
    },
  ])
})

test('a repeated call is reported as already recorded; that of another agent is not', async () => {
  const first = await service.stdio()
  expect(await first.call('submit_feedback', entry)).toEqual(thanks)
  expect(await first.call('submit_feedback', entry)).toEqual(known)
  const second = await service.stdio()
  expect(await second.call('submit_feedback', entry)).toEqual(thanks)
})

test("with a key the maintainer reads and resolves the agent's feedback", async () => {
  const { names, call } = await service.stdio('--api-url', service.url, '--api-key', service.acme.key)
  expect(await names()).toEqual(everyTool)
  await call('submit_feedback', entry)
  const { feedback } = JSON.parse((await call('list_feedback', { kind: 'bug' })).text)
  expect(feedback).toMatchObject([entry])
  await call('update_feedback_status', { feedbackId: feedback[0].id, status: 'resolved' })
  const { body } = await service.acme.call('GET', `/v1/feedback/${feedback[0].id}`)
  expect(body.feedback.status).toBe('resolved')
})

test('with a key alone the agent has the tools of the API', async () => {
  const args = ['mcp', '--api-url', service.url, '--api-key', service.acme.key]
  const { names, call } = await service.program(...args)
  expect((await names()).toSorted()).toEqual(everyTool.toSorted())
  expect((await call('list_posts', {})).isError).toBe(false)
})

test('without an address the program says what it needs', async () => {
  const ended = await command(['mcp'])
  expect([ended.exitCode, ended.stderr]).toEqual([
    2,
    expect.stringContaining('mcp: --feedback-url URL or --api-url URL is required.'),
  ])
})

test.each([
  [['--api-url', 'http://127.0.0.1:9', '--api-key', 'x'], 'cannot be reached, or it refuses the key', 1],
  [['--api-url', 'http://127.0.0.1:9'], '--api-url requires --api-key KEY', 2],
  [['--metadata', '[1]'], '--metadata must be a JSON object.', 2],
  [['--timeout', '0'], '--timeout must be a number of seconds', 2],
])('%j ends with one sentence', async (args, sentence, exitCode) => {
  const ended = await command(['mcp', '--feedback-url', 'http://127.0.0.1:9/v1/feedback/a', ...args])
  expect(ended.stderr).toContain(sentence)
  expect([ended.exitCode, ended.stdout]).toEqual([exitCode, ''])
})

test('the program ends when its agent does', async () => {
  const child = Bun.spawn([...program, 'mcp', '--feedback-url', 'http://127.0.0.1:9/v1/feedback/a'], {
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  await child.stdin.end()
  expect(await child.exited).toBe(0)
})
