import { beforeAll, expect, test } from 'bun:test'
import { resources, scopes } from '../../src/features/keys/model.ts'
import { type OperationRoute, operation, operationsOf, scopeOf } from '../../src/http/operation.ts'
import { testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let operations: OperationRoute[]
beforeAll(async () => {
  app = await testApp()
  operations = operationsOf(app.api.routes)
})

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** Limits of operations that Herald adds to the specification. */
const added = [
  'POST /v1/posts | 60 in 60 s | key',
  'POST /v1/posts/:postId/schedule | 60 in 60 s | key',
  'DELETE /v1/posts/:postId/schedule | 60 in 60 s | key',
  'PUT /api/app/posts/:postId/revision | 60 in 60 s | key',
  'POST /api/app/posts/:postId/revision/publication | 60 in 60 s | key',
  'POST /api/geo/ingest | 1000 in 60 s | organization',
  'POST /api/geo/ingest/logs | 30 in 60 s | organization',
  'GET /api/integrations/google-search-console/authorize | 20 in 3600 s | organization',
  'POST /api/app/projects/:projectId/search-console/sync | 10 in 3600 s | organization',
  'GET /api/app/projects/:projectId/search-console/properties | 20 in 600 s | organization',
  'PUT /api/app/projects/:projectId/search-console/property | 20 in 600 s | organization',
  'POST /v1/activity/preview | 20 in 60 s | organization',
  'POST /api/app/session | 10 in 900 s | address',
  'POST /api/app/invitations/accept | 10 in 900 s | address',
  'PATCH /api/app/integrations/:integrationId | 20 in 60 s | key',
  'POST /api/app/integrations | 20 in 60 s | key',
  'POST /api/app/integrations/:integrationId/check | 20 in 3600 s | organization',
  'POST /api/app/trackers | 20 in 60 s | key',
  'POST /api/app/schedules/:scheduleId/run | 10 in 60 s | key',
  'POST /api/app/trackers/workspace | 20 in 60 s | key',
  'POST /api/app/oauth/approve | 60 in 600 s | person',
  'POST /api/app/oauth/look | 60 in 600 s | person',
  'GET /api/integrations/github-app/installed | 30 in 3600 s | organization',
  'GET /api/integrations/github-app/new | 30 in 3600 s | organization',
  'POST /api/app/github-app/sync | 30 in 3600 s | organization',
  'POST /api/app/public-page/domain/verify | 20 in 3600 s | organization',
  'POST /api/app/server/mail/test | 10 in 600 s | organization',
  'POST /api/app/server/model/test | 10 in 600 s | organization',
  'POST /api/app/posts/:postId/picture | 10 in 60 s | key',
  'POST /api/app/visibility-set-up | 4 in 3600 s | organization',
  'POST /api/app/visibility-set-up/proposal | 10 in 600 s | organization',
  'POST /v1/posts/:postId/check | 60 in 60 s | key',
  'POST /api/app/images | 60 in 60 s | organization',
  'POST /api/app/destinations | 60 in 3600 s | organization',
  'POST /api/app/destinations/pull-requests | 60 in 3600 s | organization',
  'POST /api/app/posts/:postId/deliveries | 60 in 3600 s | organization',
  'POST /api/app/images/copies | 60 in 60 s | organization',
  'POST /v1/brand-identities/:brandIdentityId/facts | 60 in 3600 s | organization',
  'PATCH /v1/brand-identities/:brandIdentityId/facts/:factId | 60 in 3600 s | organization',
  'POST /v1/brand-identities/:brandIdentityId/facts/:factId/refresh | 60 in 3600 s | organization',
  'POST /v1/projects/:projectId/geo/sitemaps | 20 in 3600 s | organization',
  'POST /api/app/agent-sessions/:sessionId/answers | 30 in 60 s | organization',
  'POST /v2/eve/v1/session | 30 in 60 s | organization',
  'POST /v2/eve/v1/session/:sessionId | 30 in 60 s | organization',
  'POST /v1/projects/:projectId/geo/suggestions/import | 10 in 600 s | organization',
  'POST /v1/projects/:projectId/geo/scans/:scanId/retry | 4 in 3600 s | organization',
  'POST /v1/projects/:projectId/geo/prompts/:promptId/rescan | 20 in 3600 s | organization',
]

/** The specification's table (spec: Limits); a route in it has exactly these limits, any other has none. */
const limits = [
  'POST /v1/posts/generate | 10 in 60 s | key',
  'PATCH /v1/posts/:postId | 60 in 60 s | key',
  'POST /v1/brand-identities/generate | 5 in 60 s | key',
  'POST /v1/integrations/github | 20 in 60 s | key',
  'POST /v1/chats | 30 in 60 s | organization',
  'POST /v1/chats/:chatId | 30 in 60 s | organization',
  'POST /v2/agent/v1/session | 30 in 60 s | organization',
  'POST /v2/agent/v1/session/:sessionId | 30 in 60 s | organization',
  'POST /v1/projects/:projectId/geo/scans | 4 in 3600 s | organization',
  'POST /v1/projects/:projectId/geo/sequences/:sequenceId/run | 10 in 600 s | organization',
  'POST /v1/projects/:projectId/geo/prompts/import | 10 in 600 s | organization',
  'POST /v1/projects/:projectId/geo/competitors/import | 10 in 600 s | organization',
  'GET /v1/projects/:projectId/geo/competitors/suggestions | 10 in 600 s | organization',
  'POST /v1/projects/:projectId/geo/briefs | 10 in 600 s | organization',
  'POST /v1/projects/:projectId/geo/briefs/:briefId/approve | 20 in 600 s | organization',
  'POST /v1/projects/:projectId/geo/agent-readiness/scan | 10 in 3600 s | organization',
  'POST /v1/feedback | 120 in 60 s | key',
  'POST /v1/feedback/:organizationSlug | 200 in 3600 s | organization',
  'POST /v1/feedback/:organizationSlug | 30 in 600 s | address',
]

test('every route is limited as the specification says', () => {
  const routes = operations.map(nameOf)
  const existing = limits.filter((row) => routes.includes(row.split(' | ')[0] ?? ''))
  const declared = operations.flatMap((route) =>
    route.operation.limits.map(({ per, windows }) => {
      const room = windows.map(({ limit, seconds }) => `${limit} in ${seconds} s`).join(' and ')
      return `${nameOf(route)} | ${room} | ${per}`
    }),
  )
  expect(declared.sort()).toEqual([...existing, ...added].sort())
})

test('every route of the API has an operation id of its own', () => {
  const routes = app.api.routes.filter(({ path }) => /^\/(v1|v2|api)\//.test(path)).map(nameOf)
  // The second path of sessions has the operations of the first.
  const firsts = operations.filter(({ path }) => !path.startsWith('/v2/eve/'))
  const names = firsts.map((route) => route.operation.operationId)
  expect(
    operations
      .map(nameOf)
      .filter((name) => / \/(v1|v2|api)\//.test(name))
      .sort(),
  ).toEqual(routes.sort())
  expect([...new Set(names)]).toEqual(names)
})

test('every scope that a route needs is one that a key can have', () => {
  const keyed = operations.filter(({ method, operation }) => scopeOf(method, operation) !== null)
  expect(keyed.length).toBeGreaterThan(25)
  for (const route of keyed) {
    expect(resources).toContain(route.operation.resource as string)
    expect(scopes).toContain(scopeOf(route.method, route.operation) as string)
  }
})

test('the first sentence of an operation is its summary', () => {
  expect(operation('listPosts', 'posts', 'List posts. Newest first.').summary).toBe('List posts')
  expect(operation('listPosts', 'posts', 'See example.com for more.').summary).toBe(
    'See example.com for more',
  )
})
