import { commitOf, pullRequestOf, releaseOf, repositoryOf } from './github-answers.ts'
import type { HostCommit, HostPullRequest, HostRelease, HostRepository } from './github-repository.ts'

const mostPerPage = 100

export function notFound() {
  const documentation_url = 'https://docs.github.com/rest'
  return Response.json({ message: 'Not Found', documentation_url, status: '404' }, { status: 404 })
}

/** The answer to requests below /repos/OWNER/NAME, in decoded segments. */
export function answer(repository: HostRepository, segments: string[], url: URL): Response {
  const [noun, first, second] = segments
  if (!noun) return Response.json(repositoryOf(repository))
  if (repository.commits.size === 0)
    return Response.json({ message: 'Git Repository is empty.', status: '409' }, { status: 409 })
  if (noun === 'compare') return compare(repository, segments.slice(1).join('/'), url)
  if (noun === 'commits')
    return first ? oneCommit(repository, first, second, url) : listCommits(repository, url)
  if (noun === 'pulls') return first ? onePull(repository, first, second, url) : listPulls(repository, url)
  if (noun === 'issues') return listIssues(repository, url)
  if (noun === 'releases') return releases(repository, first, segments.slice(2).join('/'), url)
  if (noun === 'git' && first === 'trees') return tree(repository)
  if (noun === 'contents') return contents(repository, segments.slice(1).join('/'))
  return notFound()
}

function tree({ files }: HostRepository) {
  return Response.json({ tree: [...files.keys()].map((path) => ({ path, type: 'blob' })), truncated: false })
}

function contents({ files }: HostRepository, path: string) {
  const content = files.get(path)
  return content === undefined ? notFound() : Response.json({ path, content: btoa(content) })
}

function listCommits(repository: HostRepository, url: URL) {
  const tip = repository.find(url.searchParams.get('sha') ?? repository.defaultBranch)
  if (!tip) return notFound()
  const since = url.searchParams.get('since') ?? ''
  const until = url.searchParams.get('until') ?? '9'
  const folder = url.searchParams.get('path')
  const touches = ({ paths }: HostCommit) =>
    folder === null || paths.some((path) => path.startsWith(`${folder}/`))
  const listed = repository
    .history(tip)
    .filter((each) => each.at >= since && each.at <= until && touches(each))
  return page(listed, (commit) => commitOf(repository, commit), url)
}

function oneCommit(repository: HostRepository, ref: string, noun: string | undefined, url: URL) {
  const commit = repository.find(ref)
  if (!commit)
    return noun ? Response.json({ message: `No commit found for SHA: ${ref}` }, { status: 422 }) : notFound()
  if (!noun) return Response.json(commitOf(repository, commit))
  const brought = repository.pullRequests.filter(
    ({ landed, state, commits }) =>
      landed.includes(commit.sha) || (state === 'open' && commits.includes(commit)),
  )
  return page(brought, (pull) => pullRequestOf(repository, pull), url)
}

function listPulls(repository: HostRepository, url: URL) {
  const state = url.searchParams.get('state') ?? 'open'
  const key = url.searchParams.get('sort') === 'updated' ? 'updatedAt' : 'number'
  const direction = url.searchParams.get('direction') === 'asc' ? 1 : -1
  const listed = repository.pullRequests
    .filter((pull) => state === 'all' || pull.state === state)
    .sort((a, b) => direction * (a[key] < b[key] ? -1 : 1))
  return page(listed, (pull) => pullRequestOf(repository, pull), url)
}

/** As the host lists them: with pull requests, by time of change. */
function listIssues(repository: HostRepository, url: URL) {
  const since = url.searchParams.get('since') ?? ''
  const pulls = repository.pullRequests
    .filter(({ state }) => state === 'closed')
    .map((pull) => ({ number: pull.number, title: pull.title, closed_at: pull.updatedAt, pull_request: {} }))
  const issues = repository.issues.map(({ milestone, closedAt, reason, labels, ...issue }) => ({
    ...issue,
    labels: labels.map((name) => ({ name })),
    milestone: milestone ? { title: milestone } : null,
    closed_at: closedAt,
    state_reason: reason,
  }))
  const listed = [...pulls, ...issues]
    .filter(({ closed_at }) => (closed_at ?? '') >= since)
    .sort((a, b) => ((a.closed_at ?? '') < (b.closed_at ?? '') ? 1 : -1))
  const { shown, headers } = cut(listed, url, 30)
  return Response.json(shown, { headers })
}

function onePull(repository: HostRepository, number: string, noun: string | undefined, url: URL) {
  const pull = repository.pullRequests.find((each) => each.number === Number(number))
  if (!pull) return notFound()
  if (noun === 'commits') return page(pull.commits, (commit) => commitOf(repository, commit), url)
  return Response.json({ ...pullRequestOf(repository, pull), merged: pull.mergedAt !== null })
}

function releases(repository: HostRepository, first: string | undefined, tagName: string, url: URL) {
  const shows = (release: HostRelease) => releaseOf(repository, release)
  const published = repository.releases.filter(({ draft }) => !draft)
  if (!first) return page(repository.releases.toReversed(), shows, url)
  const release =
    first === 'latest'
      ? published.findLast(({ prerelease }) => !prerelease)
      : published.find((each) => each.tagName === tagName)
  return release ? Response.json(shows(release)) : notFound()
}

function compare(repository: HostRepository, basehead: string, url: URL) {
  const [base, head] = basehead.split('...').map((ref) => repository.find(ref))
  if (!base || !head) return notFound()
  const inBase = new Set(repository.history(base))
  const inHead = new Set(repository.history(head))
  const ahead = [...inHead].filter((commit) => !inBase.has(commit)).reverse()
  const behind = [...inBase].filter((commit) => !inHead.has(commit))
  const { shown, headers } = cut(ahead, url, 250)
  const comparison = {
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    base_commit: commitOf(repository, base),
    commits: shown.map((commit) => commitOf(repository, commit)),
    // As if the range had added every file.
    files: [...repository.files].map(([filename, text]) => ({
      filename,
      patch: text.replace(/^/gm, '+'),
    })),
  }
  return Response.json(comparison, { headers })
}

function statusOf(ahead: number, behind: number) {
  if (ahead > 0) return behind > 0 ? 'diverged' : 'ahead'
  return behind > 0 ? 'behind' : 'identical'
}

function page<T extends HostCommit | HostPullRequest | HostRelease>(
  items: T[],
  show: (item: T) => object,
  url: URL,
) {
  const { shown, headers } = cut(items, url, 30)
  return Response.json(shown.map(show), { headers })
}

function cut<T>(items: T[], url: URL, usual: number): { shown: T[]; headers: Headers } {
  const asked = url.searchParams.get('per_page')
  const size = asked ? Math.min(Number(asked), mostPerPage) : usual
  const number = Number(url.searchParams.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(items.length / size))
  const headers = new Headers()
  if (number < last) headers.set('link', `${linkTo(url, number + 1, 'next')}, ${linkTo(url, last, 'last')}`)
  return { shown: items.slice(size * (number - 1), size * number), headers }
}

function linkTo(url: URL, number: number, relation: string) {
  const target = new URL(url)
  target.searchParams.set('page', String(number))
  return `<${target}>; rel="${relation}"`
}
