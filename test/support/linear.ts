export type LinearIssue = ReturnType<typeof issue>
export type LinearServer = ReturnType<typeof startLinear>

type Team = { id: string; key: string; name: string }
type Ended = { name: string | null; number?: number; completedAt: string; teamId?: string }
type Settings = {
  issues?: LinearIssue[]
  teams?: Team[]
  /** Projects and cycles, and when they ended. */
  projects?: Ended[]
  cycles?: Ended[]
  /** The only token that is accepted; without it every token is. */
  token?: string
  /** Queries for more issues at once are too complex. */
  mostAtOnce?: number
}

export const engineering: Team = { id: 'team-eng', key: 'ENG', name: 'Engineering' }
export const operations: Team = { id: 'team-ops', key: 'OPS', name: 'Operations' }

/** An issue of the fake tracker, completed on the third of March by default. */
export function issue(identifier: string, title: string, changes: Record<string, unknown> = {}) {
  const closed =
    'canceledAt' in changes ? changes.canceledAt : (changes.completedAt ?? '2026-03-03T10:00:00.000Z')
  const [key] = identifier.split('-')
  return {
    id: `uuid-${identifier.toLowerCase()}`,
    identifier,
    title,
    description: null as string | null,
    url: `https://linear.app/acme/issue/${identifier}/some-words`,
    branchName: `ada/${identifier.toLowerCase()}-some-words`,
    estimate: 2,
    completedAt: 'canceledAt' in changes ? null : (closed as string | null),
    canceledAt: null as string | null,
    updatedAt: closed as string,
    state: { name: 'Done', type: 'completed' },
    team: { id: key === 'OPS' ? operations.id : engineering.id, key },
    project: null as { name: string } | null,
    parent: null as { id: string } | null,
    labels: { nodes: [] as { name: string }[] },
    attachments: { nodes: [] as { url: string }[] },
    ...changes,
  }
}

export const labels = (...names: string[]) => ({ labels: { nodes: names.map((name) => ({ name })) } })
export const attachments = (...urls: string[]) => ({ attachments: { nodes: urls.map((url) => ({ url })) } })

/** Linear's failures. */
export const failures = {
  revoked: () => refuse(401, 'AUTHENTICATION_ERROR', 'Authentication required, not authenticated'),
  badRequest: () => refuse(400, 'INPUT_ERROR', 'Argument Validation Error'),
  serverError: () => new Response('<html>Bad gateway</html>', { status: 502 }),
  garbage: () => new Response('<html>Unicorn!</html>'),
  wrongShape: () => Response.json({ data: { surprise: true } }),
  errorsAlone: () =>
    Response.json({ data: { issues: null }, errors: [{ message: 'Internal', extensions: {} }] }),
  /** As in the real API: with the status 400. */
  rateLimit: (resetAt = new Date(Date.now() + 600_000)) =>
    refuse(400, 'RATELIMITED', 'Rate limit exceeded', {
      'x-ratelimit-requests-remaining': '0',
      'x-ratelimit-requests-reset': String(resetAt.getTime()),
    }),
  complexityLimit: (resetAt = new Date(Date.now() + 600_000)) =>
    refuse(400, 'RATELIMITED', 'Rate limit exceeded', {
      'x-ratelimit-requests-remaining': '900',
      'x-ratelimit-requests-reset': '1',
      'x-ratelimit-complexity-remaining': '0',
      'x-ratelimit-complexity-reset': String(resetAt.getTime()),
    }),
  tooMany: (retryAfter = 30) =>
    new Response('', { status: 429, headers: { 'retry-after': String(retryAfter) } }),
}

type Failure = () => Response | Promise<Response>

function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}) {
  return Response.json({ errors: [{ message, extensions: { code } }] }, { status, headers })
}

/** A fake Linear on the loopback: it filters and pages as the real one does. */
export function startLinear({
  issues = [],
  projects = [],
  cycles = [],
  teams = [engineering, operations],
  token,
  mostAtOnce = 50,
}: Settings = {}) {
  const requests: { query: string; variables: any; authorization: string | null }[] = []
  const waiting: Failure[] = []
  let broken = new Set<string>()

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { query, variables } = (await request.json()) as { query: string; variables: any }
      const authorization = request.headers.get('authorization')
      requests.push({ query, variables, authorization })
      const failure = waiting.shift()
      if (failure) return failure()
      if (token && authorization !== token) return failures.revoked()
      if (query.startsWith('query Workspace'))
        return Response.json({
          data: { organization: { id: 'org-acme', name: 'Acme' }, teams: { nodes: teams } },
        })
      if (query.startsWith('query Ended')) {
        const { completedAt, team } = variables.cycles
        const changed = projects.filter((each) => each.completedAt >= variables.projects.updatedAt.gte)
        return Response.json({
          data: {
            projects: {
              nodes: changed.map(({ teamId, ...each }) => ({ ...each, teams: { nodes: [{ id: teamId }] } })),
            },
            cycles: {
              nodes: cycles.filter((each) => {
                const isWithin = each.completedAt >= completedAt.gte && each.completedAt < completedAt.lt
                return isWithin && (!team || each.teamId === team.id.eq)
              }),
            },
          },
        })
      }
      return answer(variables)
    },
  })

  function answer({ filter, first, after, teams: asked }: any) {
    if (first > mostAtOnce) return refuse(400, 'INPUT_ERROR', 'Query too complex')
    const within = (at: string | null, range: any) => at !== null && at >= range.gte && at < range.lt
    const matching = issues
      .filter(({ updatedAt }) => updatedAt >= filter.updatedAt.gte)
      .filter((each) => !filter.team || each.team.id === filter.team.id.eq)
      .filter((each) =>
        filter.or.some(
          ({ completedAt, canceledAt }: any) =>
            (completedAt && within(each.completedAt, completedAt)) ||
            (canceledAt && within(each.canceledAt, canceledAt)),
        ),
      )
      .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    const begin = after === null ? 0 : Number(after)
    const nodes = matching.slice(begin, begin + first)
    const end = begin + nodes.length
    const lost = nodes.filter(({ identifier }) => broken.has(identifier))
    return Response.json({
      data: {
        issues: {
          nodes: nodes.map((node) => (broken.has(node.identifier) ? null : node)),
          pageInfo: { hasNextPage: end < matching.length, endCursor: nodes.length > 0 ? String(end) : null },
        },
        ...(asked
          ? { teams: { nodes: teams.filter(({ id }) => id === asked.id.eq).map(({ id }) => ({ id })) } }
          : {}),
      },
      ...(lost.length > 0
        ? { errors: lost.map(() => ({ message: 'Internal error', path: ['issues'] })) }
        : {}),
    })
  }

  return {
    url: `http://127.0.0.1:${server.port}/graphql`,
    /** Every request, failed ones included. */
    requests,
    issues,
    projects,
    cycles,
    teams,
    add(...more: LinearIssue[]) {
      issues.push(...more)
    },
    /** Its answer to the last request for issues. */
    answerIssues: () => answer(requests.at(-1)?.variables),
    /** Leaves issues out of its answers, and reports an error. */
    breakIssues(...identifiers: string[]) {
      broken = new Set(identifiers)
    },
    /** Answers the next requests, one by default, with a failure. */
    failNext(failure: keyof typeof failures | Failure, times = 1) {
      const fail = typeof failure === 'string' ? failures[failure] : failure
      waiting.push(...Array.from({ length: times }, () => () => fail()))
    },
    stop: () => server.stop(true),
    [Symbol.dispose]: () => void server.stop(true),
  }
}
