import { swagger } from '@elysiajs/swagger'
import { Elysia } from 'elysia'
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import type { Context } from '../../context.ts'
import { createReadiness } from '../../db/readiness.ts'
import { operation } from '../../http/operation.ts'
import { scopes } from '../keys/model.ts'
import { completeDocument } from './openapi.ts'
import page from './swagger.html' with { type: 'text' }

/** What a stranger may ask: is it up, what is it, how is it used. */
export function discoveryRoutes(ctx: Context) {
  const { baseUrl } = ctx.config
  const description = apiDescription()
  const readiness = createReadiness(ctx.db, ctx.config.databaseUrl)
  return new Elysia({ tags: ['Discovery'] })
    .use(description)
    .get('/openapi.json', async () => completeDocument(await readDocument(description)), {
      detail: { hide: true },
    })
    .get('/', () => 'ok', { detail: { hide: true } })
    .get('/ping', () => 'pong', { detail: { hide: true } })
    .get('/healthz', () => ({ status: 'ok' }), {
      detail: operation('getHealth', null, 'Tell that the process is up.'),
    })
    .get(
      '/readyz',
      async ({ set }) => {
        const fault = await readiness()
        if (fault === null) return { status: 'ready' }
        ctx.log.error({ reason: fault }, 'The server is not ready.')
        set.status = 503
        return { error: fault }
      },
      {
        detail: operation('getReadiness', null, 'Tell whether the database can be reached and is migrated.'),
      },
    )
    .get(
      '/v1/status',
      () => ({
        status: 'ok',
        service: 'Herald API',
        version: '1.0.0',
        public: true,
        authentication: {
          type: 'bearer',
          resource_metadata: `${baseUrl}/.well-known/oauth-protected-resource`,
          guide: `${baseUrl}/swagger`,
        },
      }),
      { detail: operation('getStatus', null, 'Tell what this service is and how to authenticate.') },
    )
    .get(
      '/.well-known/oauth-protected-resource',
      () => ({
        resource: baseUrl,
        // Keys come from the operator's command line; there is no authorization server to send anyone to.
        authorization_servers: [],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_documentation: `${baseUrl}/swagger`,
      }),
      { detail: { hide: true } },
    )
    .get(
      '/.well-known/api-catalog',
      ({ set }) => {
        set.headers['content-type'] = 'application/linkset+json'
        const description = { href: `${baseUrl}/openapi.json`, type: 'application/json' }
        return JSON.stringify({ linkset: [{ anchor: baseUrl, 'service-desc': [description] }] })
      },
      { detail: { hide: true } },
    )
    .get('/swagger', ({ set }) => html(set, page), { detail: { hide: true } })
    .get('/swagger/ui.js', () => Bun.file(swaggerScript), { detail: { hide: true } })
    .get('/swagger/ui.css', () => Bun.file(swaggerStyle), { detail: { hide: true } })
}

const documentPath = '/swagger/document.json'

async function readDocument(description: ReturnType<typeof apiDescription>) {
  const response = await description.handle(new Request(`http://localhost${documentPath}`))
  return (await response.json()) as Parameters<typeof completeDocument>[0]
}

/** The OpenAPI document; the plugin's own page loads its script from the internet, so ours is served instead. */
function apiDescription() {
  return swagger({
    path: '/swagger/plugin',
    specPath: documentPath,
    documentation: {
      openapi: '3.1.1',
      info: {
        title: 'Herald API',
        version: '1.0.0',
        description: 'Content, visibility, feedback and webhooks.',
      },
      tags: [
        { name: 'Discovery' },
        { name: 'Content' },
        { name: 'Integrations' },
        { name: 'Schedules' },
        { name: 'Event Triggers' },
        { name: 'Skills' },
        { name: 'Feedback' },
        { name: 'Webhooks' },
      ],
      components: {
        securitySchemes: { BearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'API Key' } },
      },
      security: [{ BearerAuth: [] }],
    } as never,
  })
}

function html(set: { headers: Record<string, unknown> }, body: unknown) {
  set.headers['content-type'] = 'text/html; charset=utf-8'
  return body as string
}
