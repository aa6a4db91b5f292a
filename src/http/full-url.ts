/**
 * Completes the URL of a request with a short or empty `Host`: Elysia looks for the path from the twelfth character on.
 * A copy of the request would lose the address of its socket.
 */
export function completeUrl(request: Request): Request {
  const { url } = request
  const start = url.indexOf('/', 'http://'.length)
  if (url.startsWith('/')) setUrl(request, `http://localhost${url}`)
  else if (start < 'http://host'.length) setUrl(request, `${url.slice(0, start)}:80${url.slice(start)}`)
  return request
}

const setUrl = (request: Request, value: string) => Object.defineProperty(request, 'url', { value })
