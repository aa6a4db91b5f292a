import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from '@readme/openapi-parser'
import { Ajv2020 } from 'ajv/dist/2020'

import { hasMeanings } from '../../src/http/openapi/descriptions.ts'
import { completeDocument } from '../../src/http/openapi/document.ts'
import { type Team, testApp } from '../support/app.ts'
import { startModels } from '../support/models.ts'
import { type DescribedOperation, operationsIn, readOpenApi } from '../support/openapi.ts'

type Json = Record<string, any>

const folder = mkdtempSync(join(tmpdir(), 'herald-openapi-'))
afterAll(() => {
  endpoint.stop()
  rmSync(folder, { recursive: true, force: true })
})

let endpoint: ReturnType<typeof startModels>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let document: Json
let operations: DescribedOperation[]
beforeAll(async () => {
  endpoint = startModels('no')
  app = await testApp(
    { baseUrl: 'https://herald.test', githubApiUrl: 'http://127.0.0.1:9' },
    endpoint.models(),
  )
  acme = await app.team('acme')
  document = await readOpenApi(app.api)
  operations = operationsIn(document)
})

const streams = ['createChat', 'sendToChat']

function typeOf(operationId: string, status: string): string {
  if (status !== '200') return 'application/json'
  if (operationId === 'readSession') return 'application/x-ndjson'
  return streams.includes(operationId) ? 'text/event-stream' : 'application/json'
}

const named = (operationId: string) => {
  const found = operations.find(({ operation }) => operation.operationId === operationId)
  if (!found) throw new Error(`There is no operation ${operationId}.`)
  return found
}

/** Every schema of the document with its location, nested ones included. */
function schemasIn(value: unknown, place = ''): { place: string; schema: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, item]) => schemasIn(item, `${place}/${key}`))
  return 'type' in value || 'anyOf' in value ? [{ place, schema: value as Json }, ...inner] : inner
}

test('the document is completed in steps of one path, between which requests are answered', () => {
  const paths = { '/a': {}, '/b': {}, '/c': {} }
  const steps = [...completeDocument({ paths, components: {} }, 'https://herald.test', {})]
  expect(steps).toHaveLength(3)
})

describe('the document is valid', () => {
  test('for @redocly/cli lint', async () => {
    const path = join(folder, 'openapi.json')
    await Bun.write(path, JSON.stringify(document))
    const lint = Bun.spawn(
      [process.execPath, 'node_modules/@redocly/cli/bin/cli.js', 'lint', path, '--format', 'json'],
      {
        cwd: join(import.meta.dir, '../..'),
        env: {
          PATH: process.env.PATH ?? '',
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        },
        stdout: 'pipe',
        stderr: 'pipe',
      },
    )
    const { totals, problems } = JSON.parse(await new Response(lint.stdout).text())
    expect([problems.filter(({ severity }: Json) => severity === 'error'), totals.errors]).toEqual([[], 0])
    expect(await lint.exited).toBe(0)
  })

  test('for @readme/openapi-parser', async () => {
    expect(await validate(structuredClone(document) as never)).toMatchObject({ valid: true, warnings: [] })
  })

  test('for JSON Schema: the answers of other tests are validated with its schemas', () => {
    const ajv = new Ajv2020({ strict: false, logger: false })
    const answers = operations.flatMap(({ operation }) =>
      Object.values<Json>(operation.responses).map(
        ({ content }) => content['application/json']?.schema ?? {},
      ),
    )
    const schemas: Json[] = [...Object.values<Json>(document.components.schemas), ...answers]
    expect(schemas.filter((schema) => !ajv.validateSchema(schema))).toEqual([])
  })
})

test('the introduction covers what all operations share', () => {
  const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(
    expect.arrayContaining([
      'Authentication',
      'Pagination',
      'Errors',
      'Rate limits',
      'Idempotency',
      'Versioning',
    ]),
  )
})

test('the introduction explains every status of an error that several operations return', () => {
  const explained = [...document.info.description.matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => status)
  const returned = operations.flatMap(({ operation }) => Object.keys(operation.responses))
  const counts = Map.groupBy(returned, (status) => status)
  const shared = [...counts].filter(([status, all]) => status >= '400' && all.length > 5)
  expect(explained).toEqual(expect.arrayContaining(shared.map(([status]) => status)))
})

test('the introduction has every rate limit with its operations', () => {
  const limited = operations.filter(({ operation }) =>
    JSON.stringify(operation.responses['429']?.content ?? '').includes('RateLimited'),
  )
  expect(limited.length).toBeGreaterThan(20)
  const table = document.info.description as string
  expect(limited.filter(({ operation }) => !table.includes(`\`${operation.operationId}\``))).toEqual([])
  expect(table).toContain(
    '| `startSession`, `continueSession`, `createChat`, `sendToChat` | 30 requests per minute | organization |',
  )
})

test('it has the address of the service, and how to authenticate', () => {
  expect(document.openapi).toBe('3.1.1')
  expect(document.servers).toEqual([{ url: 'https://herald.test' }])
  expect(document.components.securitySchemes).toEqual({
    BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API Key' },
  })
})

test('every route under /v1 and the webhook is listed once, under the name that clients use', () => {
  // Browsers alone follow the routes to Google and GitHub and back; GitHub knows the address for its apps from Herald.
  const listed = app.api.routes.filter(({ path }) =>
    /^\/(v1|api\/(?!app\/|integrations\/|webhooks\/github-app\/))/.test(path),
  )
  expect(operations.filter(({ path }) => /^\/(v1|api)\//.test(path))).toHaveLength(listed.length)
  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(
    [
      ...[
        'listPosts',
        'createPost',
        ...['getPostSchedule', 'schedulePost', 'cancelPostSchedule'],
        'getPost',
        'updatePost',
        'checkPost',
        'deletePost',
        'createPostGeneration',
        'getPostGeneration',
      ],
      'listWorkspaces',
      ...['listRuns', 'getRun', 'listDeliveries', 'getDelivery', 'getUsage'],
      'getPromptPresence',
      ...['listChats', 'getChat', 'getChatByChannel', ...streams],
      ...[
        'getVisibilityOverview',
        'getVisibilityTimeseries',
        'listPromptResults',
        'listPromptResultSummaries',
      ],
      ...['getPromptResult', 'getCompetitorShare', 'getCompetitorVisibility', 'getLanguageShare', 'listGaps'],
      'listGapPages',
      ...['getSentiment', 'getSentimentAnalysis', 'listSentimentEvidence'],
      ...[
        'previewActivity',
        'listRepositoryEvents',
        'listCollections',
        'getCollection',
        'updateCollection',
        'deleteCollection',
      ],
      ...['listBrandIdentities', 'getBrandIdentity', 'updateBrandIdentity', 'deleteBrandIdentity'],
      ...['createBrandIdentityGeneration', 'getBrandIdentityGeneration'],
      ...['listBrandFacts', 'addBrandFact', 'updateBrandFact', 'deleteBrandFact', 'refreshBrandFact'],
      ...['listIntegrations', 'createGitHubIntegration', 'deleteIntegration'],
      ...['listSchedules', 'createSchedule', 'updateSchedule', 'deleteSchedule'],
      ...['listEventTriggers', 'getEventTrigger', 'createEventTrigger', 'updateEventTrigger'],
      ...['deleteEventTrigger', 'listSkills', 'getSkill', 'createSkill', 'updateSkill', 'deleteSkill'],
      ...['listFeedback', 'getFeedback', 'submitFeedback', 'submitPublicFeedback', 'updateFeedback'],
      ...['listProjects', 'createProject', 'getProject', 'updateProject', 'deleteProject'],
      ...['listCompetitors', 'putCompetitor', 'deleteCompetitor', 'importCompetitors', 'suggestCompetitors'],
      ...['getGeoSettings', 'updateGeoSettings'],
      ...['listPrompts', 'createPrompt', 'updatePrompt', 'deletePrompt', 'importPrompts'],
      'getPromptHistory',
      'importSuggestions',
      'listCitedSources',
      'listVisibilityChanges',
      'listVisibilityMeasures',
      ...['listSequences', 'createSequence', 'updateSequence', 'deleteSequence'],
      ...['listSitemaps', 'addSitemap', 'deleteSitemap'],
      ...['getAgentReadiness', 'scanAgentReadiness'],
      ...['listBriefs', 'planBrief', 'getBriefPlan', 'getBrief', 'approveBrief', 'listRejectedPlans'],
      ...['startScan', 'listScans', 'getScan', 'estimateScan', 'retryScan', 'rescanPrompt', 'runSequence'],
      ...['startSession', 'continueSession', 'cancelTurn', 'getSession', 'readSession', 'listSessions'],
      ...['getTrafficOverview', 'listTrafficEvents', 'listTrafficJourneys', 'getTrafficJourney'],
      ...[
        'listTrafficPages',
        'getTrafficSetup',
        'createTrackingToken',
        'rotateTrackingTokens',
        'ingestVisit',
        'ingestLog',
      ],
      ...['getHealth', 'getReadiness', 'getStatus', 'receiveWebhook'],
    ].sort(),
  )
})

test('dashboard-only routes are not in it', () => {
  expect(app.api.routes.filter(({ path }) => path.startsWith('/api/app/')).length).toBeGreaterThan(5)
  expect(JSON.stringify(document)).not.toContain('/api/app')
})

test('no two paths differ only in the names of their parameters', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(shapes.length).toBe(new Set(shapes).size)
  expect(Object.keys(document.paths['/v1/feedback/{feedbackId}'])).toEqual(['get', 'patch', 'post'])
})

test('every operation has a short summary, a description that does not repeat it and a tag that is described', () => {
  const tags = document.tags.filter(({ description }: Json) => description).map(({ name }: Json) => name)
  for (const { operation } of operations) {
    expect(operation.summary, operation.operationId).toMatch(/^[A-Z][a-z]+( [\w-]+){1,4}$/)
    expect(operation.summary.length, operation.operationId).toBeLessThanOrEqual(50)
    expect(operation.description, operation.operationId).toMatch(/^[A-Z`].+\.$/s)
    expect(operation.description).not.toContain(operation.summary)
    expect(tags).toContain(operation.tags[0])
  }
})

test('every successful JSON response has an example that its schema accepts, with realistic values', () => {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats: { uri: true, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  })
  ajv.addSchema({ $id: 'document', components: document.components })
  let checked = 0
  for (const { operation } of operations)
    for (const [status, { content = {} }] of Object.entries<Json>(operation.responses)) {
      const json = content['application/json']
      if (status >= '300' || !json) continue
      const local = JSON.parse(
        JSON.stringify(json.schema).replaceAll('"#/components/', '"document#/components/'),
      )
      const validate = ajv.compile(local)
      expect([operation.operationId, validate(json.example), validate.errors]).toEqual([
        operation.operationId,
        true,
        null,
      ])
      expect([operation.operationId, JSON.stringify(json.example).includes('"Example"')]).toEqual([
        operation.operationId,
        false,
      ])
      checked++
    }
  expect(checked).toBeGreaterThan(100)
  expect(named('getPost').operation.responses['200'].content['application/json'].example.post).toMatchObject({
    title: 'Release 1.4.0',
    status: 'draft',
    createdAt: '2026-11-24T09:30:00.000Z',
  })
})

test('every parameter is described; path parameters have an example, parameters with a default are optional', () => {
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? [])
  expect(parameters.length).toBeGreaterThan(30)
  for (const each of parameters) {
    expect([each.name, typeof each.description]).toEqual([each.name, 'string'])
    const isRequired =
      each.in === 'query' ? ['domain', 'source', 'id'].includes(each.name) : each.name !== 'Idempotency-Key'
    expect([each.name, each.in, each.required]).toEqual([each.name, each.in, isRequired])
    expect([each.name, each.required === (each.example !== undefined)]).toEqual([each.name, true])
  }
  expect(named('listPosts').operation.parameters).toMatchObject([
    { name: 'page', schema: { type: 'integer', minimum: 1, default: 1 } },
    { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
    { name: 'sort', schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
    {
      name: 'status',
      style: 'form',
      explode: false,
      schema: { type: 'array', maxItems: 2, items: { enum: ['draft', 'published'] } },
    },
    { name: 'contentType', style: 'form', explode: false },
    { name: 'brandIdentityId', style: 'form', explode: false, schema: { maxItems: 100 } },
    { name: 'search', schema: { type: 'string', maxLength: 200 } },
  ])
})

test('the description of days has the range that a read covers without it', () => {
  const defaults = operations.flatMap(({ operation }) => {
    const days = operation.parameters?.find(({ name }: Json) => name === 'days')
    return days ? [[operation.operationId, /Default: (\w+)\.$/.exec(days.description)?.[1]]] : []
  })
  const ofMonth = defaults.filter(([, standard]) => standard === '30').map(([name]) => name)
  expect(ofMonth).toEqual(
    expect.arrayContaining([
      'getSentiment',
      'listSentimentEvidence',
      'getCompetitorVisibility',
      'getTrafficOverview',
    ]),
  )
  expect(Object.fromEntries(defaults)).toMatchObject({
    getVisibilityOverview: 'all',
    listCitedSources: 'all',
  })
})

test('the scope of an operation is listed, and public ones need none', () => {
  expect(named('listPosts').operation.security).toEqual([{ BearerAuth: ['posts.read'] }])
  expect(named('deleteIntegration').operation.security).toEqual([{ BearerAuth: ['integrations.write'] }])
  expect(named('submitFeedback').operation.security).toEqual([
    { BearerAuth: ['feedback.write'] },
    { BearerAuth: ['feedback.send'] },
  ])
  expect(named('getUsage').operation.security).toEqual([{ BearerAuth: [] }])
  const open = operations.filter(({ operation }) => operation.security.length === 0)
  expect(open.map(({ operation }) => operation.operationId).sort()).toEqual(
    [
      'getHealth',
      'getReadiness',
      'getStatus',
      'ingestLog',
      'ingestVisit',
      'receiveWebhook',
      'submitPublicFeedback',
    ].sort(),
  )
})

describe('errors', () => {
  const statusesOf = (operationId: string) => Object.keys(named(operationId).operation.responses)

  test('are described with their bodies, for every possible status', () => {
    expect(statusesOf('listSkills')).toEqual(['200', '401', '403', '429', '500', '503'])
    expect(statusesOf('getPost')).toEqual(['200', '400', '401', '403', '429', '500', '503'])
    expect(statusesOf('updatePost')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ])
    expect(statusesOf('submitPublicFeedback')).toEqual([
      '202',
      '400',
      '404',
      '408',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ])
    expect(statusesOf('receiveWebhook')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '500',
      '501',
      '503',
    ])
    for (const { operation } of operations) {
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect([operation.operationId, status, Object.keys(response.content)]).toEqual([
          operation.operationId,
          status,
          [typeOf(operation.operationId, status)],
        ])
      }
    }
  })

  test('of a limit have limit, remaining and reset, and all answers of the operation have the current values', () => {
    const standing = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].flatMap((name) => [
      name,
      `X-${name}`,
    ])
    const limited = operations.filter(({ operation }) =>
      Object.keys(operation.responses['429']?.headers ?? {}).includes('RateLimit-Limit'),
    )
    expect(limited.map(({ operation }) => operation.operationId).sort()).toEqual(
      [
        ...[
          'createBrandIdentityGeneration',
          ...['addBrandFact', 'updateBrandFact', 'refreshBrandFact'],
          'createGitHubIntegration',
          'createPostGeneration',
          'previewActivity',
        ],
        ...[
          'submitFeedback',
          'submitPublicFeedback',
          ...['createPost', 'schedulePost', 'cancelPostSchedule'],
          ...['updatePost', 'checkPost'],
          'startScan',
          'retryScan',
          'rescanPrompt',
          'runSequence',
        ],
        ...['importCompetitors', 'suggestCompetitors', 'importSuggestions', 'importPrompts'],
        ...['ingestVisit', 'ingestLog'],
        ...[
          'addSitemap',
          'scanAgentReadiness',
          'planBrief',
          'approveBrief',
          'startSession',
          'continueSession',
        ],
        ...streams,
      ].sort(),
    )
    for (const { operation } of limited) {
      for (const response of Object.values<Json>(operation.responses))
        expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(standing))
      expect(JSON.stringify(operation.responses['429'].content)).toContain('schemas/RateLimited')
      expect(operation.responses['429'].headers).toHaveProperty('Retry-After')
    }
    expect(document.components.schemas.RateLimited.required).toEqual(['error', 'limit', 'remaining', 'reset'])
  })
})

/** Whether a description is missing, or repeats only the name of any record's property. */
const saysNothing = (description = '') =>
  /^(?:(?:(?:Id|Name|Type|Kind|Title) of the record|The (?:address|kind|language|message|name|reason|result|source|text|title|type|url|value)|Domains|Kind|Name|Repositories|Text|Type)(?:; null if there is none)?\.|$)/.test(
    description,
  )

describe('schemas', () => {
  test('describe every property, and every value of a property or parameter with fixed values', () => {
    const missing = schemasIn({ paths: document.paths, components: document.components }).flatMap(
      ({ place, schema }) =>
        Object.entries<Json>(schema.properties ?? {}).flatMap(([name, property]) => [
          ...(saysNothing(property.description) ? [`${place}.${name} has no description`] : []),
          ...(hasMeanings(name, property) ? [] : [`${place}.${name} has values without a meaning`]),
        ]),
    )
    const unexplained = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).filter(({ name, schema }: Json) => !hasMeanings(name, schema)),
    )
    expect([missing, unexplained]).toEqual([[], []])
    const { kind } = document.components.schemas.Feedback.properties
    expect(kind.description).toContain('`bug`: something is broken; `feature`: something is missing')
  })

  test('explain each fixed value of a property or parameter only once', () => {
    const properties = schemasIn({ paths: document.paths, components: document.components }).flatMap(
      ({ place, schema }) =>
        Object.entries<Json>(schema.properties ?? {}).map(([name, property]) => ({
          place: `${place}.${name}`,
          property,
        })),
    )
    const parameters = operations.flatMap(({ operation }) =>
      (operation.parameters ?? []).map(({ name, description, schema }: Json) => ({
        place: `${operation.operationId}.${name}`,
        property: { ...schema, description },
      })),
    )
    const repeated = [...properties, ...parameters].filter(({ property: { description = '', ...schema } }) =>
      (schema.enum ?? schema.items?.enum ?? []).some(
        (value: unknown) => description.split(`\`${value}\``).length > 2,
      ),
    )
    expect(repeated.map(({ place, property }) => [place, property.description])).toEqual([])
  })

  test('describe integers, enums and times as such, and have no keyword of Herald', () => {
    const schemas = schemasIn({ paths: document.paths, components: document.components })
    expect(schemas.length).toBeGreaterThan(300)
    for (const { place, schema } of schemas) {
      const options = (schema.anyOf ?? []) as Json[]
      expect([place, options.some(({ const: word, format }) => word || format === 'integer')]).toEqual([
        place,
        false,
      ])
      expect([place, 'multipleOf' in schema, 'patternProperties' in schema]).toEqual([place, false, false])
      expect([place, typeof schema.error]).not.toEqual([place, 'string'])
    }
    const { Cron, Pagination, Post } = document.components.schemas
    expect(Pagination.properties.totalItems).toMatchObject({ type: 'integer' })
    expect(Pagination.properties.nextPage).toMatchObject({ type: ['integer', 'null'] })
    expect(Post.properties.status).toMatchObject({ type: 'string', enum: ['draft', 'published'] })
    expect(Post.properties.createdAt).toMatchObject({ type: 'string', format: 'date-time' })
    expect(Cron.properties.hour).toMatchObject({
      type: 'integer',
      minimum: 0,
      maximum: 23,
    })
  })

  test('are open, since unknown fields are accepted', () => {
    const closed = schemasIn(document).filter(({ schema }) => schema.additionalProperties === false)
    expect(closed).toEqual([])
  })

  test('that are used several times have a name', () => {
    const places = new Map<string, string[]>()
    for (const { place, schema } of schemasIn({ paths: document.paths, components: document.components })) {
      // The whole answer of an operation is described in place.
      if (Object.keys(schema.properties ?? {}).length < 3 || place.endsWith('/json/schema')) continue
      const text = JSON.stringify(schema)
      places.set(text, [...(places.get(text) ?? []), place])
    }
    expect([...places.values()].filter(({ length }) => length > 1)).toEqual([])
  })

  test('of bodies have the enforced lengths', async () => {
    const { call } = await app.team('lengths')
    const checked: string[] = []
    for (const { method, path, operation } of operations) {
      const content = operation.requestBody?.content['application/json']
      // Those two check their bodies themselves; without a model, the agent says so before it reads anything.
      if (
        !content ||
        ['receiveWebhook', 'ingestVisit'].includes(operation.operationId) ||
        operation.tags[0] === 'Agent'
      )
        continue
      const { properties } = document.components.schemas[content.schema.$ref.split('/').at(-1)]
      const address = path.replace(/\{\w+\}/g, 'unknown')
      for (const [field, schema] of Object.entries<Json>(properties)) {
        const { maxLength, minLength, pattern, format } = schema
        // A file is so long that its body is refused first.
        if (maxLength === undefined || pattern || format || field === 'csv') continue
        for (const [length, isTaken] of [
          [maxLength, true],
          [maxLength + 1, false],
          ...(minLength > 0 ? [[minLength - 1, false] as const] : []),
        ] as const) {
          const answer = await call(method, address, { ...content.example, [field]: 'ä'.repeat(length) })
          const isRefused = answer.status === 400 && String(answer.body.error).startsWith(field)
          expect([operation.operationId, field, length, isRefused]).toEqual([
            operation.operationId,
            field,
            length,
            !isTaken,
          ])
          checked.push(field)
        }
      }
    }
    expect(checked.length).toBeGreaterThan(60)
  })
})

test('each operation accepts its unedited example, or refuses it because of the current state', async () => {
  const outcomes: Record<string, string> = {}
  for (const { method, path, operation } of operations) {
    const exampleOf = (name: string) => operation.parameters.find((each: Json) => each.name === name).example
    const wanted = (operation.parameters ?? []).filter((each: Json) => each.in === 'query' && each.required)
    const query = wanted.map((each: Json) => `${each.name}=${encodeURIComponent(each.example)}`).join('&')
    const address = `${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleOf(name)))}?${query}`
    const inHeaders = (operation.parameters ?? []).filter((each: Json) => each.in === 'header')
    const headers = Object.fromEntries(inHeaders.map((each: Json) => [each.name, each.example]))
    const [content] = Object.values<Json>(operation.requestBody?.content ?? {})
    const example = content?.example
    expect([operation.operationId, example !== undefined]).toEqual([
      operation.operationId,
      operation.requestBody !== undefined,
    ])
    const { status, body } = await acme.call(method, address, example, headers)
    outcomes[operation.operationId] = status < 300 ? String(status) : `${status} ${body.error}`
  }
  expect(outcomes).toEqual({
    getHealth: '200',
    getReadiness: '200',
    getStatus: '200',
    submitFeedback: '202',
    listFeedback: '200',
    getFeedback: '404 Feedback not found',
    updateFeedback: '404 Feedback not found',
    submitPublicFeedback: '202',
    listPosts: '200',
    createPost: '201',
    getPostSchedule: '404 Post not found',
    schedulePost: '404 Post not found',
    cancelPostSchedule: '404 Post not found',
    getPost: '200',
    updatePost: '404 Post not found',
    checkPost: '404 Post not found',
    deletePost: '404 Post not found',
    createPostGeneration: '202',
    getPostGeneration: '404 Generation job not found',
    listBrandIdentities: '200',
    createBrandIdentityGeneration: '202',
    getBrandIdentityGeneration: '404 Brand identity analysis job not found',
    getBrandIdentity: '200',
    updateBrandIdentity: '404 Brand identity not found',
    deleteBrandIdentity: '404 Brand identity not found',
    listBrandFacts: '404 Brand identity not found',
    addBrandFact: '404 Brand identity not found',
    updateBrandFact: '404 Fact not found',
    deleteBrandFact: '404 Fact not found',
    refreshBrandFact: '404 Fact not found',
    listSkills: '200',
    createSkill: '201',
    getSkill: '200',
    updateSkill: '200',
    deleteSkill: '403 System skills cannot be deleted',
    listChats: '200',
    getChatByChannel: '404 Chat not found',
    createChat: '200',
    getChat: '404 Chat not found',
    sendToChat: '404 Chat not found',
    listIntegrations: '200',
    createGitHubIntegration: '400 Failed to create GitHub integration',
    deleteIntegration: '404 Integration not found',
    listSchedules: '200',
    createSchedule: '201',
    updateSchedule: '404 Schedule not found',
    deleteSchedule: '404 Schedule not found',
    listEventTriggers: '200',
    createEventTrigger: '400 Cannot create event trigger: one or more integrations not found',
    getEventTrigger: '404 Event trigger not found',
    updateEventTrigger: '404 Event trigger not found',
    deleteEventTrigger: '404 Event trigger not found',
    previewActivity: '200',
    listRepositoryEvents: '404 Integration not found',
    listCollections: '200',
    getCollection: '404 Collection not found',
    updateCollection: '404 Collection not found',
    deleteCollection: '404 Collection not found',
    receiveWebhook: '404 Integration not found',
    ingestVisit: '401 Unauthorized',
    ingestLog: '401 Unauthorized',
    getTrafficSetup: '200',
    createTrackingToken: '200',
    rotateTrackingTokens: '200',
    getTrafficOverview: '404 Project not found',
    listTrafficEvents: '404 Project not found',
    listTrafficJourneys: '404 Project not found',
    getTrafficJourney: '404 Project not found',
    listTrafficPages: '404 Project not found',
    listProjects: '200',
    createProject: '201',
    getProject: '404 Project not found',
    updateProject: '404 Project not found',
    deleteProject: '404 Project not found',
    listCompetitors: '404 Project not found',
    putCompetitor: '404 Project not found',
    deleteCompetitor: '404 Project not found',
    importCompetitors: '404 Project not found',
    suggestCompetitors: '404 Project not found',
    getGeoSettings: '404 Project not found',
    updateGeoSettings: '404 Project not found',
    listPrompts: '404 Project not found',
    createPrompt: '404 Project not found',
    updatePrompt: '404 Project not found',
    deletePrompt: '404 Project not found',
    importPrompts: '404 Project not found',
    getPromptHistory: '404 Project not found',
    importSuggestions: '404 Project not found',
    listCitedSources: '404 Project not found',
    listVisibilityChanges: '404 Project not found',
    listVisibilityMeasures: '404 Project not found',
    listSequences: '404 Project not found',
    createSequence: '404 Project not found',
    updateSequence: '404 Project not found',
    deleteSequence: '404 Project not found',
    listSitemaps: '404 Project not found',
    addSitemap: '404 Project not found',
    deleteSitemap: '404 Project not found',
    listBriefs: '404 Project not found',
    planBrief: '404 Project not found',
    getBriefPlan: '404 Project not found',
    listRejectedPlans: '404 Project not found',
    getBrief: '404 Project not found',
    approveBrief: '404 Project not found',
    startSession: '200',
    continueSession: '404 Session not found',
    cancelTurn: '404 Session not found',
    getSession: '404 Session not found',
    readSession: '404 Session not found',
    listSessions: '200',
    startScan: '404 Project not found',
    listScans: '404 Project not found',
    getScan: '404 Project not found',
    estimateScan: '404 Project not found',
    getAgentReadiness: '404 Project not found',
    scanAgentReadiness: '404 Project not found',
    retryScan: '404 Project not found',
    rescanPrompt: '404 Project not found',
    runSequence: '404 Project not found',
    listRuns: '200',
    getRun: '404 Run not found',
    listDeliveries: '200',
    getDelivery: '404 Delivery not found',
    getUsage: '200',
    listWorkspaces: '200',
    getPromptPresence: '404 Project not found',
    listPromptResults: '404 Project not found',
    listPromptResultSummaries: '404 Project not found',
    getPromptResult: '404 Project not found',
    getCompetitorShare: '404 Project not found',
    getCompetitorVisibility: '404 Project not found',
    getLanguageShare: '404 Project not found',
    getSentiment: '404 Project not found',
    getSentimentAnalysis: '404 Project not found',
    listSentimentEvidence: '404 Project not found',
    getVisibilityOverview: '404 Project not found',
    listGapPages: '404 Project not found',
    listGaps: '404 Project not found',
    getVisibilityTimeseries: '404 Project not found',
  })
})

test('the document stays the same after any request', async () => {
  const later = await testApp({ baseUrl: 'https://herald.test' })
  expect(await readOpenApi(later.api)).toEqual(document)
})
