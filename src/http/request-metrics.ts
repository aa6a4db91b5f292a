import { Elysia } from 'elysia'
import type { Metrics } from '../metrics/metrics.ts'

/** Measures every request by the template of its route. */
export function requestMetrics(metrics: Metrics) {
  const app = new Elysia({ name: 'request-metrics' })
  if (!metrics.isEnabled) return app
  const startedAt = new WeakMap<Request, number>()
  return app
    .onRequest(({ request }) => {
      startedAt.set(request, performance.now())
    })
    .onAfterResponse({ as: 'global' }, ({ request, route, set }) => {
      const started = startedAt.get(request)
      if (started === undefined) return
      const status = typeof set.status === 'number' ? set.status : 200
      metrics.request(request.method, route || null, status, (performance.now() - started) / 1000)
    })
}
