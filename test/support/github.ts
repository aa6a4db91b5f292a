import { releaseOf } from './github-answers.ts'
import { type Failure, failures } from './github-failures.ts'
import { hooks } from './github-hooks.ts'
import type { HostRepository } from './github-repository.ts'
import { answer, notFound } from './github-routes.ts'

export type GitHubHost = ReturnType<typeof startGitHub>

type Settings = {
  repositories?: HostRepository[]
  /** The only token that is accepted; without it every token is. */
  token?: string
  /** As on an enterprise host, where it is /api/v3. */
  prefix?: string
}

/**
 * A fake code host on the loopback.
 *
 *     using host = startGitHub({ repositories: [rocket] })
 *     host.failNext('rateLimit')
 *     host.requests[0]?.authorization
 */
export function startGitHub({ repositories = [], token, prefix = '' }: Settings = {}) {
  const requests: { path: string; query: string; authorization: string | null }[] = []
  const unchanged: string[] = []
  const waiting: Failure[] = []
  const failing = new Map<string, Failure>()
  const redirects = new Map<string, string>()
  let written = Promise.withResolvers<void>()

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const url = new URL(request.url)
      const authorization = request.headers.get('authorization')
      requests.push({ path: url.pathname, query: url.search, authorization })
      const failure = waiting.shift() ?? failing.get(url.pathname)
      if (failure) return failure()
      const target = redirects.get(url.pathname)
      if (target) return new Response(null, { status: 301, headers: { location: target } })
      if (request.method === 'PATCH') return writeRelease(url, (await request.json()) as { body: string })
      const answer = route(url, authorization?.split(' ').at(-1) ?? null, request.method)
      return answer.ok ? tag(answer, request) : answer
    },
  })

  /** An answer with its entity tag, or 304 if it is unchanged. */
  async function tag(answer: Response, request: Request) {
    const body = await answer.text()
    const etag = `"${Bun.hash(body).toString(36)}"`
    if (request.headers.get('if-none-match') === etag) {
      unchanged.push(new URL(request.url).pathname)
      return new Response(null, { status: 304, headers: { etag } })
    }
    const headers = new Headers(answer.headers)
    headers.set('etag', etag)
    return new Response(body, { headers })
  }

  function writeRelease({ pathname }: URL, { body }: { body: string }) {
    const [, fullName, number] = /\/repos\/([^/]+\/[^/]+)\/releases\/(\d+)$/.exec(pathname) ?? []
    const repository = repositories.find((each) => each.fullName === fullName)
    const release = repository?.releases[Number(number) - 1]
    if (!repository || !release) return notFound()
    release.body = body
    written.resolve()
    written = Promise.withResolvers()
    return Response.json(releaseOf(repository, release))
  }

  function route(url: URL, given: string | null, method: string) {
    if (!url.pathname.startsWith(`${prefix}/repos/`)) return notFound()
    if (given !== null && token && given !== token) return failures.unauthorized()
    const [owner, name, ...segments] = url.pathname
      .slice(`${prefix}/repos/`.length)
      .split('/')
      .map(decodeURIComponent)
    const fullName = `${owner}/${name}`.toLowerCase()
    const repository = repositories.find((each) => each.fullName.toLowerCase() === fullName)
    if (!repository || (repository.isPrivate && given === null)) return notFound()
    if (segments[0] === 'hooks') return given === null ? notFound() : hooks(repository, segments, url, method)
    return answer(repository, segments, url)
  }

  return {
    url: `http://127.0.0.1:${server.port}${prefix}`,
    /** Every request, failed ones included. */
    requests,
    /** Paths of conditional requests that were answered 304. */
    unchanged,
    /** Resolves when the body of a release is written next. */
    written: () => written.promise,
    add(...more: HostRepository[]) {
      repositories.push(...more)
    },
    /** Answers the next requests, one by default, with a failure. */
    failNext(failure: keyof typeof failures | Failure, times = 1) {
      const fail = typeof failure === 'string' ? failures[failure] : failure
      waiting.push(...Array.from({ length: times }, () => () => fail()))
    },
    /** Starts or stops answering each request for a path with a failure. */
    failAt(path: string, failure: keyof typeof failures | null) {
      if (failure) failing.set(path, () => failures[failure]())
      else failing.delete(path)
    },
    redirect(path: string, target: string) {
      redirects.set(path, target)
    },
    stop: () => server.stop(true),
    [Symbol.dispose]: () => void server.stop(true),
  }
}
