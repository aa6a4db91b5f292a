import { Elysia } from 'elysia'
import { type OpenSpan, within } from '../tracing/active.ts'
import type { Tracing } from '../tracing/tracing.ts'

/** Makes a span of every request, named by the template of its route. */
export function requestTracing(tracing: Tracing) {
  const app = new Elysia({ name: 'request-tracing' })
  if (!tracing.isEnabled) return app
  const spans = new WeakMap<Request, OpenSpan>()
  return app
    .wrap((handle) => async (request: Request, ...rest: unknown[]) => {
      const { method } = request
      const traceparent = request.headers.get('traceparent')
      const span = await tracing.start(method, { 'http.request.method': method }, traceparent)
      spans.set(request, span)
      return within(span, () => (handle as (...args: unknown[]) => unknown)(request, ...rest))
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set }) => {
      const span = spans.get(request)
      if (!span) return
      const status = typeof set.status === 'number' ? set.status : 200
      span.rename(`${request.method} ${route || 'none'}`)
      span.set({ 'http.route': route || 'none', 'http.response.status_code': status })
      span.end(status >= 500 ? new Error(String(status)) : undefined)
    })
}
