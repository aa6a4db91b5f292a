import { stripBasePath } from './base-path.ts'

/** State of a server that cannot use its database. */
export type StandbyState = {
  /** Whether the process is still healthy. */
  isHealthy: boolean
  error: string
  details?: Record<string, unknown>
}

const retrySeconds = '5'

/** Answers every request with 503 and the reason, so that clients and code hosts can retry. */
export function standby(basePath: string, read: () => StandbyState): (request: Request) => Response {
  return (request) => {
    stripBasePath(request, basePath)
    const { isHealthy, error, details } = read()
    if (isHealthy && new URL(request.url).pathname === '/healthz') return Response.json({ status: 'ok' })
    return Response.json({ error, ...details }, { status: 503, headers: { 'Retry-After': retrySeconds } })
  }
}
