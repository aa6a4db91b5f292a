import { Elysia } from 'elysia'

/**
 * Serves every route below a base path too, for a proxy that passes the path on. The routes stay where they are, for a
 * proxy that strips it and for probes on this machine. Links that leave the server begin with `config.basePath`.
 */
export function servedBelow(basePath: string) {
  const app = new Elysia({ name: 'base-path' })
  if (basePath === '') return app
  return app.wrap((handle, request) => {
    stripBasePath(request, basePath)
    return handle
  })
}

/** Removes a base path from the URL of a request. A copy of the request would lose its socket's address. */
export function stripBasePath(request: Request, basePath: string): void {
  const start = request.url.indexOf('/', request.url.indexOf('://') + 3)
  const rest = request.url.slice(start + basePath.length)
  if (basePath === '' || !request.url.startsWith(basePath, start) || !/^(?:[/?]|$)/.test(rest)) return
  const url = request.url.slice(0, start) + (rest.startsWith('/') ? rest : `/${rest}`)
  Object.defineProperty(request, 'url', { value: url })
}
