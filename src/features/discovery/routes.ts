import { Elysia, t } from 'elysia'
import swaggerStyle from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import swaggerScript from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import type { Context } from '../../context.ts'
import { recentReadinessFault } from '../../db/readiness.ts'
import { operation } from '../../http/operation.ts'
import { accepts, answerPublicly, type ResponseSettings } from '../../http/public-answer.ts'
import { proxyWarning } from '../../http/unknown-proxy.ts'
import icon from '../../look/icon.svg' with { type: 'text' }
import { Status } from './model.ts'
import page from './swagger.html' with { type: 'text' }
import { swaggerStart } from './swagger-start.ts'

const hidden = { detail: { hide: true } }

/** The page loads nothing from other origins, and no other page may embed it. */
const pagePolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Endpoints without authentication: health, service metadata and documentation. */
export function discoveryRoutes(ctx: Context) {
  const { basePath, baseUrl } = ctx.config
  const app = new Elysia({ tags: ['Discovery'] })
  let document: Promise<string> | undefined

  async function readDocument() {
    try {
      const service = await import('./service.ts')
      return await service.readDocument(app, baseUrl)
    } catch (error) {
      document = undefined
      throw error
    }
  }

  return (
    app
      .get(
        '/openapi.json',
        async ({ request, set }) => {
          document ??= readDocument()
          return answerPublicly(request, set, {
            type: 'application/json; charset=utf-8',
            body: await document,
          })
        },
        hidden,
      )
      // Programs check that the server is up; people want the dashboard.
      .get(
        '/',
        ({ request, redirect, set }) => {
          set.headers.Vary = 'Accept'
          return accepts(request, 'text/html') ? redirect(`${basePath}/app`) : 'ok'
        },
        hidden,
      )
      .get('/ping', () => 'pong', hidden)
      .get('/healthz', () => ({ status: 'ok' as const }), {
        response: t.Object({ status: t.Literal('ok') }),
        detail: operation(
          'getHealth',
          null,
          'Check liveness. Confirms that the process is up, without using the database.',
          {
            refusals: { 503: null },
          },
        ),
      })
      .get(
        '/readyz',
        async ({ status }) => {
          const fault = await recentReadinessFault(ctx.db, ctx.config.databaseUrl)
          const warnings = ctx.unknownProxy.isSeen ? { warnings: [proxyWarning] } : {}
          if (fault === null) return { status: 'ready' as const, ...warnings }
          ctx.log.error(
            { reason: fault },
            'The server is not ready. It is ready again once the reason is fixed.',
          )
          return status(503, { error: fault })
        },
        {
          response: {
            200: t.Object({ status: t.Literal('ready'), warnings: t.Optional(t.Array(t.String())) }),
            503: t.Object(
              { error: t.String() },
              { description: 'The server is not ready: `error` says why.' },
            ),
          },
          detail: operation(
            'getReadiness',
            null,
            'Check readiness. Checks that the database is migrated and accepts writes, and that its disk has space.',
          ),
        },
      )
      .get(
        '/v1/status',
        () => ({
          status: 'ok' as const,
          service: 'Herald API',
          version: '1.0.0',
          public: true,
          authentication: {
            type: 'bearer' as const,
            resource_metadata: `${baseUrl}/.well-known/oauth-protected-resource`,
            guide: `${baseUrl}/swagger`,
          },
        }),
        {
          response: Status,
          detail: operation(
            'getStatus',
            null,
            'Get the API status. Describes this service and how to authenticate.',
            {
              refusals: { 503: null },
            },
          ),
        },
      )
      .get(
        '/.well-known/api-catalog',
        ({ set }) => {
          set.headers['content-type'] = 'application/linkset+json'
          const item = { href: `${baseUrl}/openapi.json`, type: 'application/json' }
          return JSON.stringify({ linkset: [{ anchor: `${baseUrl}/.well-known/api-catalog`, item: [item] }] })
        },
        hidden,
      )
      .get(
        '/swagger',
        ({ set }) => {
          set.headers['content-security-policy'] = pagePolicy
          return typed(set, 'text/html; charset=utf-8', String(page))
        },
        hidden,
      )
      .get('/swagger/icon.svg', ({ set }) => typed(set, 'image/svg+xml', icon), hidden)
      .get(
        '/swagger/start.js',
        ({ set }) => typed(set, 'text/javascript; charset=utf-8', swaggerStart),
        hidden,
      )
      .get(
        '/swagger/ui.js',
        ({ request, set }) => sendFile(request, set, 'text/javascript; charset=utf-8', swaggerScript),
        hidden,
      )
      .get(
        '/swagger/ui.css',
        ({ request, set }) => sendFile(request, set, 'text/css; charset=utf-8', swaggerStyle),
        hidden,
      )
  )
}

async function sendFile(request: Request, set: ResponseSettings, type: string, path: string) {
  return answerPublicly(request, set, { type, body: await Bun.file(path).text() })
}

function typed(set: { headers: Record<string, unknown> }, type: string, body: string) {
  set.headers['content-type'] = type
  return body
}
