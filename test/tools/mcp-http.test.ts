import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { feedback } from '../../src/features/feedback/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { createFeedbackToken, createKey } from '../../src/features/keys/service.ts'
import { posts } from '../../src/features/posts/table.ts'
import { agentService, everyTool, known, thanks } from './support.ts'

let service: Awaited<ReturnType<typeof agentService>>
beforeEach(async () => {
  service = await agentService()
})
afterEach(() => service.stop())

const entry = { message: 'The export stops.', title: 'Export', kind: 'bug', sentiment: 'negative' }
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const keyed = () => service.http('/mcp', bearer(service.acme.key))
const stored = () => service.ctx.db.select().from(feedback)

describe('without a key', () => {
  test('an agent finds only submit_feedback, sends, and a maintainer resolves it through the API', async () => {
    const { names, call } = await service.http('/mcp/acme')
    expect(await names()).toEqual(['submit_feedback'])
    expect(await call('submit_feedback', entry)).toEqual(thanks)

    const { body } = await service.acme.call('GET', '/v1/feedback')
    expect(body.feedback).toMatchObject([{ ...entry, source: 'mcp', status: 'new' }])
    const { id } = body.feedback[0]
    const resolved = await service.acme.call('PATCH', `/v1/feedback/${id}`, { status: 'resolved' })
    expect(resolved.body.feedback).toMatchObject({
      id,
      status: 'resolved',
      resolvedAt: service.ctx.now().toISOString(),
    })
  })

  test('a repeated call is not stored twice, another message is', async () => {
    const { call } = await service.http('/mcp/acme')
    expect(await call('submit_feedback', entry)).toEqual(thanks)
    expect(await call('submit_feedback', entry)).toEqual(known)
    expect(await call('submit_feedback', { ...entry, message: 'Another matter.' })).toEqual(thanks)
    expect(await stored()).toHaveLength(2)
  })

  test("the public limits are those of the caller's address", async () => {
    const { call } = await service.http('/mcp/acme')
    for (let sent = 0; sent < 30; sent++) await call('submit_feedback', { ...entry, message: `m${sent}` })
    expect(await call('submit_feedback', entry)).toEqual({
      text: 'The feedback could not be sent: Rate limit exceeded.',
      isError: true,
    })
    const buckets = await service.ctx.db.$client.execute(
      "select bucket from rate_limits where bucket like 'feedback.address:%'",
    )
    expect(buckets.rows.map((row) => String(row.bucket))).toEqual(['feedback.address:127.0.0.1'])
  })

  test('an unknown organization is an error result', async () => {
    const { call } = await service.http('/mcp/nobody')
    expect(await call('submit_feedback', entry)).toEqual({
      text: 'The feedback could not be sent: Feedback endpoint not found.',
      isError: true,
    })
  })

  test('/mcp itself needs a valid key', async () => {
    for (const headers of [{}, bearer('wrong')])
      await expect(service.http('/mcp', headers as never)).rejects.toThrow()
    const answer = await service.anonymous('POST', '/mcp', {})
    expect([answer.status, answer.body.code]).toEqual([401, 'MISSING_API_KEY'])
    expect(answer.headers.get('www-authenticate')).toStartWith('Bearer resource_metadata=')
  })

  test('triage cannot be called without the right to it', async () => {
    const { call } = await service.http('/mcp/acme')
    expect(await call('list_feedback', {})).toEqual({
      text: 'There is no tool list_feedback.',
      isError: true,
    })
  })
})

describe('with a key', () => {
  test('an agent submits, lists, reads and resolves feedback', async () => {
    const { names, call } = await keyed()
    expect(await names()).toEqual(everyTool)
    expect(await call('submit_feedback', entry)).toEqual(thanks)
    expect(await call('submit_feedback', entry)).toEqual(known)
    const list = JSON.parse((await call('list_feedback', { status: 'new', limit: 1 })).text)
    expect(list.pagination).toMatchObject({ limit: 1, totalItems: 1 })
    const [{ id }] = list.feedback
    expect(JSON.parse((await call('get_feedback', { feedbackId: id })).text).feedback).toMatchObject(entry)
    const { text, isError } = await call('update_feedback_status', { feedbackId: id, status: 'resolved' })
    expect([isError, JSON.parse(text).feedback.status]).toEqual([false, 'resolved'])
    expect((await service.acme.call('GET', `/v1/feedback/${id}`)).body.feedback.status).toBe('resolved')
  })

  test('an agent lists and reads posts', async () => {
    const now = service.ctx.now()
    await service.ctx.db.insert(posts).values({
      id: 'post1',
      organizationId: service.acme.id,
      contentType: 'changelog',
      status: 'draft',
      title: 'Release',
      content: '<p>x</p>',
      createdAt: now,
      updatedAt: now,
    })
    const { call } = await keyed()
    expect(JSON.parse((await call('list_posts', {})).text).posts).toEqual([])
    expect(JSON.parse((await call('list_posts', { status: 'draft,published' })).text).posts).toHaveLength(1)
    expect(JSON.parse((await call('get_post', { postId: 'post1' })).text).post.title).toBe('Release')
    expect(await call('get_post_generation_status', { jobId: 'job_unknown' })).toMatchObject({
      isError: true,
    })
  })

  test("each tool describes the route's own inputs", async () => {
    const { client } = await keyed()
    const { tools } = await client.listTools()
    const inputs = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]))
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
    expect(reading).toEqual(everyTool.filter((name) => /^(list|get|preview|estimate|suggest)_/.test(name)))
    const open = tools.filter(({ annotations }) => annotations?.openWorldHint).map(({ name }) => name)
    expect(open).toEqual([
      ...['generate_brand_identity', 'add_brand_fact', 'update_brand_fact', 'refresh_brand_fact'],
      ...['connect_repository', 'add_sitemap', 'scan_agent_readiness'],
    ])
    const destructive = tools
      .filter(({ annotations }) => annotations?.destructiveHint)
      .map(({ name }) => name)
    expect(destructive).toEqual(everyTool.filter((name) => /^(delete|disconnect|untrack)_/.test(name)))
    const idempotent = tools.filter(({ annotations }) => annotations?.idempotentHint).map(({ name }) => name)
    expect(idempotent).toEqual(
      expect.arrayContaining(['submit_feedback', 'list_posts', 'update_post', 'delete_post']),
    )
    expect(idempotent).not.toContain('generate_post')
    expect(tools.every(({ title }) => /^[A-Z]/.test(title ?? ''))).toBe(true)
    expect(tools.every(({ annotations }) => typeof annotations?.openWorldHint === 'boolean')).toBe(true)
    expect(inputs.submit_feedback).toMatchObject({
      required: ['message'],
      properties: {
        message: { type: 'string', maxLength: 4000 },
        title: { type: 'string', maxLength: 200 },
        kind: { type: 'string', enum: ['bug', 'feature', 'praise', 'question', 'other'] },
        sentiment: { type: 'string', enum: ['negative', 'neutral', 'positive'] },
        contextUrl: { type: 'string', format: 'uri', maxLength: 2048 },
      },
    })
    expect(Object.keys(inputs.submit_feedback?.properties ?? {})).toHaveLength(5)
    expect(inputs.list_feedback).toMatchObject({
      required: [],
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
        page: { type: 'integer', minimum: 1 },
        status: { enum: ['new', 'triaged', 'resolved', 'archived'] },
        groupBy: { const: 'similar' },
      },
    })
    expect(inputs.update_feedback_status).toMatchObject({ required: ['feedbackId', 'status'] })
    expect(inputs.generate_post?.properties?.contentTypes).toMatchObject({
      type: 'array',
      minItems: 2,
      maxItems: 5,
      items: { type: 'string', enum: ['changelog', 'blog_post', 'linkedin_post', 'twitter_post', 'image'] },
    })
    expect(JSON.stringify(inputs)).not.toContain('"error"')
    const described = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {}).map(([field, schema]) => [
        `${name}.${field}`,
        typeof (schema as { description?: unknown }).description,
      ]),
    )
    expect(described.filter(([, type]) => type !== 'string')).toEqual([])
  })

  test('an input that the route refuses is an error result with its sentence', async () => {
    const { call } = await keyed()
    expect(await call('list_feedback', { limit: 101 })).toEqual({
      text: 'limit must be an integer from 1 to 100',
      isError: true,
    })
    expect(await call('get_feedback', {})).toEqual({ text: 'feedbackId is required', isError: true })
    expect(await call('get_feedback', { feedbackId: '../posts' })).toMatchObject({ isError: true })
    expect(await call('get_feedback', { feedbackId: 'unknown' })).toEqual({
      text: 'Feedback not found',
      isError: true,
    })
    expect(await call('update_feedback_status', { feedbackId: 'x', status: 'gone' })).toMatchObject({
      isError: true,
    })
    for (const message of ['', 'a\0b', 'x'.repeat(4001)])
      expect(await call('submit_feedback', { message })).toMatchObject({ isError: true })
    expect(await call('submit_feedback', {})).toMatchObject({ isError: true })
    expect(await stored()).toEqual([])
  })

  test('lists the tools of its scopes', async () => {
    for (const [scope, tools] of [
      // Any key may read the usage of its organization.
      ['skills.read', ['list_skills', 'get_skill', 'get_usage']],
      ['feedback.read', ['list_feedback', 'get_feedback', 'get_usage']],
      ['feedback.write', ['submit_feedback', 'update_feedback_status', 'get_usage']],
      [
        'posts.write',
        [
          ...[
            'create_post',
            'update_post',
            'check_post',
            'delete_post',
            'rename_collection',
            'delete_collection',
          ],
          ...['generate_post', 'preview_activity', 'get_usage'],
        ],
      ],
      [
        'posts.read',
        [
          ...['list_posts', 'get_post', 'list_collections', 'get_collection'],
          ...['get_post_generation_status', 'list_runs', 'get_run', 'preview_activity', 'get_usage'],
        ],
      ],
      [
        'integrations.read',
        ['list_repository_events', 'list_integrations', 'get_usage', 'list_deliveries', 'get_delivery'],
      ],
    ] as const) {
      const { key } = await createKey(service.ctx, service.acme.id, { name: scope, scopes: [scope] })
      const { names } = await service.http('/mcp', bearer(key))
      expect(await names()).toEqual([...tools])
    }
  })

  test('sees nothing of another organization', async () => {
    const other = await service.team('other')
    const { call } = await service.http('/mcp', bearer(other.key))
    await (await keyed()).call('submit_feedback', entry)
    expect(JSON.parse((await call('list_feedback', {})).text).feedback).toEqual([])
    const [row] = await stored()
    expect(await call('get_feedback', { feedbackId: row?.id })).toMatchObject({ isError: true })
  })
})

test('a feedback token submits to its project and lists no other tool', async () => {
  const { ctx, acme } = service
  await ctx.db.insert(projects).values({ id: 'p1', organizationId: acme.id, name: 'P', createdAt: ctx.now() })
  for (const projectId of ['p1', null]) {
    const { token } = await createFeedbackToken(ctx, acme.id, projectId)
    const { names, call } = await service.http('/mcp', bearer(token))
    expect(await names()).toEqual(['submit_feedback'])
    expect(await call('submit_feedback', entry)).toEqual(thanks)
  }
  expect((await stored()).map(({ projectId }) => projectId)).toEqual(['p1', ''])
})

describe('the protocol', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const accept = { accept: 'application/json, text/event-stream' }

  test('GET and DELETE are not allowed: there are no sessions', async () => {
    for (const path of ['/mcp', '/mcp/acme']) {
      for (const method of ['GET', 'DELETE']) {
        const answer = await service.anonymous(method, path)
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
      }
    }
  })

  test('a web page of another origin is refused', async () => {
    const answer = await service.anonymous('POST', '/mcp/acme', message, {
      ...accept,
      origin: 'https://evil.example',
    })
    expect([answer.status, answer.body]).toEqual([403, { error: 'This origin is not allowed.' }])
    expect((await service.anonymous('POST', '/mcp/acme', message, accept)).status).toBe(200)
  })

  test('several messages in one request are refused: the limit of a key counts requests', async () => {
    const answer = await service.anonymous('POST', '/mcp/acme', [message, message], accept)
    expect([answer.status, answer.body.error]).toEqual([400, 'Send one message per request'])
  })

  test('bodies without a key share the memory for anonymous clients, those with a key do not need it', async () => {
    const { small } = service.ctx.inputBudget
    using _all = small.take(small.bytes)
    const refused = await service.anonymous('POST', '/mcp/acme', message, accept)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    const keyed = await service.anonymous('POST', '/mcp', message, { ...accept, ...bearer(service.acme.key) })
    expect(keyed.status).toBe(200)
  })

  test('a huge, broken or foreign body is a clear refusal', async () => {
    const huge = JSON.stringify({ ...message, params: { x: 'x'.repeat(10 * 1024 * 1024) } })
    expect((await service.anonymous('POST', '/mcp/acme', huge, accept)).status).toBe(413)
    expect((await service.anonymous('POST', '/mcp/acme', '{', accept)).status).toBe(400)
    const plain = { ...accept, 'content-type': 'text/plain' }
    expect((await service.anonymous('POST', '/mcp/acme', 'x', plain)).status).toBe(415)
  })
})

test('a message counts once towards the rate limit of the key, with the request of its tool', async () => {
  const { key } = await createKey(service.ctx, service.acme.id, { name: 'slow', perMinute: 2 })
  const send = (method: string, params: object) =>
    service.api.handle(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          ...bearer(key),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
    )
  expect((await send('tools/list', {})).status).toBe(200)
  const called = await send('tools/call', { name: 'list_posts', arguments: {} })
  const [, data = ''] = /^data: (.*)$/m.exec(await called.text()) ?? []
  const { result } = JSON.parse(data) as { result: { isError?: boolean } }
  expect(result.isError ?? false).toBe(false)
  const third = await send('tools/list', {})
  expect([third.status, await third.json()]).toMatchObject([429, { error: 'API key rate limit exceeded' }])
})
