type Content = string | Response | ((request: Request) => Response | Promise<Response>)

/** A website on the loopback: its pages by path, and the requested paths. */
export function startSite(pages: Record<string, Content>, hostname = '127.0.0.1', port = 0) {
  const asked: string[] = []
  const headers: Headers[] = []
  const server = Bun.serve({
    hostname,
    port,
    idleTimeout: 0,
    async fetch(request): Promise<Response> {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      headers.push(new Headers([...request.headers]))
      const content = pages[pathname]
      if (content === undefined) return new Response('Not here', { status: 404 })
      if (typeof content === 'function') return content(request)
      return typeof content === 'string' ? toHtml(content) : (content.clone() as Response)
    },
  })
  const listening = Number(server.port)
  return {
    url: `http://${hostname}:${listening}`,
    port: listening,
    pages,
    asked,
    headers,
    stop: () => server.stop(true),
    [Symbol.dispose]: () => void server.stop(true),
  }
}

export const toHtml = (html: string) =>
  new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })

export const redirect = (location: string, status = 302) =>
  new Response(null, { status, headers: { location } })
