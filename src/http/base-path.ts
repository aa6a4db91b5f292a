import { Elysia } from 'elysia'

/**
 * Also serves every route under a base path, for a proxy that passes the path on. The routes without it stay, for a
 * proxy that strips it and for local probes. Outgoing links start with `config.basePath`.
 */
export function servedBelow(basePath: string) {
  const app = new Elysia({ name: 'base-path' })
  if (basePath === '') return app
  return app.wrap((handle, request) => {
    stripBasePath(request, basePath)
    return handle
  })
}

/** Removes a base path from the URL of a request. A copy of the request would lose the address of its socket. */
export function stripBasePath(request: Request, basePath: string): void {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const rest = request.url.slice(start + basePath.length)
  if (basePath === '' || !request.url.startsWith(basePath, start) || !/^(?:[/?]|$)/.test(rest)) return
  const url = request.url.slice(0, start) + (rest.startsWith('/') ? rest : `/${rest}`)
  Object.defineProperty(request, 'url', { value: url })
}
