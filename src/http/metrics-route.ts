import { createHash, timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { readGauges } from '../metrics/gauges.ts'
import { listenOn } from './listen.ts'

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** Everything that is measured, in the text format of Prometheus. */
export const renderMetrics = async (ctx: Context): Promise<string> =>
  (await readGauges(ctx)) + ctx.metrics.render()

/** `/metrics` for clients that know METRICS_TOKEN; not found if that is not set. */
export function metricsRoute(ctx: Context) {
  return new Elysia().get(
    '/metrics',
    async ({ request, set, status }) => {
      const { metricsToken } = ctx.config
      if (metricsToken === null) return status(404, { error: 'Not found' })
      const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
      if (!isSame(given, metricsToken)) {
        set.headers['WWW-Authenticate'] = 'Bearer'
        return status(401, { error: 'The metrics need METRICS_TOKEN as a bearer token' })
      }
      return new Response(await renderMetrics(ctx), { headers: { 'content-type': contentType } })
    },
    { detail: { hide: true } },
  )
}

/** Serves `/metrics` without a token on its own address, METRICS_LISTEN; returns a function that stops it. */
export function serveMetrics(ctx: Context): () => void {
  const { metricsListen } = ctx.config
  if (metricsListen === null) return () => {}
  const settings = { host: 'METRICS_LISTEN', port: 'METRICS_LISTEN' }
  const server = listenOn(metricsListen, settings, (options) =>
    Bun.serve({
      ...options,
      async fetch(request) {
        if (new URL(request.url).pathname !== '/metrics') return new Response('Not found\n', { status: 404 })
        return new Response(await renderMetrics(ctx), { headers: { 'content-type': contentType } })
      },
    }),
  )
  return () => void server.stop(true)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
