import {
  between,
  type History,
  type HostCommit,
  type HostPull,
  type HostRelease,
  writeHistory,
} from './history'

export const goodToken = `ghp_${'a'.repeat(36)}`

// A loopback stand-in for the code host. Repositories named missing* do not exist, private* need the good token.
export function startCodeHost() {
  const histories = new Map<string, History>()
  const unanswered: string[] = []
  let failures = 0

  function historyOf(repository: string) {
    const known = histories.get(repository) ?? writeHistory(repository)
    histories.set(repository, known)
    return known
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const url = new URL(request.url)
      if (failures > 0) {
        failures -= 1
        return Response.json({ message: 'Bad gateway' }, { status: 502 })
      }
      const token = request.headers.get('authorization')?.split(' ').at(-1)
      const [, , owner = '', name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent)
      if (!url.pathname.startsWith('/repos/')) {
        unanswered.push(`${request.method} ${url.pathname}`)
        return notFound()
      }
      if (token !== undefined && token !== goodToken)
        return Response.json({ message: 'Bad credentials' }, { status: 401 })
      const repository = `${owner}/${name}`.toLowerCase()
      if (name.startsWith('missing') || (name.startsWith('private') && token === undefined)) return notFound()
      const answer = answerFor(historyOf(repository), repository, rest, url)
      if (answer === undefined) unanswered.push(`${request.method} ${url.pathname}`)
      return answer ?? notFound()
    },
  })

  return {
    url: `http://127.0.0.1:${server.port}`,
    historyOf,
    // Requests that this server does not support; useful when the product sends a new one.
    unanswered,
    failNext(count: number) {
      failures = count
    },
    stop: () => server.stop(true),
  }
}

function notFound() {
  return Response.json({ message: 'Not Found', documentation_url: 'https://docs.example/' }, { status: 404 })
}

function found<T>(item: T | undefined, show: (item: T) => object) {
  return item === undefined ? notFound() : Response.json(show(item))
}

function answerFor(history: History, repository: string, rest: string[], url: URL): Response | undefined {
  const [noun, first, second] = rest
  const commitOf = (item: HostCommit) => toCommit(item, repository)
  const pullOf = (item: HostPull) => toPull(item, repository)
  const releaseOf = (item: HostRelease) => toRelease(item, repository)
  const newest = <T>(items: T[]) => [...items].reverse()

  if (noun === undefined) return Response.json(toRepository(repository))
  if (noun === 'commits' && first === undefined) return page(newest(commitsIn(history, url)), commitOf, url)
  if (noun === 'commits' && second === 'pulls')
    return page(
      history.pulls.filter((pull) => pull.mergeCommit === first || pull.commits.includes(first ?? '')),
      pullOf,
      url,
    )
  if (noun === 'commits') return found(resolve(history, first), commitOf)
  if (noun === 'compare') return compare(history, repository, rest.slice(1).join('/'), url)
  if (noun === 'pulls' && first === undefined) return page(newest(history.pulls), pullOf, url)
  if (noun === 'pulls') {
    const pull = history.pulls.find(({ number }) => number === Number(first))
    if (second === undefined) return found(pull, pullOf)
    if (second === 'files') return page([], () => ({}), url)
    const commits = history.commits.filter(({ sha }) => pull?.commits.includes(sha))
    if (second === 'commits') return page(commits, commitOf, url)
  }
  if (noun === 'releases' && first === undefined) return page(newest(history.releases), releaseOf, url)
  if (noun === 'releases' && first === 'latest')
    return found(
      history.releases.findLast(({ prerelease }) => !prerelease),
      releaseOf,
    )
  if (noun === 'releases' && first === 'tags')
    return found(
      history.releases.find(({ tag }) => tag === second),
      releaseOf,
    )
  if (noun === 'tags') return page(newest(history.releases), toTag, url)
  if (noun === 'git') {
    const tag = rest.at(-1)
    const release = history.releases.find((item) => item.tag === tag)
    return found(release, ({ sha }) => ({ ref: `refs/tags/${tag}`, object: { type: 'commit', sha } }))
  }
  if (noun === 'branches') {
    return found(history.commits.at(-1), ({ sha }) => ({ name: first, commit: { sha } }))
  }
  return undefined
}

function resolve(history: History, reference = 'main') {
  const release = history.releases.find(({ tag }) => tag === reference.replace('refs/tags/', ''))
  if (release) return history.commits.find(({ sha }) => sha === release.sha)
  if (['main', 'HEAD', 'heads/main', 'refs/heads/main'].includes(reference)) return history.commits.at(-1)
  return history.commits.find(({ sha }) => sha.startsWith(reference))
}

function commitsIn(history: History, url: URL) {
  const tip = resolve(history, url.searchParams.get('sha') ?? undefined)
  const since = url.searchParams.get('since') ?? ''
  const until = url.searchParams.get('until') ?? '9'
  const reachable = tip ? between(history, '', tip.sha) : []
  return reachable.filter(({ date }) => date >= since && date <= until)
}

function page<T>(items: T[], show: (item: T) => object, url: URL) {
  const { shown, headers } = cut(items, url, 30)
  return Response.json(shown.map(show), { headers })
}

function cut<T>(items: T[], url: URL, usual: number) {
  const size = Number(url.searchParams.get('per_page') ?? usual)
  const number = Number(url.searchParams.get('page') ?? 1)
  const headers = new Headers()
  if (items.length > size * number) {
    const next = new URL(url)
    next.searchParams.set('page', String(number + 1))
    headers.set('link', `<${next}>; rel="next"`)
  }
  return { shown: items.slice(size * (number - 1), size * number), headers }
}

function compare(history: History, repository: string, range: string, url: URL) {
  const [from, to] = range.split('...').map((reference) => resolve(history, reference))
  if (!from || !to) return notFound()
  const commits = between(history, from.sha, to.sha)
  const { shown, headers } = cut(commits, url, 250)
  return Response.json(
    {
      html_url: `https://github.com/${repository}/compare/${range}`,
      status: commits.length > 0 ? 'ahead' : 'identical',
      ahead_by: commits.length,
      behind_by: 0,
      total_commits: commits.length,
      base_commit: toCommit(from, repository),
      merge_base_commit: toCommit(from, repository),
      commits: shown.map((commit) => toCommit(commit, repository)),
      files: [],
    },
    { headers },
  )
}

function toAccount(login: string) {
  const type = login.endsWith('[bot]') ? 'Bot' : 'User'
  return { login, id: login.length, type, html_url: `https://github.com/${login}` }
}

// A repository keeps its id when it is renamed; no two have the same.
export const idOf = (fullName: string) => Bun.hash.crc32(fullName.toLowerCase())

function toRepository(repository: string) {
  const [owner = '', name = ''] = repository.split('/')
  return {
    id: idOf(repository),
    name,
    full_name: repository,
    private: name.startsWith('private'),
    owner: toAccount(owner),
    html_url: `https://github.com/${repository}`,
    default_branch: 'main',
    description: null,
    fork: false,
    archived: false,
    permissions: { pull: true, push: false, admin: false },
  }
}

function toCommit({ sha, message, author, date, parents }: HostCommit, repository: string) {
  const person = { name: author, email: `${author}@users.example`, date }
  return {
    sha,
    html_url: `https://github.com/${repository}/commit/${sha}`,
    url: `https://api.github.com/repos/${repository}/commits/${sha}`,
    commit: { message, author: person, committer: person, comment_count: 0 },
    author: toAccount(author),
    committer: toAccount(author),
    parents: parents.map((parent) => ({ sha: parent })),
    stats: { additions: 1, deletions: 1, total: 2 },
    files: [],
  }
}

function toPull({ number, title, author, mergeCommit, mergedAt }: HostPull, repository: string) {
  return {
    id: number,
    number,
    title,
    body: null,
    state: 'closed',
    merged: true,
    draft: false,
    html_url: `https://github.com/${repository}/pull/${number}`,
    user: toAccount(author),
    labels: [],
    created_at: mergedAt,
    updated_at: mergedAt,
    closed_at: mergedAt,
    merged_at: mergedAt,
    merge_commit_sha: mergeCommit,
    base: { ref: 'main', repo: toRepository(repository) },
    head: { ref: `topic-${number}`, sha: mergeCommit },
  }
}

export function toRelease({ tag, prerelease, publishedAt }: HostRelease, repository: string) {
  return {
    id: publishedAt.length,
    tag_name: tag,
    target_commitish: 'main',
    name: `Release ${tag}`,
    body: 'See the changelog.',
    draft: false,
    prerelease,
    created_at: publishedAt,
    published_at: publishedAt,
    html_url: `https://github.com/${repository}/releases/tag/${tag}`,
    author: toAccount('ada'),
    assets: [],
  }
}

function toTag({ tag, sha }: HostRelease) {
  return { name: tag, commit: { sha } }
}
