import { Elysia } from 'elysia'
import type { Log } from '../log.ts'
import { pathOf } from './headers.ts'

/** Elysia turns the headers of an answer with several cookies into a Headers object. */
const requestIdIn = (headers: object) =>
  headers instanceof Headers ? headers.get('x-request-id') : Object.entries(headers).find(isRequestId)?.[1]

const isRequestId = ([name]: [string, unknown]) => name === 'X-Request-Id'

/** Asked every few seconds by whatever watches the server. */
const probes = ['/healthz', '/readyz']

/** One line per answered request. The query and the body stay out of it: they may carry what nobody should read. */
export function requestLog(log: Log) {
  return new Elysia({ name: 'request-log' }).onAfterResponse({ as: 'global' }, ({ request, set }) => {
    const path = pathOf(request.url)
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
