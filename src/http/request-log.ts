import { Elysia } from 'elysia'
import type { Log } from '../log.ts'
import { pathOf } from './headers.ts'

/** Elysia converts the headers of a response with several cookies to a Headers object. */
const requestIdIn = (headers: Headers | Record<string, unknown>) =>
  headers instanceof Headers ? headers.get('x-request-id') : headers['X-Request-Id']

/** Monitoring requests these every few seconds. */
const probes = ['/healthz', '/readyz']

/** The token of a report gives access to it. */
const withoutToken = (path: string) => path.replace(/\/reports\/[^/]+/, '/reports/…')

/** Logs one line per request, without the query and the body, which may contain secrets. */
export function requestLog(log: Log) {
  return new Elysia({ name: 'request-log' }).onAfterResponse({ as: 'global' }, ({ request, set }) => {
    const path = withoutToken(pathOf(request.url))
    log[probes.includes(path) ? 'debug' : 'info'](
      {
        requestId: requestIdIn(set.headers),
        method: request.method,
        path,
        status: set.status ?? 200,
      },
      'request',
    )
  })
}
