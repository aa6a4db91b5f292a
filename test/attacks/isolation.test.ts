import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type OperationRoute, operationsOf } from '../../src/http/operation.ts'
import { scheduleBody, testApp, triggerBody } from '../support/app.ts'
import { startTalking } from '../support/talking.ts'
import { addRecords, mark, type Records } from './records.ts'
import { bodyOf, fieldsIn, readTables } from './requests.ts'

// One organization tries every address, tool, body and query with the ids of another one.

const talking = startTalking([])
let app: Awaited<ReturnType<typeof testApp>>
let mine: Records
let theirs: Records
let routes: OperationRoute[]

beforeAll(async () => {
  app = await testApp({}, talking.models())
  theirs = await addRecords(app, 'theirs')
  mine = await addRecords(app, 'mine')
  routes = operationsOf(app.api.routes)
})
afterAll(() => talking[Symbol.dispose]())

/** Anyone may send feedback to an organization; a delivery is checked by its signature. */
const isPublic = ({ path }: OperationRoute) =>
  /^\/v1\/feedback\/:organizationSlug$|^\/api\/webhooks\//.test(path)

/** Parameters with values that several organizations may have: another one's value finds nothing, or the own record. */
const values = ['brand', 'name', 'number', 'journeyId']

type Ids = (name: string) => string | undefined

const parametersOf = ({ path }: OperationRoute) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

const addressOf = ({ path }: OperationRoute, ids: Ids) =>
  path.replace(/:(\w+)/g, (_, name) => {
    const id = ids(name)
    if (id === undefined) throw new Error(`There is no id for ${name} of ${path}.`)
    return encodeURIComponent(id)
  })

const callOf = ({ operation }: OperationRoute, { team, owner }: Records) =>
  operation.role === null ? team.call : owner.call

/** For each route with ids: all of another organization, and the last one of it behind own ones. */
function foreignIds(): { route: OperationRoute; ids: Ids }[] {
  return routes
    .filter((route) => parametersOf(route).length > 0 && !isPublic(route))
    .flatMap((route) => {
      const last = parametersOf(route).at(-1) ?? ''
      const all: Ids = (name) => theirs.ids[name]
      const mixed: Ids = (name) => (name === last ? theirs : mine).ids[name]
      const isMixed = parametersOf(route).length > 1 && !values.includes(last)
      return isMixed
        ? [
            { route, ids: all },
            { route, ids: mixed },
          ]
        : [{ route, ids: all }]
    })
}

/** Whether an answer has no value, except for the caller's own organization and what the request named. */
function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || value === null) return value === null || value === 0
  const {
    organization: _organization,
    configured: _configured,
    promptId: _promptId,
    ...rest
  } = value as Record<string, unknown>
  return Object.values(rest).every(isEmpty)
}

test('the owner reads every record of this test, so that its ids are real', async () => {
  const reads = routes.filter(
    (route) => route.method === 'GET' && parametersOf(route).length > 0 && !route.operation.streams,
  )
  expect(reads.length).toBeGreaterThan(50)
  for (const route of reads) {
    const { status } = await callOf(route, theirs)(
      'GET',
      addressOf(route, (name) => theirs.ids[name]) + queryOf(route),
    )
    expect([route.path, status]).toEqual([route.path, failing[route.path] ?? 200])
  }
})

/** Reads that fail for reasons of the records: the job of another kind, a failed plan, no Google connection, no engine. */
const failing: Record<string, number> = {
  '/v1/brand-identities/generate/:jobId': 404,
  '/v1/projects/:projectId/geo/briefs/plans/:planId': 400,
  '/api/app/projects/:projectId/search-console/properties': 409,
  '/v1/projects/:projectId/geo/competitors/suggestions': 400,
}

const queryOf = ({ path }: OperationRoute) =>
  path.endsWith('/competitors/suggestions') ? '?domain=acme.com' : ''

test('an id of another organization is unknown on every route, and nothing is changed', async () => {
  const before = await readTables(app.ctx)
  for (const { route, ids } of foreignIds()) {
    const name = `${route.method} ${route.path}`
    const answer = await callOf(route, mine)(
      route.method,
      addressOf(route, ids) + queryOf(route),
      bodyOf(route),
    )
    const isUnknown = answer.status === 404 || (answer.status === 200 && isEmpty(answer.body))
    expect([name, answer.status, isUnknown ? '' : answer.text]).toEqual([name, answer.status, ''])
    expect(answer.text).not.toContain(mark)
  }
  expect(await readTables(app.ctx)).toEqual(before)
})

test('an id of another organization is unknown to every tool, and nothing is changed', async () => {
  const before = await readTables(app.ctx)
  const tools = foreignIds().filter(({ route }) => route.operation.tool !== null)
  expect(tools.length).toBeGreaterThan(60)
  for (const { route, ids } of tools) {
    const query = Object.fromEntries(new URLSearchParams(queryOf(route)))
    const input = Object.fromEntries(parametersOf(route).map((name) => [name, ids(name)]))
    const { text, isError } = await callTool(route.operation.tool ?? '', {
      ...(bodyOf(route) as object | undefined),
      ...query,
      ...input,
    })
    const isUnknown = isError ? /not found|no .* with the id|unknown/i.test(text) : isEmpty(JSON.parse(text))
    expect([route.operation.tool, isUnknown ? '' : text]).toEqual([route.operation.tool, ''])
    expect(text).not.toContain(mark)
  }
  expect(await readTables(app.ctx)).toEqual(before)
})

async function callTool(name: string, input: Record<string, unknown>) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
  const { status, body, text } = await mine.team.call('POST', '/mcp', message, {
    accept: 'application/json, text/event-stream',
  })
  expect([name, status]).toEqual([name, 200])
  // A slow call is answered by a stream of events.
  const [, event] = /^data: (\{.*\})$/m.exec(text) ?? []
  const { content, isError } = (event === undefined ? body : JSON.parse(event)).result
  return { text: String(content[0].text), isError: isError === true }
}

test('every list has only records of the own organization', async () => {
  const lists = routes.filter(
    (route) =>
      route.method === 'GET' &&
      (parametersOf(route).length === 0 || parametersOf(route).join() === 'projectId'),
  )
  expect(lists.length).toBeGreaterThan(60)
  const foreign = Object.entries(theirs.ids).filter(([name]) => !values.includes(name))
  for (const route of lists) {
    const { text } = await callOf(route, mine)(
      'GET',
      addressOf(route, (name) => mine.ids[name]) + queryOf(route),
    )
    const found = foreign.filter(([, id]) => text.includes(id)).map(([name]) => name)
    expect([route.path, found, text.includes(theirs.team.id)]).toEqual([route.path, [], false])
  }
})

test('a role or a switched organization reaches nothing of another organization', async () => {
  const headers = { 'x-organization-id': theirs.team.id }
  for (const route of routes.filter(({ operation }) =>
    ['owner', 'admin', 'member'].includes(operation.role ?? ''),
  )) {
    const address = addressOf(route, (name) => theirs.ids[name]) + queryOf(route)
    const { status, text } = await mine.owner.call(route.method, address, bodyOf(route), headers)
    expect([route.path, status]).toEqual([route.path, 403])
    expect(text).not.toContain(mark)
  }
})

type Request = { query?: Record<string, string>; body?: unknown }
type Reference = {
  route: string
  /** The fields, and the kinds of their ids. */
  fields: string[]
  kinds: string[]
  request: (idOf: (field: string) => string) => Request
  /** True if the request is refused with own ids too, for another reason. */
  isRefused?: boolean
}

const automationFields = {
  fields: ['targets.repositoryIds', 'outputConfig.brandVoiceId'],
  kinds: ['integrationId', 'brandIdentityId'],
}
type IdOf = Parameters<Reference['request']>[0]
const automation = (idOf: IdOf, name: string) => ({
  name,
  outputConfig: { brandVoiceId: idOf('outputConfig.brandVoiceId') },
})
const schedule = (hour: number) => (idOf: IdOf) => ({
  body: scheduleBody(idOf('targets.repositoryIds'), {
    ...automation(idOf, `at ${hour}`),
    sourceConfig: { cron: { frequency: 'daily', hour, minute: 0 } },
  }),
})
const trigger = (outputType: string) => (idOf: IdOf) => ({
  body: triggerBody(idOf('targets.repositoryIds'), { ...automation(idOf, 'x'), name: undefined, outputType }),
})
const inQuery = (field: string, kind: string) => ({
  ...{ fields: [field], kinds: [kind] },
  request: (idOf: IdOf) => ({ query: { [field]: idOf(field) } }),
})
const inBody = (field: string, kind: string, rest: object = {}) => ({
  ...{ fields: [field], kinds: [kind] },
  request: (idOf: IdOf) => ({ body: { ...rest, [field]: idOf(field) } }),
})
const answers = {
  ...{ fields: ['inputResponses.requestId'], kinds: ['approvalId'], isRefused: true },
  request: (idOf: IdOf) => ({
    body: { inputResponses: [{ requestId: idOf('inputResponses.requestId'), optionId: 'approve' }] },
  }),
}
const chat = {
  ...{ fields: ['approvals.id', 'context.integrationId'], kinds: ['approvalId', 'integrationId'] },
  isRefused: true,
  request: (idOf: IdOf) => ({
    body: {
      message: 'Hello',
      approvals: [{ id: idOf('approvals.id'), approved: true }],
      context: [
        { type: 'github-repo', owner: 'acme', repo: 'app', integrationId: idOf('context.integrationId') },
      ],
    },
  }),
}

/** Further prompts of a brief. */
const variants = (body: object): Omit<Reference, 'route'> => ({
  fields: ['variantPromptIds'],
  kinds: ['promptId'],
  isRefused: true,
  request: (idOf) => ({ body: { ...body, variantPromptIds: [idOf('variantPromptIds')] } }),
})

/** Requests with ids of records in their query or body. */
const references: Reference[] = [
  {
    route: 'POST /v1/feedback',
    ...inBody('projectId', 'projectId', { message: 'x', title: 'y', kind: 'bug', sentiment: 'neutral' }),
  },
  { route: 'GET /v1/feedback', ...inQuery('projectId', 'projectId') },
  { route: 'GET /v1/posts', ...inQuery('brandIdentityId', 'brandIdentityId') },
  { route: 'GET /api/app/posts', ...inQuery('brandIdentityId', 'brandIdentityId') },
  {
    route: 'POST /v1/posts/generate',
    fields: ['repositoryIds', 'linearIntegrationIds', 'brandIdentityId'],
    kinds: ['integrationId', 'trackerId', 'brandIdentityId'],
    request: (idOf) => ({
      body: {
        ...{ contentType: 'changelog', lookbackWindow: 'last_7_days' },
        repositoryIds: [idOf('repositoryIds')],
        linearIntegrationIds: [idOf('linearIntegrationIds')],
        brandIdentityId: idOf('brandIdentityId'),
      },
    }),
  },
  { route: 'GET /v1/runs', ...inQuery('integrationId', 'integrationId') },
  {
    route: 'POST /v1/activity/preview',
    fields: ['repositoryIds', 'linearIntegrationIds'],
    kinds: ['integrationId', 'trackerId'],
    isRefused: true,
    request: (idOf) => ({
      body: { repositoryIds: [idOf('repositoryIds')], linearIntegrationIds: [idOf('linearIntegrationIds')] },
    }),
  },
  { route: 'GET /v1/schedules', ...inQuery('repositoryIds', 'integrationId') },
  { route: 'POST /v1/schedules', ...automationFields, request: schedule(3) },
  { route: 'PATCH /v1/schedules/:scheduleId', ...automationFields, request: schedule(4) },
  { route: 'GET /v1/event-triggers', ...inQuery('repositoryIds', 'integrationId') },
  { route: 'POST /v1/event-triggers', ...automationFields, request: trigger('blog_post') },
  { route: 'PATCH /v1/event-triggers/:triggerId', ...automationFields, request: trigger('changelog') },
  { route: 'GET /v1/deliveries', ...inQuery('integrationId', 'integrationId') },
  { route: 'POST /v2/agent/v1/session', ...inBody('postId', 'postId', { message: 'Hello' }) },
  { route: 'POST /v2/eve/v1/session', ...inBody('postId', 'postId', { message: 'Hello' }) },
  { route: 'POST /v2/agent/v1/session/:sessionId', ...answers },
  { route: 'POST /v2/eve/v1/session/:sessionId', ...answers },
  { route: 'POST /api/app/agent-sessions/:sessionId/answers', ...answers },
  { route: 'POST /v1/chats', ...chat },
  { route: 'POST /v1/chats/:chatId', ...chat },
  { route: 'POST /v1/projects', ...inBody('brandSettingsId', 'brandIdentityId', { name: 'New' }) },
  { route: 'PATCH /v1/projects/:projectId', ...inBody('brandSettingsId', 'brandIdentityId') },
  { route: 'POST /api/app/visibility-set-up/proposal', ...inBody('brandIdentityId', 'brandIdentityId') },
  {
    route: 'POST /api/app/visibility-set-up',
    ...inBody('brandIdentityId', 'brandIdentityId', {
      ...{ companyName: 'Acme', aliases: [], competitors: [], prompts: ['best tools for release notes'] },
      ...{ engines: [], scanIntervalHours: null },
    }),
  },
  { route: 'GET /v1/projects/:projectId/geo/prompts/:promptId/history', ...inQuery('scanId', 'scanId') },
  {
    route: 'GET /v1/projects/:projectId/geo/visibility/prompt-results/summaries',
    ...inQuery('promptId', 'promptId'),
  },
  {
    route: 'POST /v1/projects/:projectId/geo/briefs',
    fields: ['sourceId', 'competitorIds', 'brandVoiceIds', 'sitemapId'],
    kinds: ['promptId', 'competitorId', 'brandIdentityId', 'sitemapId'],
    isRefused: true,
    request: (idOf) => ({
      body: {
        ...{ sourceKind: 'prompt', sourceId: idOf('sourceId'), competitorIds: [idOf('competitorIds')] },
        ...{ brandVoiceIds: [idOf('brandVoiceIds')], sitemapId: idOf('sitemapId') },
      },
    }),
  },
  {
    route: 'POST /v1/projects/:projectId/geo/briefs/:briefId/approve',
    ...variants({}),
  },
  {
    route: 'PATCH /api/app/projects/:projectId/briefs/:briefId',
    ...variants({ updatedAt: '2026-03-04T12:00:00.000Z' }),
  },
  { route: 'GET /v1/geo/ingest/setup', ...inQuery('projectId', 'projectId') },
  { route: 'POST /v1/geo/ingest/token', ...inQuery('projectId', 'projectId') },
  { route: 'POST /v1/geo/ingest/rotate-token', ...inQuery('projectId', 'projectId') },
  {
    route: 'GET /api/integrations/google-search-console/authorize',
    ...inQuery('projectId', 'projectId'),
    isRefused: true,
  },
  { route: 'POST /api/app/feedback-tokens', ...inBody('projectId', 'projectId') },
  {
    route: 'POST /api/app/destinations/pull-requests',
    ...inBody('integrationId', 'integrationId', { site: 'astro', path: 'docs/{slug}.md' }),
  },
]

/** Ids of other systems, ids that the caller chooses, and names of options; selected items belong to a repository of the same request. */
const notRecords =
  /externalId$|optionId$|turnId$|issueId$|linearIssueIds(\.integrationId)?$|selectedItems\.|externalChannelId|by-external id$|AutoPromptIds$|brandVoiceId$(?<!outputConfig\.brandVoiceId)|authorize organizationId$|github-app\/new organizationId$|oauth\/approve organizationId$|trackers teamId$|\/v1\/feedback\/:organizationSlug/

test('every field with the id of a record is in the list of references of this test', () => {
  const listed = references.flatMap(({ route, fields }) => fields.map((field) => `${route} ${field}`))
  expect(
    fieldsIn(routes, /ids?$/i)
      .filter((each) => !notRecords.test(each))
      .sort(),
  ).toEqual(listed.sort())
})

test.each(references)(
  '$route has the same answer to an unknown id and to one of another organization',
  async (each) => {
    const send = async (idOf: (field: string) => string) => {
      const [method = '', path = ''] = each.route.split(' ')
      const address = path.replace(/:(\w+)/g, (_, name) => mine.ids[name] ?? '')
      const { query = {}, body } = each.request(idOf)
      const call = path.startsWith('/api/') ? mine.owner.call : mine.team.call
      return call(method, `${address}?${new URLSearchParams(query)}`, body)
    }
    const kindOf = (field: string) => each.kinds[each.fields.indexOf(field)] ?? ''
    const own = (field: string) => mine.ids[kindOf(field)] ?? ''
    if (!each.isRefused) {
      const { status, text } = await send(own)
      expect([status < 400 ? '' : text]).toEqual([''])
    }
    for (const tried of each.fields) {
      const before = await readTables(app.ctx)
      const use = (id: string) => send((field) => (field === tried ? id : own(field)))
      const foreign = await use(theirs.ids[kindOf(tried)] ?? '')
      const unknown = await use(`unknown-${kindOf(tried)}`)
      expect([tried, foreign.status, messageOf(foreign.body)]).toEqual([
        tried,
        unknown.status,
        messageOf(unknown.body),
      ])
      expect(foreign.text).not.toContain(mark)
      if (foreign.status >= 400) expect(await readTables(app.ctx)).toEqual(before)
      else expect([tried, each.route.slice(0, 4)]).toEqual([tried, 'GET '])
    }
  },
)

const messageOf = (body: { error?: string }) =>
  body?.error?.replaceAll(/theirs-\w+|unknown-\w+|[0-9a-f-]{36}/g, 'ID')
