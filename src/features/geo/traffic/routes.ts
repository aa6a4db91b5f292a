import { Elysia, t } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idField, idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { limitHeaders } from '../../../http/rate-limits.ts'
import { grouped } from '../../../text/grouped.ts'
import { logFormats } from '../../../traffic/access-log.ts'
import { guarded } from '../../keys/guard.ts'
import { createCollector } from './collector.ts'
import { skipReasons } from './import-log.ts'
import { ingest } from './ingest.ts'
import { createLogIntake, maxLines } from './ingest-log.ts'
import { getJourney, listJourneys } from './journeys.ts'
import { readLog } from './log.ts'
import {
  IngestSetup,
  IngestToken,
  JourneysQuery,
  LogQuery,
  PagesQuery,
  SetupQuery,
  TokenQuery,
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
  return new Elysia().use(readRoutes(ctx)).use(setupRoutes(ctx)).use(intake(ctx)).use(logIntake(ctx))
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
        'Get AI traffic by source. Visits by AI crawlers, agents and people who came from AI answers, by source and day.',
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
          journeyId: idField('journeyId', 'ID of the journey.', 'f_0123456789abcdef'),
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
    .get('/setup', ({ caller, query }) => readSetup(ctx, caller, query.projectId ?? null), {
      query: SetupQuery,
      response: IngestSetup,
      detail: operation(
        'getTrafficSetup',
        resource,
        'Get the AI traffic setup. Where to send visits, code to paste, and what arrived.',
        { refusals: { ...missing, ...unsigned } },
      ),
    })
    .post('/token', ({ caller, query }) => createToken(ctx, caller, query.projectId ?? null), {
      query: TokenQuery,
      response: IngestToken,
      detail: operation(
        'createTrackingToken',
        resource,
        'Create a tracking token. Earlier tokens stay valid.',
        { refusals: { ...missing, ...unsigned } },
      ),
    })
    .post('/rotate-token', ({ caller, query }) => rotateTokens(ctx, caller, query.projectId ?? null), {
      query: TokenQuery,
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
      Object.assign(set.headers, limitHeaders(await ingest(ctx, collect, request)))
      set.status = 202
      return { ok: true }
    },
    { parse: 'none', detail: { ...ingestVisit, ...documentation } },
  )
}

function logIntake(ctx: Context) {
  const ingestLog = createLogIntake(ctx)
  return new Elysia({ tags: ['GEO'] }).post(
    '/api/geo/ingest/logs',
    async ({ request, set }) => {
      set.headers['Cache-Control'] = 'no-store'
      const { usage, summary } = await ingestLog(request)
      Object.assign(set.headers, limitHeaders(usage))
      return { ok: true, ...summary }
    },
    { parse: 'none', detail: { ...ingestLogOperation, ...logWire } },
  )
}

const ingestVisit = operation(
  'ingestVisit',
  null,
  'Report a visit. Needs a tracking token. Returns 202 even for visits that are not stored, such as those of people.',
  {
    limits: [buckets.ingestVisit],
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

const ingestLogOperation = operation(
  'ingestLog',
  null,
  `Import an access log. Needs a tracking token. Accepts at most ${grouped(maxLines)} lines and 5 MiB, measured after decompression. Lines imported before are skipped.`,
  {
    limits: [buckets.ingestLog],
    bodyBytes: 5 * 1024 * 1024,
    refusals: {
      400: 'The format of these lines is not known, or: Invalid gzip body',
      401: 'Unauthorized',
      415: 'Content-Encoding must be gzip or absent',
      429: 'Rate limit exceeded',
      502: 'Ingest failed',
    },
  },
)

const text = (maxLength: number, description: string) => ({ type: 'string', maxLength, description })

/** Request details for the OpenAPI document only: no schema validates them. */
const documentation = {
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
            ip: text(128, "The visitor's IP address. It is not stored."),
            requestId: text(128, 'ID of the request.'),
            geo: {
              type: 'object',
              properties: { country: text(128, 'Two letters.') },
              additionalProperties: true,
            },
            referer: text(2048, 'The `Referer` header.'),
            userAgent: text(1024, 'The `User-Agent` header.'),
            accept: text(1024, 'The `Accept` header.'),
            acceptLanguage: text(1024, 'The `Accept-Language` header.'),
            status: {
              type: 'integer',
              minimum: 100,
              maximum: 599,
              description: 'HTTP status of the response.',
            },
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
      description:
        'The visit was accepted. Only visits by AI crawlers and agents, and by people from AI answers, are stored.',
      content: {
        'application/json': {
          schema: { type: 'object', required: ['ok'], properties: { ok: { type: 'boolean', const: true } } },
        },
      },
    },
  },
} as object

const count = { type: 'integer', minimum: 0 }
const logExample =
  'acme.com:443 192.0.2.1 - - [21/Nov/2026:15:20:30 +0000] "GET /docs HTTP/1.1" 200 9 "-" "GPTBot/1.3"\n'

/** Request details of the import for the OpenAPI document only. */
const logWire = {
  security: [{ trackingToken: [] }],
  parameters: [
    {
      name: 'format',
      in: 'query',
      description: 'Format of the lines. Default: detected from the first 20.',
      schema: { type: 'string', enum: logFormats },
    },
    {
      name: 'host',
      in: 'query',
      description: 'Host of the site, for formats without one.',
      schema: text(253, 'A host such as docs.acme.com.'),
    },
  ],
  requestBody: {
    required: true,
    description: 'Lines of the log, also compressed with gzip.',
    content: { 'text/plain': { schema: { type: 'string' }, example: logExample } },
  },
  responses: {
    200: {
      description: 'The numbers of stored lines, and of skipped lines by reason.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['ok', 'format', 'lines', 'stored', 'skipped'],
            properties: {
              ok: { type: 'boolean', const: true },
              format: { type: ['string', 'null'] },
              lines: count,
              stored: count,
              skipped: {
                type: 'object',
                properties: Object.fromEntries(Object.keys(skipReasons).map((name) => [name, count])),
              },
            },
          },
        },
      },
    },
  },
} as object
