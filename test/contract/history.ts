// A small repository as the code host returns it: commits oldest first, pull requests, tags.
export type HostCommit = { sha: string; message: string; author: string; date: string; parents: string[] }
export type HostPull = {
  number: number
  title: string
  author: string
  commits: string[]
  mergeCommit: string
  mergedAt: string
}
export type HostRelease = { tag: string; sha: string; prerelease: boolean; publishedAt: string }
export type History = { commits: HostCommit[]; pulls: HostPull[]; releases: HostRelease[] }

const hostileTitle =
  'feat: show <script>alert(1)</script> <img src=x onerror=alert(1)> [badge](javascript:alert(1)) [page](https://evil.example/)'

export const breakingTitle = 'feat!: drop the old export endpoints'
export const securityTitle = 'fix(security): refuse forged session cookies'

export function shaOf(text: string) {
  return new Bun.CryptoHasher('sha1').update(text).digest('hex')
}

export function writeHistory(repository: string): History {
  const commits: HostCommit[] = []
  const pulls: HostPull[] = []
  const releases: HostRelease[] = []
  let head: string[] = []

  const time = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute * 10)).toISOString()

  function commit(message: string, author = 'ada', parents = head) {
    const sha = shaOf(`${repository} ${commits.length} ${message}`)
    commits.push({ sha, message, author, date: time(commits.length), parents })
    return sha
  }

  function direct(message: string) {
    head = [commit(message)]
  }

  function squash(number: number, title: string, author = 'grace') {
    const sha = commit(`${title} (#${number})`, author)
    pulls.push({ number, title, author, commits: [sha], mergeCommit: sha, mergedAt: time(commits.length) })
    head = [sha]
  }

  function merge(number: number, title: string, messages: string[], author = 'linus') {
    const base = head
    let tip = base
    const branch = messages.map((message) => {
      const sha = commit(message, author, tip)
      tip = [sha]
      return sha
    })
    const sha = commit(`Merge pull request #${number} from acme/topic-${number}\n\n${title}`, author, [
      ...base,
      ...tip,
    ])
    pulls.push({ number, title, author, commits: branch, mergeCommit: sha, mergedAt: time(commits.length) })
    head = [sha]
  }

  function release(tag: string, prerelease = false) {
    const sha = head[0]
    if (sha) releases.push({ tag, sha, prerelease, publishedAt: time(commits.length) })
  }

  direct('Initial commit')
  release('v1.0.0')
  merge(11, 'feat: add a dark mode', ['feat: add a dark mode', 'fixup: colours of the sidebar'])
  squash(12, 'fix: stop crashing on an empty upload')
  direct('docs: explain the configuration file')
  squash(13, 'chore(deps): bump left-pad from 1.0.0 to 1.1.0', 'dependabot[bot]')
  squash(14, securityTitle)
  squash(15, hostileTitle, 'mallory')
  squash(16, 'feat: teleport between workspaces')
  squash(17, 'Revert "feat: teleport between workspaces (#16)"')
  squash(18, 'perf: render long lists twice as fast')
  squash(19, breakingTitle)
  squash(20, 'feat: export a report as CSV')
  squash(21, 'feat: import contacts from a file')
  direct('test: cover the date parser')
  direct('ci: cache the dependencies')
  direct('chore(release): 1.1.0')
  release('v1.1.0')
  if (repository.endsWith('/large')) {
    for (let i = 0; i < 320; i++) direct(`feat: improvement number ${i}`)
    release('v2.0.0')
  } else if (!repository.endsWith('/widgets')) {
    squash(22, 'feat: work without a connection')
    release('v1.2.0-rc.1', true)
    squash(23, 'fix: keep drafts after a restart')
    release('v1.2.0')
  }
  return { commits, pulls, releases }
}

// The commits that git lists for base..head.
export function between(history: History, base: string, head: string) {
  const excluded = ancestors(history, base)
  const included = ancestors(history, head)
  return history.commits.filter(({ sha }) => included.has(sha) && !excluded.has(sha))
}

function ancestors(history: History, tip: string) {
  const seen = new Set<string>()
  const waiting = [tip]
  for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
    if (seen.has(sha)) continue
    seen.add(sha)
    waiting.push(...(history.commits.find((commit) => commit.sha === sha)?.parents ?? []))
  }
  return seen
}
