import { createHash } from 'node:crypto'

export type HostCommit = {
  sha: string
  message: string
  author: string
  at: string
  parents: string[]
  /** Its paths; none by default. */
  paths: string[]
}

export type HostPullRequest = {
  number: number
  title: string
  body: string | null
  author: string
  labels: string[]
  state: 'open' | 'closed'
  updatedAt: string
  mergedAt: string | null
  mergeCommitSha: string | null
  /** Shas of its branch. */
  commits: HostCommit[]
  /** Shas that landed it on the base branch. */
  landed: string[]
}

export type HostIssue = {
  number: number
  title: string
  body: string | null
  labels: string[]
  milestone: string | null
  closedAt: string | null
  reason: string
}

export type HostRelease = {
  tagName: string
  name: string | null
  body: string | null
  prerelease: boolean
  draft: boolean
  publishedAt: string | null
}

export type HostHook = { id: number; url: string; deliveries: HostDelivery[] }
/** One attempt to deliver; the newest attempts are listed first. */
export type HostDelivery = {
  id: number
  guid: string
  at: string
  status: number
  event: string
}

export type HostRepository = ReturnType<typeof repository>

type Settings = { isPrivate?: boolean; defaultBranch?: string; startsAt?: string }
type CommitOptions = { author?: string; at?: string; branch?: string; paths?: string[] }
type PullRequestOptions = CommitOptions & {
  body?: string
  labels?: string[]
  /** How it was closed; `squash` by default. */
  as?: 'squash' | 'merge' | 'rebase' | 'closed' | 'open'
  /** Messages of its commits; its title by default. */
  commits?: readonly string[]
  /** The message of its squash or merge commit, instead of the host's proposal. */
  message?: string
}
type ReleaseOptions = Partial<HostRelease> & { on?: string; at?: string }

/**
 * A repository of the fake code host, built step by step: each commit, pull request and release is a minute
 * later.
 */
export function repository(fullName: string, settings: Settings = {}) {
  const { isPrivate = false, defaultBranch = 'main', startsAt = '2026-01-05T09:00:00.000Z' } = settings
  const [owner = '', name = ''] = fullName.split('/')
  const commits = new Map<string, HostCommit>()
  const branches = new Map<string, string>()
  const tags = new Map<string, string>()
  const pullRequests: HostPullRequest[] = []
  const releases: HostRelease[] = []
  const issues: HostIssue[] = []
  const hooks: HostHook[] = []
  /** Ids of the requested redeliveries. */
  const redelivered: number[] = []
  /** The content of its files, by path. */
  const files = new Map<string, string>()
  let clock = Date.parse(startsAt)
  let lastNumber = 0

  function tick(at?: string) {
    clock = at ? Date.parse(at) : clock + 60_000
    return new Date(clock).toISOString()
  }

  function write(
    message: string,
    author: string,
    at: string,
    parents: string[],
    paths: string[] = [],
  ): HostCommit {
    const seed = [fullName, commits.size, message, author, at, ...parents].join('\n')
    const commit = { sha: createHash('sha1').update(seed).digest('hex'), message, author, at, parents, paths }
    commits.set(commit.sha, commit)
    return commit
  }

  type Growth = { merged?: string; paths?: string[] }
  function grow(branch: string, message: string, author: string, at: string, { merged, paths }: Growth = {}) {
    const tip = branches.get(branch)
    const commit = write(message, author, at, [...(tip ? [tip] : []), ...(merged ? [merged] : [])], paths)
    branches.set(branch, commit.sha)
    return commit
  }

  return {
    owner,
    name,
    fullName,
    url: `https://github.com/${fullName}`,
    isPrivate,
    defaultBranch,
    commits,
    branches,
    tags,
    pullRequests,
    releases,
    issues,
    hooks,
    redelivered,
    files,

    /** A new branch from the tip of another one, or from any ref. */
    branch(branchName: string, from = defaultBranch) {
      branches.set(branchName, branches.get(from) ?? tags.get(from) ?? from)
    },

    commit(message: string, { author = 'ada', at, branch = defaultBranch, paths }: CommitOptions = {}) {
      return grow(branch, message, author, tick(at), { paths })
    },

    pullRequest(title: string, options: PullRequestOptions = {}): HostPullRequest {
      const {
        author = 'grace',
        branch = defaultBranch,
        as = 'squash',
        body = null,
        labels = [],
        paths,
      } = options
      lastNumber += 1
      const number = lastNumber
      const topic = `topic-${number}`
      branches.set(topic, branches.get(branch) ?? '')
      const own = (options.commits ?? [title]).map((message) =>
        grow(topic, message, author, tick(), { paths }),
      )
      const at = tick(options.at)
      const landed = land()
      const pullRequest: HostPullRequest = {
        number,
        title,
        body,
        author,
        labels,
        state: as === 'open' ? 'open' : 'closed',
        updatedAt: at,
        mergedAt: landed.length > 0 ? at : null,
        mergeCommitSha: landed.at(-1)?.sha ?? null,
        commits: own,
        landed: landed.map(({ sha }) => sha),
      }
      pullRequests.push(pullRequest)
      return pullRequest

      function land(): HostCommit[] {
        if (as === 'squash')
          return [grow(branch, options.message ?? `${title} (#${number})`, author, at, { paths })]
        if (as === 'rebase') return own.map(({ message }) => grow(branch, message, author, at, { paths }))
        if (as !== 'merge') return []
        const message = options.message ?? `Merge pull request #${number} from ${author}/${topic}\n\n${title}`
        return [...own, grow(branch, message, author, at, { merged: branches.get(topic) ?? '' })]
      }
    },

    release(tagName: string, { on = defaultBranch, at, ...changes }: ReleaseOptions = {}): HostRelease {
      const draft = changes.draft ?? false
      const publishedAt = draft ? null : tick(at)
      const release = { tagName, name: null, body: null, prerelease: false, publishedAt, ...changes, draft }
      if (!draft) tags.set(tagName, branches.get(on) ?? on)
      releases.push(release)
      return release
    },

    /** An issue that was closed as completed by default; it takes the next number, as a pull request does. */
    issue(title: string, changes: Partial<HostIssue> = {}): HostIssue {
      lastNumber += 1
      const closedAt = tick(changes.closedAt ?? undefined)
      const told = { body: null, labels: [], milestone: null, reason: 'completed', ...changes }
      const issue = { ...told, number: lastNumber, title, closedAt }
      issues.push(issue)
      return issue
    },

    /** A commit by branch, tag or sha, abbreviated or not. */
    find(ref: string): HostCommit | undefined {
      const plain = ref.replace(/^(?:refs\/)?(?:heads|tags)\//, '')
      const sha = branches.get(plain) ?? tags.get(plain) ?? ref
      const isShort = /^[0-9a-f]{7,39}$/.test(sha)
      return (
        commits.get(sha) ??
        (isShort ? [...commits.values()].find((each) => each.sha.startsWith(sha)) : undefined)
      )
    },

    /** A commit and all its ancestors, newest first. */
    history(tip: HostCommit): HostCommit[] {
      const seen = new Set<HostCommit>()
      const waiting = [tip]
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (seen.has(next)) continue
        seen.add(next)
        waiting.push(...next.parents.flatMap((sha) => commits.get(sha) ?? []))
      }
      return [...commits.values()].filter((commit) => seen.has(commit)).reverse()
    },
  }
}
