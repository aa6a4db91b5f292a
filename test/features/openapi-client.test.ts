import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plugin } from 'bun'
import { connect, scheduleBody, testApp, triggerBody } from '../support/app.ts'
import { readOpenApi } from '../support/openapi.ts'

// The generator writes TypeScript by the compiler's old interface, which version 7 has no more.
plugin({
  name: 'typescript-6',
  setup: (build) =>
    void build.module('typescript', async () => ({
      exports: await import('@typescript/typescript6'),
      loader: 'object',
    })),
})

const root = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'herald-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp()
  app.api.listen({ hostname: '127.0.0.1', port: 0 })
  const { createClient } = await import('@hey-api/openapi-ts')
  await createClient({
    input: (await readOpenApi(app.api)) as never,
    output: folder,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent' },
  })
}, 60_000)
afterAll(() => app.api.stop(true))

/** What a client of the API may write, by types alone. */
const uses = `
import { createSchedule, getPost, listPosts, submitPublicFeedback, updatePost } from './sdk.gen'

export async function use(): Promise<[number, 'draft' | 'published', string | null | undefined]> {
  const { data } = await listPosts({ query: { status: ['draft', 'published'] } })
  const { data: found } = await getPost({ path: { postId: 'x' } })
  const status: 'draft' | 'published' = found?.post?.status ?? 'draft'
  const { error } = await updatePost({ path: { postId: 'x' }, body: { status } })
  const sentence: string | undefined = error?.error
  await submitPublicFeedback({ path: { feedbackId: 'acme' }, body: { message: sentence ?? 'Fine.' } })
  // @ts-expect-error: a status is one of two words.
  await updatePost({ path: { postId: 'x' }, body: { status: 'gone' } })
  // @ts-expect-error: a schedule needs its targets.
  await createSchedule({ body: { name: 'x' } })
  return [(data?.pagination.nextPage ?? 1) * 2, status, found?.post?.slug]
}
`

test('the client that @hey-api/openapi-ts makes compiles strictly, and types what it should', async () => {
  await Bun.write(join(folder, 'use.ts'), uses)
  const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', 'false', '--target', 'es2023']
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    '',
    '--lib',
    'esnext,dom',
  ]
  const compiler = Bun.spawn(
    [process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...options, ...modules, 'use.ts'],
    { cwd: folder, stdout: 'pipe', stderr: 'pipe' },
  )
  expect(await new Response(compiler.stdout).text()).toBe('')
  expect(await compiler.exited).toBe(0)
})

type Call = (options?: object) => Promise<{ data: any; error: any; response: Response }>

test('the client drives the service', async () => {
  const acme = await app.team('acme')
  const { id } = await connect(app.ctx, acme.id)
  const sdk: Record<string, Call> = await import(join(folder, 'sdk.gen.ts'))
  const { client } = await import(join(folder, 'client.gen.ts'))
  client.setConfig({ baseUrl: `http://127.0.0.1:${app.api.server?.port}`, auth: () => acme.key })

  /** What an operation answers; the reason of a refusal. */
  async function call(name: string, options?: object) {
    const { data, error, response } = await (sdk[name] as Call)(options)
    return data ?? { status: response.status, ...error }
  }

  expect(await call('getStatus')).toMatchObject({ service: 'Herald API' })
  expect(await call('listIntegrations')).toMatchObject({ github: [{ id, displayName: 'acme/app' }] })

  const { schedule } = await call('createSchedule', { body: scheduleBody(id) })
  expect(await call('listSchedules', { query: { repositoryIds: ['other', id] } })).toMatchObject({
    schedules: [schedule],
  })
  expect(await call('listSchedules', { query: { repositoryIds: ['other'] } })).toMatchObject({
    schedules: [],
  })
  expect(await call('deleteSchedule', { path: { scheduleId: schedule.id } })).toMatchObject({
    id: schedule.id,
  })
  expect(await call('deleteSchedule', { path: { scheduleId: schedule.id } })).toEqual({
    status: 404,
    error: 'Schedule not found',
  })

  const { eventTrigger } = await call('createEventTrigger', { body: triggerBody(id) })
  expect(await call('getEventTrigger', { path: { triggerId: eventTrigger.id } })).toMatchObject({
    eventTrigger,
  })

  const body = { name: 'notes', description: 'd', content: 'c' }
  expect(await call('createSkill', { body })).toMatchObject({ skill: body })
  const skill = { path: { name: 'notes' }, body: { description: 'other' } }
  expect(await call('updateSkill', skill)).toMatchObject({ skill: { ...body, description: 'other' } })

  const sent = { path: { feedbackId: 'acme' }, body: { message: 'm', title: 't', kind: 'bug' } }
  const { feedback } = await call('submitPublicFeedback', sent)
  expect(await call('listFeedback', { query: { status: 'new', limit: 1 } })).toMatchObject({
    feedback: [{ id: feedback.id, message: 'm' }],
    pagination: { totalItems: 1, limit: 1 },
  })
  const resolved = { path: { feedbackId: feedback.id }, body: { status: 'resolved' } }
  expect(await call('updateFeedback', resolved)).toMatchObject({ feedback: { status: 'resolved' } })

  const { job } = await call('createPostGeneration', {
    body: { contentType: 'changelog', integrations: { github: [id] } },
  })
  expect(await call('getPostGeneration', { path: { jobId: job.id } })).toMatchObject({
    job: { id: job.id, status: 'queued', repositoryIds: [id] },
    events: [{ type: 'queued' }],
  })
  expect(await call('listPosts', { query: { status: ['draft', 'published'], limit: 5 } })).toMatchObject({
    posts: [],
    pagination: { limit: 5 },
  })
  client.setConfig({ auth: () => 'wrong' })
  expect(await call('listPosts')).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
})
