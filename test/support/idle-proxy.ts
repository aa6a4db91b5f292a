/** A reverse proxy that closes an answer without data for this long, as nginx does after a minute. */
export function startIdleProxy(target: string, idleMilliseconds: number) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const gone = new AbortController()
      let timer = setTimeout(() => gone.abort(), idleMilliseconds)
      const heard = () => {
        clearTimeout(timer)
        timer = setTimeout(() => gone.abort(), idleMilliseconds)
      }
      const { method, headers } = request
      const { pathname, search } = new URL(request.url)
      const body = method === 'GET' ? undefined : await request.bytes()
      const asked = { method, headers, body, signal: gone.signal }
      const answer = await fetch(target + pathname + search, asked).catch(() => null)
      heard()
      if (!answer?.body) return new Response('504 Gateway Time-out', { status: 504 })
      const watched = new TransformStream({
        transform(chunk, controller) {
          heard()
          proxy.chunks++
          controller.enqueue(chunk)
        },
        flush: () => clearTimeout(timer),
      })
      return new Response(answer.body.pipeThrough(watched), answer)
    },
  })
  const proxy = {
    url: `http://127.0.0.1:${server.port}`,
    /** The chunks that were passed on. */
    chunks: 0,
    stop: () => server.stop(true),
  }
  return proxy
}
