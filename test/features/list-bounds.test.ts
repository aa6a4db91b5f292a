import { beforeAll, expect, test } from 'bun:test'
import type { TObject, TSchema } from '@sinclair/typebox'
import { type CeilingName, ceilings } from '../../src/db/ceilings.ts'
import { maxFacts } from '../../src/features/brand-identities/facts/model.ts'
import { most } from '../../src/features/geo/briefs/model.ts'
import { maxCompetitors } from '../../src/features/geo/competitors/model.ts'
import { maxHistory } from '../../src/features/geo/readiness/model.ts'
import { maxSequences } from '../../src/features/geo/sequences/model.ts'
import { maxPages, maxSitemaps } from '../../src/features/geo/sitemaps/model.ts'
import { maxViews } from '../../src/features/geo/views/service.ts'
import { maxVersions } from '../../src/features/posts/versions.ts'
import { testApp } from '../support/app.ts'
import { operationsIn, readOpenApi } from '../support/openapi.ts'

/** The ceiling of the rows of a list, its maximum, or what fixes its length. */
type Bound = CeilingName | number | 'streamed' | 'engines of the server' | 'texts of the program'

const project = '/v1/projects/:projectId/geo'
const geo = (bounds: Record<string, Bound>) =>
  Object.fromEntries(Object.entries(bounds).map(([path, bound]) => [project + path, bound]))

/** Why each list without pages has a maximum length. */
const bounds: Record<string, Bound> = {
  '/readyz': 'texts of the program',
  '/v1/chats': 'streamed',
  '/v1/chats/:chatId': 'streamed',
  '/api/app/chats/:chatId': 'streamed',
  // The newest posts of a collection.
  '/v1/collections/:collectionId': 100,
  // The newest events of a run.
  '/v1/posts/generate/:jobId': 100,
  '/v1/runs/:runId': 100,
  '/v1/brand-identities': 'brandIdentities',
  '/v1/brand-identities/:brandIdentityId/facts': maxFacts,
  '/v1/skills': 'skills',
  '/v1/integrations': 'repositories',
  '/v1/schedules': 'automations',
  '/v1/event-triggers': 'automations',
  '/v1/me/workspaces': 'organizations',
  '/v1/projects': 'projects',
  ...geo({
    '/prompts': 'prompts',
    '/prompts/:promptId/history': 120,
    '/competitors': maxCompetitors,
    '/competitors/suggestions': 10,
    '/sequences': maxSequences,
    '/sitemaps': maxSitemaps,
    '/agent-readiness': maxHistory,
    '/scans/estimate': 'engines of the server',
    '/visibility/overview': 'engines of the server',
    // A point for each day with scans.
    '/visibility/timeseries': 'scans',
    '/visibility/measures': 10,
    '/visibility/presence': 'prompts',
    '/visibility/prompt-results': 'prompts',
    '/visibility/competitor-share': 50,
    '/visibility/competitors/:brand': 'prompts',
    '/visibility/language-share': 'scans',
    '/sentiment': 'scans',
    '/sentiment/evidence': 25,
    '/sources': 100,
    '/changes': 40,
    '/gaps': 'prompts',
    '/gaps/:promptId/pages': 20,
    '/briefs': 'briefs',
    '/briefs/rejected-plans': 10,
    '/briefs/:briefId': most.variants,
    '/traffic/overview': 'texts of the program',
    '/traffic/journeys/:journeyId': 200,
  }),
  '/api/app/projects/:projectId/suggestions': 'suggestions',
  // The properties in one response of Google.
  '/api/app/projects/:projectId/search-console/properties': 1_000,
  '/api/app/projects/:projectId/briefs/outcomes': 100,
  '/api/app/projects/:projectId/briefs/:briefId/pages': maxPages,
  '/api/app/projects/:projectId/briefs/:briefId/variants': 'prompts',
  '/api/app/projects/:projectId/reports': 20,
  '/api/app/projects/:projectId/views': maxViews,
  '/api/app/visibility-set-up': 'engines of the server',
  '/api/app/session': 'organizations',
  '/api/app/home': 10,
  '/api/app/public-page': 5,
  '/api/app/members': 'members',
  '/api/app/members/:userId/keys': 'keys',
  '/api/app/invitations': 'invitations',
  '/api/app/keys': 'keys',
  '/api/app/feedback-tokens': 'keys',
  '/api/app/integrations': 'repositories',
  '/api/app/integrations/:integrationId/webhook': 'texts of the program',
  '/api/app/posts/:postId/versions': maxVersions,
  '/api/app/posts/:postId/targets': 'destinations',
  '/api/app/destinations': 'destinations',
  '/api/app/formats': 'texts of the program',
  '/api/app/automations': 'automations',
  '/api/app/skills': 'skills',
  '/api/app/chats': 50,
  '/api/app/chats/models': 'engines of the server',
  '/api/app/agent-sessions/:sessionId': 'approvals',
  '/api/app/subscribers': 50,
  '/api/app/subscribers/export': 1_000,
  '/api/app/notifications': 'destinations',
  '/api/app/oauth/connections': 'keys',
}

/** The longest list that is sent whole. */
const maxRows = 50_000
/** The longest page. */
const maxPage = 500

type Route = { method: string; path: string; hooks: { query?: TSchema; response?: unknown } }
type Reading = { path: string; lists: string[]; limit: TSchema | undefined }

let readings: Reading[]
let documented: string[]
beforeAll(async () => {
  const { api } = await testApp()
  const routes = (api.routes as unknown as Route[]).filter(({ method }) => method === 'GET')
  readings = routes.map(({ path, hooks: { query, response } }) => ({
    path,
    lists: listsIn(response),
    limit: (query as TObject | undefined)?.properties?.limit,
  }))
  const operations = operationsIn(await readOpenApi(api))
  documented = operations
    .filter(({ method, operation }) => method === 'GET' && hasList(operation))
    .map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'))
})

/** The properties of a response that are lists. */
function listsIn(response: unknown): string[] {
  const { properties, 200: ok } = (response ?? {}) as { properties?: TObject['properties']; 200?: unknown }
  if (!properties) return ok ? listsIn(ok) : []
  return Object.keys(properties).filter((name) => isList(properties[name]))
}

const isList = (schema: TSchema | undefined): boolean =>
  schema?.type === 'array' || (schema?.anyOf ?? []).some(isList)

function hasList({ responses }: Record<string, any>): boolean {
  return listsIn(responses['200']?.content?.['application/json']?.schema).length > 0
}

/** The highest limit that a query accepts, if it has a default. */
function maxLimit(limit: TSchema): number {
  const numbers = [limit, ...(limit.anyOf ?? [])].map(({ maximum }) => maximum)
  return Math.max(...numbers.filter(Number.isFinite))
}

const isPaged = ({ limit }: Reading) => limit?.default !== undefined

test('every list of the API and the dashboard has pages, a maximum or is streamed', () => {
  const unbounded = readings.filter(
    (each) => each.lists.length > 0 && !isPaged(each) && !(each.path in bounds),
  )
  expect(unbounded.map(({ path }) => path)).toEqual([])
})

test('the table of lists names no route that has no list or has pages', () => {
  const lists = new Set(
    readings.filter((each) => each.lists.length > 0 && !isPaged(each)).map(({ path }) => path),
  )
  expect(Object.keys(bounds).filter((path) => !lists.has(path))).toEqual([])
})

test('every list in the API description is checked', () => {
  const checked = new Set(readings.filter(({ lists }) => lists.length > 0).map(({ path }) => path))
  expect(documented.length).toBeGreaterThan(40)
  expect(documented.filter((path) => !checked.has(path))).toEqual([])
})

test('pages and lists without pages are short', () => {
  const pages = readings.filter(isPaged).map(({ path, limit }) => [path, maxLimit(limit as TSchema)] as const)
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter(([, rows]) => !(rows <= maxPage))).toEqual([])
  const lengthOf = (bound: Bound) =>
    typeof bound === 'string' && bound in ceilings ? ceilings[bound as CeilingName].max : bound
  const long = Object.entries(bounds).filter(([, bound]) => Number(lengthOf(bound)) > maxRows)
  expect(long).toEqual([])
})
