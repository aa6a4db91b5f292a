import { Elysia } from 'elysia'
import type { Log } from '../log.ts'
import { pathOf } from './headers.ts'

/** One line per answered request. The query and the body stay out of it: they may carry what nobody should read. */
export function requestLog(log: Log) {
  return new Elysia({ name: 'request-log' }).onAfterResponse({ as: 'global' }, ({ request, set }) => {
    log.info(
      {
        requestId: set.headers['X-Request-Id'],
        method: request.method,
        path: pathOf(request.url),
        status: set.status ?? 200,
      },
      'request',
    )
  })
}
