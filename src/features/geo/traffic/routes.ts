import { Elysia, t } from 'elysia'
import type { Context } from '../../../context.ts'
import { idField, idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { createCollector } from './collector.ts'
import { ingest } from './ingest.ts'
import { getJourney, listJourneys } from './journeys.ts'
import { readLog } from './log.ts'
import {
  IngestSetup,
  IngestToken,
  JourneysQuery,
  LogQuery,
  PagesQuery,
  SetupQuery,
  TrafficJourney,
  TrafficJourneys,
  TrafficLog,
  TrafficOverview,
  TrafficPages,
  WindowedQuery,
} from './model.ts'
import { readOverview } from './overview.ts'
import { readPages } from './pages.ts'
import { createToken, readSetup, rotateTokens } from './setup.ts'

const resource = 'traffic'
const missing = { 404: 'Project not found' }
const unsigned = { 503: 'Tracking tokens cannot be signed: the secret key is missing' }

/** Routes for AI traffic: intake with a tracking token, setup, and reads (contract geo 11). */
export function trafficRoutes(ctx: Context) {
  return new Elysia().use(readRoutes(ctx)).use(setupRoutes(ctx)).use(intake(ctx))
}

function readRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/traffic', 'GEO')
    .get('/overview', ({ caller, params, query }) => readOverview(ctx, caller, params.projectId, query), {
      params,
      query: WindowedQuery,
      response: TrafficOverview,
      detail: operation(
        'getTrafficOverview',
        resource,
        'Get AI traffic by source. Visits of AI crawlers, agents and people sent by AI answers, by source and day.',
        { refusals: missing },
      ),
    })
    .get('/log', ({ caller, params, query }) => readLog(ctx, caller, params.projectId, query), {
      params,
      query: LogQuery,
      response: TrafficLog,
      detail: operation('listTrafficEvents', resource, 'List AI visits. Newest first.', {
        refusals: missing,
      }),
    })
    .get('/journeys', ({ caller, params, query }) => listJourneys(ctx, caller, params.projectId, query), {
      params,
      query: JourneysQuery,
      response: TrafficJourneys,
      detail: operation(
        'listTrafficJourneys',
        resource,
        'List journeys of agents. Visits that belong together, newest activity first.',
        { refusals: missing },
      ),
    })
    .get(
      '/journeys/:journeyId',
      ({ caller, params, query }) => getJourney(ctx, caller, params.projectId, params.journeyId, query),
      {
        params: t.Object({
          projectId: idField('projectId'),
          journeyId: idField('journeyId', 'Id of the journey.', 'f_0123456789abcdef'),
        }),
        query: WindowedQuery,
        response: TrafficJourney,
        detail: operation(
          'getTrafficJourney',
          resource,
          'Get a journey. Its visits, oldest first; none for an unknown journey.',
          { refusals: missing },
        ),
      },
    )
    .get('/pages', ({ caller, params, query }) => readPages(ctx, caller, params.projectId, query), {
      params,
      query: PagesQuery,
      response: TrafficPages,
      detail: operation(
        'listTrafficPages',
        resource,
        'List pages by AI visits. Most visits first, by page and source.',
        { refusals: missing },
      ),
    })
}

function setupRoutes(ctx: Context) {
  return guarded(ctx, '/v1/geo/ingest', 'GEO')
    .get('/setup', ({ caller }) => readSetup(ctx, caller), {
      response: IngestSetup,
      detail: operation(
        'getTrafficSetup',
        resource,
        'Get the AI traffic setup. Where to send visits, code to paste, and what arrived.',
        { refusals: unsigned },
      ),
    })
    .post('/token', ({ caller, query }) => createToken(ctx, caller, query.projectId ?? null), {
      query: SetupQuery,
      response: IngestToken,
      detail: operation(
        'createTrackingToken',
        resource,
        'Create a tracking token. Earlier tokens stay valid.',
        { refusals: { ...missing, ...unsigned } },
      ),
    })
    .post('/rotate-token', ({ caller, query }) => rotateTokens(ctx, caller, query.projectId ?? null), {
      query: SetupQuery,
      response: IngestToken,
      detail: operation(
        'rotateTrackingTokens',
        resource,
        'Rotate tracking tokens. Makes all tokens of the organization invalid and returns a new one.',
        { refusals: { ...missing, ...unsigned } },
      ),
    })
}

/** The token is checked before the body is read, which no schema validates: its errors have fixed texts. */
function intake(ctx: Context) {
  const collect = createCollector(ctx)
  return new Elysia({ tags: ['GEO'] }).post(
    '/api/geo/ingest',
    async ({ request, set }) => {
      set.headers['Cache-Control'] = 'no-store'
      await ingest(ctx, collect, request)
      set.status = 202
      return { ok: true }
    },
    { parse: 'none', detail: { ...ingestVisit, ...wire } },
  )
}

const ingestVisit = operation(
  'ingestVisit',
  null,
  'Report a visit. Needs a tracking token. 202 also for visits that are not stored, such as those of people.',
  {
    example: { method: 'GET', url: 'https://acme.com/docs', userAgent: 'GPTBot/1.3' },
    refusals: {
      400: 'Invalid payload, or: Invalid url',
      401: 'Unauthorized',
      415: null,
      413: null,
      429: 'Rate limit exceeded',
      502: 'Ingest failed',
    },
  },
)

const text = (maxLength: number, description: string) => ({ type: 'string', maxLength, description })

/** Request details for the OpenAPI document only: no schema validates them. */
const wire = {
  security: [{ trackingToken: [] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['method', 'url'],
          properties: {
            method: text(16, 'Method of the request.'),
            url: text(2048, 'Absolute URL of the page.'),
            timestamp: text(128, 'When the page was requested. Default: now.'),
            ip: text(128, 'Address of the visitor. It is not stored.'),
            requestId: text(128, 'Id of the request.'),
            geo: {
              type: 'object',
              properties: { country: text(128, 'Two letters.') },
              additionalProperties: true,
            },
            referer: text(2048, 'The `Referer` header.'),
            userAgent: text(1024, 'The `User-Agent` header.'),
            accept: text(1024, 'The `Accept` header.'),
            acceptLanguage: text(1024, 'The `Accept-Language` header.'),
            status: { type: 'integer', minimum: 100, maximum: 599, description: 'Status of the answer.' },
            signals: {
              type: 'object',
              required: ['clientHints'],
              properties: {
                clientHints: { type: 'boolean' },
                fetchMode: { type: ['string', 'null'] },
                tracing: { type: 'boolean' },
              },
            },
            signature: {
              type: 'object',
              properties: {
                agent: text(2048, 'The `Signature-Agent` header.'),
                input: text(2048, 'The `Signature-Input` header.'),
                value: text(2048, 'The `Signature` header.'),
              },
            },
          },
        },
      },
    },
  },
  responses: {
    202: {
      description: 'The visit is stored, or does not count.',
      content: {
        'application/json': {
          schema: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } },
        },
      },
    },
  },
} as object
