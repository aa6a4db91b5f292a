import { afterEach, beforeEach, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { posts } from '../../src/features/posts/table.ts'
import { answerMcpRequest } from '../../src/features/tools/mcp.ts'
import { agentService } from './support.ts'

let service: Awaited<ReturnType<typeof agentService>>
beforeEach(async () => {
  service = await agentService()
})
afterEach(() => service.stop())

const keyed = () => service.http('/mcp', { authorization: `Bearer ${service.acme.key}` })
const article = (title: string) => ({ contentType: 'blog_post', title, markdown: 'Exports are fast.' })

test('a client gets instructions, and each tool has a title and a schema of its result', async () => {
  const { client } = await keyed()
  expect(client.getInstructions()).toContain('generate_post')
  const { tools } = await client.listTools()
  expect(tools.filter(({ title, outputSchema }) => !title || outputSchema?.type !== 'object')).toEqual([])
})

test('results are structured as their schema says, and equal to their text', async () => {
  const { client } = await keyed()
  // The client compares a result with the schema that it has listed.
  await client.listTools()
  const created = await client.callTool({ name: 'create_post', arguments: article('Fast exports') })
  const { post } = created.structuredContent as { post: { id: string; title: string } }
  expect(post.title).toBe('Fast exports')
  expect(JSON.parse((created.content as { text: string }[])[0]?.text ?? '')).toEqual(
    created.structuredContent,
  )
  for (const name of ['list_skills', 'list_projects', 'list_integrations', 'get_usage', 'list_feedback'])
    expect((await client.callTool({ name, arguments: {} })).isError ?? false).toBe(false)
})

test('a list of posts has their titles and ids, and get_post the text', async () => {
  const { client, call } = await keyed()
  await client.listTools()
  const { text } = await call('create_post', article('Fast exports'))
  const { id } = JSON.parse(text).post
  const { posts } = JSON.parse((await call('list_posts', { status: 'draft' })).text)
  expect(posts).toMatchObject([{ id, title: 'Fast exports', status: 'draft' }])
  expect(Object.keys(posts[0])).not.toContain('content')
  expect(JSON.parse((await call('get_post', { postId: id })).text).post.markdown).toBe('Exports are fast.')
})

test('posts, skills, the changelog and the documentation are resources', async () => {
  const { client, call } = await keyed()
  const { id } = JSON.parse((await call('create_post', article('Fast exports'))).text).post
  const { resources } = await client.listResources()
  const uris = resources.map(({ uri }) => uri)
  expect(uris).toEqual(
    expect.arrayContaining([
      `herald://posts/${id}`,
      'herald://skills/changelog',
      'herald://changelog',
      'herald://docs/api',
    ]),
  )
  for (const uri of uris) {
    const [contents] = (await client.readResource({ uri })).contents
    expect([uri, contents?.mimeType]).toEqual([uri, 'text/markdown'])
  }
  const [post] = (await client.readResource({ uri: `herald://posts/${id}` })).contents
  expect(post).toMatchObject({ text: '# Fast exports\n\nExports are fast.' })
  expect(client.readResource({ uri: 'herald://posts/unknown' })).rejects.toThrow('There is no resource')
})

test('a list of posts is read page by page with cursors, and another cursor is refused', async () => {
  const { client, call } = await keyed()
  for (const title of ['One', 'Two', 'Three']) await call('create_post', article(title))
  await client.listTools()
  const titles: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const input = { status: 'draft', limit: 2, ...(cursor && { cursor }) }
    const { structuredContent } = await client.callTool({ name: 'list_posts', arguments: input })
    const list = structuredContent as { posts: { title: string }[]; nextCursor: string | null }
    titles.push(...list.posts.map(({ title }) => title))
    cursor = list.nextCursor
  }
  expect(titles.sort()).toEqual(['One', 'Three', 'Two'])
  const refused = { text: 'cursor must be the nextCursor of an earlier result.', isError: true }
  const pageZero = Buffer.from('page 0').toString('base64url')
  for (const cursor of ['page 2', pageZero, { toString: 1 }])
    expect(await call('list_posts', { cursor })).toMatchObject(refused)
})

test('resources and tools are listed page by page, and another cursor is an error', async () => {
  const { client } = await keyed()
  const now = new Date('2026-03-04T12:00:00.000Z')
  const rows = Array.from({ length: 51 }, (_, index) => ({
    ...{ id: `post${index}`, organizationId: service.acme.id, contentType: 'changelog' as const },
    ...{ status: 'draft' as const, title: 'Release', content: '<p>x</p>', createdAt: now, updatedAt: now },
  }))
  await service.ctx.db.insert(posts).values(rows)
  const first = await client.listResources()
  const { resources, nextCursor } = await client.listResources({ cursor: first.nextCursor })
  const uris = [...first.resources, ...resources].map(({ uri }) => uri)
  expect(uris.filter((uri) => uri.startsWith('herald://posts/'))).toHaveLength(51)
  expect([resources.length, new Set(uris).size, nextCursor]).toEqual([1, uris.length, undefined])
  await expect(client.listResources({ cursor: 'x' })).rejects.toThrow('The cursor is unknown.')
  await expect(client.listTools({ cursor: 'x' })).rejects.toThrow('The cursor is unknown.')
  expect((await client.listTools()).nextCursor).toBeUndefined()
})

test('a resource needs the scope of its tool', async () => {
  const { key } = await service.team('globex', ['posts.read'])
  const { client } = await service.http('/mcp', { authorization: `Bearer ${key}` })
  const uris = (await client.listResources()).resources.map(({ uri }) => uri)
  expect(uris.filter((uri) => uri.startsWith('herald://skills/'))).toEqual([])
  expect(client.readResource({ uri: 'herald://skills/changelog' })).rejects.toThrow('There is no resource')
})

test('prompts are filled with their arguments', async () => {
  const { client } = await keyed()
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual([
    'draft_changelog',
    'explain_visibility_change',
    'triage_feedback',
  ])
  const { messages } = await client.getPrompt({ name: 'draft_changelog', arguments: { since: 'v1.4.0' } })
  expect(messages[0]?.content).toMatchObject({
    type: 'text',
    text: expect.stringContaining('changed since v1.4.0'),
  })
  expect(client.getPrompt({ name: 'draft_changelog', arguments: {} })).rejects.toThrow('needs since')
})

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of the stateless protocol of July 2026. */
async function ask(method: string, params: Record<string, unknown> = {}) {
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.acme.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  })
  return { status: response.status, body: (await response.json()) as any }
}

test('a client of the stateless protocol discovers the server, lists tools and calls one', async () => {
  const found = await ask('server/discover')
  expect([found.status, found.body.result.supportedVersions]).toEqual([
    200,
    expect.arrayContaining(['2026-07-28']),
  ])
  const listed = await ask('tools/list')
  expect(listed.body.result.tools.map(({ name }: { name: string }) => name)).toContain('create_post')
  const called = await ask('tools/call', { name: 'create_post', arguments: article('Fast exports') })
  expect(called.body.result.structuredContent.post.title).toBe('Fast exports')
})

/** An offer with one tool, which ends when `end` is called. */
function waiting() {
  const result = Promise.withResolvers<{ text: string; isError: boolean }>()
  const started = Promise.withResolvers<AbortSignal>()
  const tool = {
    ...{ name: 'slow', title: 'Slow', description: '', hints: {} },
    ...{ inputSchema: { type: 'object', properties: {} }, outputSchema: { type: 'object' } },
    call(_: unknown, signal: AbortSignal) {
      started.resolve(signal)
      return result.promise
    },
  }
  const end = () => result.resolve({ text: 'Done.', isError: false })
  return { offer: { tools: [tool] } as never, end, started: started.promise }
}

test('a call is canceled when its client closes the connection', async () => {
  const { offer, end, started } = waiting()
  const leave = new AbortController()
  const params = { name: 'slow', arguments: {}, _meta: meta }
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'slow',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal: leave.signal,
  })
  const answered = answerMcpRequest(request, offer).catch(() => null)
  const signal = await started
  leave.abort()
  expect(signal.aborted).toBe(true)
  end()
  await answered
})

test('a client that asks for it gets reports about a running call', async () => {
  const { offer, end } = waiting()
  using server = Bun.serve({ port: 0, fetch: (request) => answerMcpRequest(request, offer, { beat: 10 }) })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(server.url))
  const reports: unknown[] = []
  const onprogress = (report: unknown) => {
    reports.push(report)
    end()
  }
  const result = await client.callTool({ name: 'slow', arguments: {} }, undefined, { onprogress })
  expect(result.content).toMatchObject([{ text: 'Done.' }])
  expect(reports[0]).toMatchObject({ message: expect.stringContaining('Running for') })
  await client.close()
})
