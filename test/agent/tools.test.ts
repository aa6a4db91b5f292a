import { beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { countTokens, type JsonSchema } from '../../src/agent/tool-schema.ts'
import { cutOutput, findTools, type Tool, toolRoutes } from '../../src/agent/tools.ts'
import { createKey, revokeKey, updateKey } from '../../src/features/keys/service.ts'
import { members } from '../../src/features/members/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import { effectOf } from '../../src/http/operation.ts'
import { addProject, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

const asker = (id: string = acme.keyId) => ({ id, organizationId: acme.id })
const call = { callId: 'call_1' }
const everything = { maxSchemaTokens: Number.POSITIVE_INFINITY }

async function toolOf(name: string, id?: string): Promise<Tool> {
  const tool = (await findTools(app.ctx, asker(id), everything)).find((each) => each.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

async function addPost(id = 'post1', organizationId = acme.id) {
  const now = app.ctx.now()
  await app.ctx.db.insert(posts).values({
    id,
    organizationId,
    contentType: 'changelog',
    status: 'draft',
    title: 'Release',
    content: '<p>x</p>',
    markdown: 'x',
    createdAt: now,
    updatedAt: now,
  })
}

test('every tool says what its calls do: whoever changes this list changes what waits for a person', () => {
  const effects: Record<string, string[]> = { read: [], draft: [], change: [] }
  for (const route of toolRoutes(app.ctx)) effects[effectOf(route)]?.push(String(route.operation.tool))
  expect(effects).toEqual({
    read: [
      ...['list_feedback', 'get_feedback', 'list_posts', 'get_post', 'get_post_generation_status'],
      ...['list_runs', 'get_run', 'preview_activity', 'get_usage', 'list_deliveries', 'list_projects'],
      ...['get_visibility_settings', 'list_prompts', 'get_prompt_history', 'list_competitors'],
      ...['list_scans', 'estimate_scan', 'get_scan'],
      ...['get_visibility_overview', 'get_visibility_timeseries', 'list_prompt_results'],
      ...['get_prompt_result', 'get_competitor_share', 'get_sentiment', 'list_cited_sources'],
      ...['list_visibility_changes', 'list_gaps'],
    ],
    draft: ['submit_feedback', 'generate_post', 'create_project'],
    change: [
      ...['update_feedback_status', 'update_visibility_settings', 'add_prompt', 'update_prompt'],
      ...['track_competitor', 'run_scan'],
    ],
  })
})

test('a tool that writes and does not say what it does cannot be offered', () => {
  const [route] = toolRoutes(app.ctx).filter(({ method }) => method === 'POST')
  if (!route) throw new Error('No tool writes.')
  const silent = { ...route, operation: { ...route.operation, effect: null } }
  expect(() => effectOf(silent)).toThrow(`The tool ${route.operation.tool} does not say what its calls do.`)
})

describe('whom a tool acts for is looked up at each call', () => {
  const revoked = { text: 'Invalid API key', isError: true, status: 401 }

  test('a key that is revoked is refused', async () => {
    const tool = await toolOf('list_posts')
    expect(await tool.call({}, call)).toMatchObject({ isError: false, status: 200 })
    await revokeKey(app.ctx, acme.id, acme.keyId)
    expect(await tool.call({}, call)).toEqual(revoked)
    await expect(findTools(app.ctx, asker())).rejects.toThrow('Invalid API key')
  })

  test('a key that expires is refused', async () => {
    const expiresAt = new Date(app.ctx.now().getTime() + 1000)
    const { id } = await createKey(app.ctx, acme.id, { name: 'short', expiresAt })
    const tool = await toolOf('list_posts', id)
    expect(await tool.call({}, call)).toMatchObject({ isError: false })
    app.ctx.clock.advance(1000)
    expect(await tool.call({}, call)).toEqual(revoked)
  })

  test('a key that may do less is refused what it may do no longer', async () => {
    const tool = await toolOf('list_posts')
    await updateKey(app.ctx, acme.id, acme.keyId, { scopes: ['posts.write'] })
    expect(await tool.call({}, call)).toEqual({ text: 'Forbidden', isError: true, status: 403 })
  })

  test('somebody who is a member no longer is refused', async () => {
    const person = await acme.person('member')
    const tool = await toolOf('list_posts', `user:${person.id}`)
    expect(await tool.call({}, call)).toMatchObject({ isError: false })
    await app.ctx.db
      .delete(members)
      .where(and(eq(members.userId, person.id), eq(members.organizationId, acme.id)))
    expect(await tool.call({}, call)).toEqual({
      text: 'Workspace access revoked',
      isError: true,
      status: 403,
    })
  })

  test('a key and a person of another organization find nothing here', async () => {
    const other = await app.team('other')
    const stranger = await other.person('owner')
    for (const id of [other.keyId, `user:${stranger.id}`])
      await expect(findTools(app.ctx, asker(id))).rejects.toThrow()
    await addPost('theirs', other.id)
    expect(await (await toolOf('get_post')).call({ postId: 'theirs' }, call)).toMatchObject({
      isError: false,
    })
    expect((await (await toolOf('get_post')).call({ postId: 'theirs' }, call)).text).toContain('"post":null')
  })

  test('nobody outside can say for whom they act', async () => {
    const answer = await app.anonymous('GET', '/v1/posts', undefined, {
      'x-asker': acme.keyId,
      'x-organization-id': acme.id,
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'MISSING_API_KEY'])
  })
})

test('tools are those of the scopes as they are now', async () => {
  const { id } = await createKey(app.ctx, acme.id, { name: 'reader', scopes: ['feedback.read'] })
  const names = async () => (await findTools(app.ctx, asker(id))).map(({ name }) => name)
  expect(await names()).toEqual(['list_feedback', 'get_feedback', 'get_usage'])
  await updateKey(app.ctx, acme.id, id, { scopes: ['scans.write'] })
  expect(await names()).toEqual(['get_usage', 'run_scan'])
})

describe('what stands in a path', () => {
  const hostile = [
    ...['..', '.', '../posts', '%2e%2e', '%2E%2E/posts', '..%2fposts', 'a/b', '/', '\\..\\posts', ''],
    ...[' ', '\n', '..;', '?status=draft', '#', 'a\0b', 'ä', 'x'.repeat(101), '\ud800'],
    ...[null, 7, {}, ['..'], true, undefined],
  ]

  test('is refused by every tool before anything is called, unless it is an id', async () => {
    const project = await addProject(app.ctx, acme.id)
    const asked: string[] = []
    const { handle } = app.ctx.ownApi
    app.ctx.ownApi.handle = (request) => {
      asked.push(new URL(request.url).pathname)
      return handle(request)
    }
    let tried = 0
    for (const route of toolRoutes(app.ctx)) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const tool = await toolOf(String(route.operation.tool))
      for (const name of names) {
        for (const value of hostile) {
          const input = { ...Object.fromEntries(names.map((each) => [each, project])), [name]: value }
          const result = await tool.call(input, call)
          expect([tool.name, value, result.isError, result.status]).toEqual([tool.name, value, true, 400])
          expect(result.text).toStartWith(name)
          tried++
        }
      }
    }
    expect(tried).toBeGreaterThan(500)
    expect(asked).toEqual([])
  })
})

describe('the schemas of tools', () => {
  function objectsIn(schema: JsonSchema, place: string): [string, JsonSchema][] {
    const inner = [
      ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
        objectsIn(each, `${place}.${name}`),
      ),
      ...(schema.items ? objectsIn(schema.items, `${place}[]`) : []),
      ...(schema.anyOf ?? []).flatMap((each) => objectsIn(each, place)),
    ]
    return schema.type === 'object' ? [[place, schema], ...inner] : inner
  }

  test('are closed at every level', async () => {
    const open = (await findTools(app.ctx, asker(), everything))
      .flatMap(({ name, inputSchema }) => objectsIn(inputSchema, name))
      .flatMap(([place, schema]) => (schema.additionalProperties === false ? [] : [place]))
    // What anybody may put anything into.
    expect(open).toEqual(['submit_feedback.metadata'])
  })

  test('take at most the room there is: areas named first come first, in one order', async () => {
    const room = async (maxSchemaTokens: number, areasFirst: string[] = []) => {
      const tools = await findTools(app.ctx, asker(), { maxSchemaTokens, areasFirst })
      const taken = tools.map(({ name, description, inputSchema }) =>
        countTokens({ name, description, inputSchema }),
      )
      expect(taken.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(maxSchemaTokens)
      return tools
    }
    const areasOf = (tools: Tool[]) => [...new Set(tools.map(({ area }) => area))]
    await room(8000)
    expect(areasOf(await room(400, ['scans']))).toContain('scans')
    expect(areasOf(await room(400))).not.toContain('scans')
    expect(await room(0)).toEqual([])
    const names = (await room(2000, ['visibility'])).map(({ name }) => name)
    expect((await room(2000, ['visibility'])).map(({ name }) => name)).toEqual(names)
  })
})

test('an answer is whole, and cut for a model with a word that says so', () => {
  expect(cutOutput('x'.repeat(20_000))).toBe('x'.repeat(20_000))
  expect(cutOutput('x'.repeat(20_007))).toBe(
    `${'x'.repeat(20_000)}\n[Cut here: 7 of 20007 characters were left out. Ask for less at a time.]`,
  )
})
