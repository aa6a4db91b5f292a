import { beforeEach, describe, expect, test } from 'bun:test'
import { Glob } from 'bun'
import { and, eq } from 'drizzle-orm'
import { createKey, revokeKey, updateKey } from '../../src/features/keys/service.ts'
import { members } from '../../src/features/members/table.ts'
import { posts } from '../../src/features/posts/table.ts'
import type { CallResult } from '../../src/features/tools/call.ts'
import { countTokens, type JsonSchema } from '../../src/features/tools/tool-schema.ts'
import { cutOutput, findTools, type Tool, toolRoutes, toTool } from '../../src/features/tools/tools.ts'
import { type Effect, effectOf, type OperationRoute } from '../../src/http/operation.ts'
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

test('every tool has its effect listed here: changing this list changes what needs approval', () => {
  const effects: Record<Effect, string[]> = { read: [], draft: [], change: [], external: [] }
  for (const route of toolRoutes(app.ctx)) effects[effectOf(route)].push(String(route.operation.tool))
  expect(effects).toEqual({
    read: [
      ...['list_feedback', 'get_feedback'],
      ...['list_posts', 'get_post', 'list_collections', 'get_collection', 'get_post_generation_status'],
      ...['list_runs', 'get_run', 'preview_activity', 'list_repository_events'],
      ...['list_brand_identities', 'get_brand_identity_generation_status', 'get_brand_identity'],
      'list_brand_facts',
      ...['list_skills', 'get_skill', 'list_integrations', 'list_schedules'],
      ...[
        'list_event_triggers',
        'get_event_trigger',
        'get_usage',
        'list_deliveries',
        'get_delivery',
        'list_chats',
        'get_chat',
      ],
      ...['list_projects', 'get_project', 'get_visibility_settings', 'list_prompts', 'get_prompt_history'],
      ...[
        'list_competitors',
        'suggest_competitors',
        'list_conversations',
        'list_sitemaps',
        'get_agent_readiness',
      ],
      ...['list_scans', 'estimate_scan', 'get_scan'],
      ...['get_visibility_overview', 'get_visibility_timeseries', 'list_prompt_results'],
      ...['get_prompt_result', 'get_competitor_share', 'get_sentiment', 'list_cited_sources'],
      ...['list_visibility_changes', 'list_gaps', 'list_briefs', 'get_brief'],
    ],
    // A new record that is not published, and costs at most the plan's quota.
    draft: ['submit_feedback', 'generate_post', 'create_project'],
    // The server contacts a host in the input or the record.
    external: [
      ...['generate_brand_identity', 'add_brand_fact', 'update_brand_fact', 'refresh_brand_fact'],
      ...['connect_repository', 'add_sitemap', 'scan_agent_readiness'],
    ],
    change: [
      ...[
        'update_feedback_status',
        'create_post',
        'update_post',
        'check_post',
        'delete_post',
        'rename_collection',
        'delete_collection',
      ],
      ...['update_brand_identity', 'delete_brand_identity'],
      'delete_brand_fact',
      // A skill affects all later texts.
      ...['create_skill', 'update_skill', 'delete_skill', 'disconnect_integration'],
      // An automation spends, and may publish.
      ...['create_schedule', 'update_schedule', 'delete_schedule'],
      ...['create_event_trigger', 'update_event_trigger', 'delete_event_trigger'],
      ...['update_project', 'delete_project', 'update_visibility_settings'],
      // A tracked prompt is asked, and paid for, in every scan.
      ...['add_prompt', 'update_prompt', 'delete_prompt', 'track_competitor', 'untrack_competitor'],
      ...['create_conversation', 'update_conversation', 'delete_conversation'],
      ...['delete_sitemap', 'run_scan', 'retry_scan', 'rescan_prompt', 'run_conversation'],
      ...['plan_brief', 'approve_brief'],
    ],
  })
})

test('a tool that writes must declare its effect, and has the strictest one by default', () => {
  for (const { method, operation } of toolRoutes(app.ctx))
    expect([operation.tool, method === 'GET' || operation.effect !== null]).toEqual([operation.tool, true])
  const [route] = toolRoutes(app.ctx).filter(({ method }) => method === 'POST')
  if (!route) throw new Error('No tool writes.')
  expect(effectOf({ ...route, operation: { ...route.operation, effect: null } })).toBe('change')
})

test('a tool is external exactly if it returns the address that the server contacts', () => {
  for (const route of toolRoutes(app.ctx))
    expect([route.operation.tool, route.operation.contacts !== null]).toEqual([
      route.operation.tool,
      effectOf(route) === 'external',
    ])
})

test('features contact other hosts from these files only: a tool that uses another one needs an effect for it', async () => {
  const reaching =
    /(?:^import \{.*|\bimport\().*(?:\/net\/(?:fetch-page|fetch-response|open|read-site|site-page|sitemap)|\/codehost\/github)\.ts'|\bctx\.trackers\b/m
  const files = [...new Glob('src/features/**/*.ts').scanSync('.')]
  const texts = await Promise.all(files.map((file) => Bun.file(file).text()))
  expect(files.filter((_, index) => reaching.test(texts[index] ?? '')).sort()).toEqual([
    // generate_brand_identity
    'src/features/brand-identities/facts/read-fact-page.ts',
    'src/features/brand-identities/work.ts',
    // Read by a daily job, never by a tool.
    'src/features/geo/gaps/pages/read-pages.ts',
    // scan_agent_readiness
    'src/features/geo/readiness/work.ts',
    // add_sitemap
    'src/features/geo/sitemaps/work.ts',
    // Asked for by the operator or a daily job, never by a tool.
    'src/features/geo/traffic/refresh-ranges.ts',
    // connect_repository; a connection is read later, at the code host and tracker of the operator's
    // settings.
    'src/features/integrations/code-host-access.ts',
    'src/features/integrations/repositories.ts',
    'src/features/integrations/trackers.ts',
    'src/features/oauth/client-document.ts',
  ])
})

describe('the caller of a tool is looked up at each call', () => {
  const revoked = { text: 'Invalid API key', isError: true, status: 401 }

  test('a revoked key is refused', async () => {
    const tool = await toolOf('list_posts')
    expect(await tool.call({}, call)).toMatchObject({ isError: false, status: 200 })
    await revokeKey(app.ctx, acme.id, acme.keyId)
    expect(await tool.call({}, call)).toEqual(revoked)
    await expect(findTools(app.ctx, asker())).rejects.toThrow('Invalid API key')
  })

  test('an expired key is refused', async () => {
    const expiresAt = new Date(app.ctx.now().getTime() + 1000)
    const { id } = await createKey(app.ctx, acme.id, { name: 'short', expiresAt })
    const tool = await toolOf('list_posts', id)
    expect(await tool.call({}, call)).toMatchObject({ isError: false })
    app.ctx.clock.advance(1000)
    expect(await tool.call({}, call)).toEqual(revoked)
  })

  test('a key with fewer scopes is refused what it no longer may do', async () => {
    const tool = await toolOf('list_posts')
    await updateKey(app.ctx, acme.id, acme.keyId, { scopes: ['posts.write'] })
    expect(await tool.call({}, call)).toEqual({ text: 'Forbidden', isError: true, status: 403 })
  })

  test('a former member is refused', async () => {
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

  test('a key and a user of another organization find nothing here', async () => {
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

  test('no outside client can set the caller', async () => {
    const answer = await app.anonymous('GET', '/v1/posts', undefined, {
      'x-asker': acme.keyId,
      'x-organization-id': acme.id,
    })
    expect([answer.status, answer.body.code]).toEqual([401, 'MISSING_API_KEY'])
  })
})

test('tools are those of the current scopes', async () => {
  const { id } = await createKey(app.ctx, acme.id, { name: 'reader', scopes: ['feedback.read'] })
  const names = async () => (await findTools(app.ctx, asker(id))).map(({ name }) => name)
  expect(await names()).toEqual(['list_feedback', 'get_feedback', 'get_usage'])
  await updateKey(app.ctx, acme.id, id, { scopes: ['scans.write'] })
  expect(await names()).toEqual(['get_usage', 'run_scan', 'retry_scan'])
})

describe('path parameters', () => {
  const hostile = [
    ...['..', '.', '../posts', '%2e%2e', '%2E%2E/posts', '..%2fposts', 'a/b', '/', '\\..\\posts', ''],
    ...[' ', '\n', '..;', '?status=draft', '#', 'a\0b', 'ä', 'x'.repeat(101), '\ud800'],
    ...[null, 7, {}, ['..'], true, undefined],
  ]

  /** Calls every tool with every hostile value in every path parameter; returns the API requests. */
  async function attack(isMeant: (name: string) => boolean) {
    const project = await addProject(app.ctx, acme.id)
    const tried: {
      route: OperationRoute
      name: string
      value: unknown
      result: CallResult
      asked: string[]
    }[] = []
    let asked: string[] = []
    app.ctx.ownApi.handle = async (request) => {
      asked.push(new URL(request.url).pathname)
      return Response.json({ error: 'asked' }, { status: 418 })
    }
    for (const route of toolRoutes(app.ctx)) {
      const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
      const tool = toTool(app.ctx, route, asker())
      for (const name of names.filter(isMeant)) {
        for (const value of hostile) {
          asked = []
          const input = { ...Object.fromEntries(names.map((each) => [each, project])), [name]: value }
          tried.push({ route, name, value, result: await tool.call(input, call), asked })
        }
      }
    }
    return tried
  }

  test('are refused by every tool before any request, unless they are ids', async () => {
    const tried = await attack((name) => name.endsWith('Id'))
    expect(tried.length).toBeGreaterThan(700)
    for (const { route, name, value, result, asked } of tried) {
      const { tool } = route.operation
      expect([tool, value, result.status, asked]).toEqual([tool, value, 400, []])
      expect(result.text).toStartWith(name)
    }
  })

  test('that are names are sent unchanged, in their own segment, or not at all', async () => {
    const tried = await attack((name) => !name.endsWith('Id'))
    expect(tried.length).toBeGreaterThan(50)
    for (const { route, value, result, asked } of tried) {
      if (result.status === 400) expect(asked).toEqual([])
      else {
        expect(asked).toHaveLength(1)
        const [given, ...before] = asked.join().split('/').reverse()
        expect(decodeURIComponent(given ?? '')).toBe(String(value))
        expect(before.length).toBe(route.path.split('/').length - 1)
      }
    }
    const refused = tried.filter(({ result }) => result.status === 400).map(({ value }) => value)
    for (const value of ['..', '.', '', ' ', '\ud800', null, 7]) expect(refused).toContain(value)
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
    expect(open).toEqual([])
  })

  test('have no rule that does not help a model', async () => {
    const told = JSON.stringify(await findTools(app.ctx, asker(), everything))
    for (const idle of [
      '"minLength":1,',
      '^[A-Za-z0-9_-]{1,100}$',
      '9007199254740991',
      '"ID of the',
      '"maxItems":100',
    ])
      expect([idle, told.includes(idle)]).toEqual([idle, false])
    // The rules to follow are included: the title of a post, the minimum words of a prompt.
    for (const rule of ['"maxLength":120', '"minLength":8', '"maximum":365'])
      expect([rule, told.includes(rule)]).toEqual([rule, true])
  })
})

test('the description of a tool has no sentence about a header, which it cannot send', async () => {
  const tools = await findTools(app.ctx, asker(), { maxSchemaTokens: Number.POSITIVE_INFINITY })
  expect(tools.filter(({ description }) => description.includes('Prefer'))).toEqual([])
  expect(tools.find(({ name }) => name === 'plan_brief')?.description).toBe(
    'Plan a brief. Plans an article for a gap, a prompt, a suggestion or your own topic. An open brief for the same source is returned unchanged.',
  )
})

describe('the tools offered to a conversation', () => {
  const every = () =>
    toolRoutes(app.ctx).map((route) => ({
      ...{ name: String(route.operation.tool), effect: effectOf(route), path: route.path },
      area: route.operation.resource,
    }))
  const namesOf = (isMeant: (tool: ReturnType<typeof every>[number]) => boolean) =>
    every()
      .filter(isMeant)
      .map(({ name }) => name)

  /** The names of the tools that fit, in the order of the table. */
  async function offer(said: string[] = [], used: string[] = [], maxSchemaTokens = 10_000) {
    const tools = await findTools(app.ctx, asker(), { said, used, maxSchemaTokens })
    const taken = tools.map(({ name, description, inputSchema }) =>
      countTokens({ name, description, inputSchema }),
    )
    expect(taken.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(maxSchemaTokens)
    return tools.map(({ name }) => name)
  }

  test('are those that read, and that create and change posts, by default', async () => {
    expect(await offer()).toEqual(
      expect.arrayContaining(namesOf(({ effect, area }) => effect === 'read' || area === 'posts')),
    )
    expect((await offer()).length).toBeLessThan(every().length)
  })

  test.each([
    'How visible are we in ChatGPT?',
    'What is our visibility, and which prompts should we track?',
    'Compare us with our competitors',
    'Which sites are cited most by answer engines',
    'Run a scan of the project',
    'Is there a gap that an article could fill? Plan a brief.',
  ])('all about visibility, if it is requested: %s', async (message) => {
    const about = namesOf(({ path }) => path.startsWith('/v1/projects'))
    expect(about.length).toBeGreaterThan(35)
    expect(await offer([message])).toEqual(expect.arrayContaining(about))
    expect(await offer([message])).toEqual(expect.arrayContaining(namesOf(({ effect }) => effect === 'read')))
  })

  test.each([
    'Which posts are drafts?',
    'Draft a changelog of the last release',
    'Publish the blog article about exports',
    'Which collections are there',
  ])('all about posts, if they are requested: %s', async (message) => {
    expect(await offer([message])).toEqual(expect.arrayContaining(namesOf(({ area }) => area === 'posts')))
  })

  test('are all of each other area that is mentioned, in any word form', async () => {
    for (const [said, area] of [
      ['Pause the schedules of acme/app', 'schedules'],
      ['Write one weekly', 'schedules'],
      ['Add an event trigger for releases', 'event-triggers'],
      ['Our tone of voice should be warmer', 'brand-identities'],
      ['What feedback came in', 'feedback'],
      ['Which skills do you have', 'skills'],
      ['Connect a repository from GitHub', 'integrations'],
    ] as const)
      expect([area, await offer([said])]).toEqual([
        area,
        expect.arrayContaining(namesOf((tool) => tool.area === area)),
      ])
  })

  test('are those it has used before all others, and of mentioned areas the newest first', async () => {
    const used = ['update_schedule', 'run_scan', 'update_event_trigger']
    expect(await offer(['How visible are we?'], used)).toEqual(expect.arrayContaining(used))
    expect(await offer(['Anything new?'], used, 1200)).toEqual(expect.arrayContaining(used))
    const [one, other] = ['Change the triggers', 'Change the schedules']
    expect(await offer([one, other], [], 1500)).not.toContain('update_schedule')
    expect(await offer([other, one], [], 1500)).toContain('update_schedule')
  })

  test('are the same for the same input, and none if none fit', async () => {
    expect(await offer(['a scan of posts'])).toEqual(await offer(['a scan of posts']))
    expect(await offer(['a scan'], ['get_post'], 0)).toEqual([])
  })
})

test('an answer is whole, or cut with a note to the model', () => {
  expect(cutOutput('x'.repeat(20_000))).toBe('x'.repeat(20_000))
  expect(cutOutput('x'.repeat(20_007))).toBe(
    `${'x'.repeat(20_000)}\n[Cut here: 7 of 20007 characters were left out. Ask for less at a time.]`,
  )
})
