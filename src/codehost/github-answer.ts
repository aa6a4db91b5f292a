import { type Static, Type as t } from '@sinclair/typebox'
import type { Commit, PullRequest, Release } from '../changelog/activity.ts'
import { loginOfEmail } from '../changelog/people.ts'
import { maybe, shaper } from './github-shape.ts'

// The parts of GitHub's responses that are read, and their conversion.

const AccountAnswer = t.Object({ login: maybe(t.String()) })

const RepositoryAnswer = t.Object({
  id: maybe(t.Number()),
  name: t.String(),
  owner: t.Object({ login: t.String() }),
  default_branch: maybe(t.String()),
  html_url: maybe(t.String()),
  private: maybe(t.Boolean()),
  visibility: maybe(t.String()),
})

export const CommitAnswer = t.Object({
  sha: t.String(),
  html_url: maybe(t.String()),
  commit: t.Object({
    message: t.String(),
    author: maybe(t.Object({ name: maybe(t.String()), email: maybe(t.String()), date: maybe(t.String()) })),
    committer: maybe(t.Object({ date: maybe(t.String()) })),
  }),
  author: maybe(AccountAnswer),
  parents: t.Optional(t.Array(t.Object({ sha: t.String() }))),
})

const ComparisonAnswer = t.Object({
  status: maybe(t.String()),
  total_commits: t.Optional(t.Integer()),
  commits: t.Array(CommitAnswer),
  files: t.Optional(t.Array(t.Object({ filename: t.String(), patch: maybe(t.String()) }))),
})

const PullRequestAnswer = t.Object({
  number: t.Integer(),
  title: t.String(),
  body: maybe(t.String()),
  html_url: maybe(t.String()),
  user: maybe(AccountAnswer),
  labels: t.Optional(t.Array(t.Object({ name: maybe(t.String()) }))),
  updated_at: maybe(t.String()),
  merged_at: maybe(t.String()),
  merge_commit_sha: maybe(t.String()),
  head: maybe(t.Object({ ref: maybe(t.String()) })),
})

const IssueAnswer = t.Object({
  number: t.Integer(),
  title: t.String(),
  body: maybe(t.String()),
  labels: t.Optional(t.Array(t.Object({ name: maybe(t.String()) }))),
  milestone: maybe(t.Object({ title: maybe(t.String()) })),
  closed_at: maybe(t.String()),
  state_reason: maybe(t.String()),
  pull_request: maybe(t.Unknown()),
})

const ReleaseAnswer = t.Object({
  id: maybe(t.Number()),
  tag_name: t.String(),
  name: maybe(t.String()),
  body: maybe(t.String()),
  draft: t.Optional(t.Boolean()),
  prerelease: t.Optional(t.Boolean()),
  published_at: maybe(t.String()),
  html_url: maybe(t.String()),
})

const HookAnswer = t.Object({
  id: t.Integer(),
  config: t.Object({ url: maybe(t.String()) }),
})

const HookDeliveryAnswer = t.Object({
  id: t.Integer(),
  guid: t.String(),
  delivered_at: t.String(),
  status_code: t.Integer(),
  event: t.String(),
})

export type HookDelivery = Static<typeof HookDeliveryAnswer>

const TreeAnswer = t.Object({ tree: t.Array(t.Object({ path: maybe(t.String()) })) })

const FileAnswer = t.Object({ content: maybe(t.String()) })

export type PullRequestAnswer = Static<typeof PullRequestAnswer>
export type IssueAnswer = Static<typeof IssueAnswer>
export type ReleaseAnswer = Static<typeof ReleaseAnswer>

export const asRepository = shaper(RepositoryAnswer)

/** True only if the code host says that the repository is public; an internal one is not. */
export function isPublic({ private: isPrivate, visibility }: Static<typeof RepositoryAnswer>): boolean {
  return isPrivate === false && (visibility ?? 'public') === 'public'
}
export const asCommits = shaper(t.Array(CommitAnswer))
export const asComparison = shaper(ComparisonAnswer)
export const asPullRequest = shaper(PullRequestAnswer)
export const asPullRequests = shaper(t.Array(PullRequestAnswer))
export const asIssues = shaper(t.Array(IssueAnswer))
export const asRelease = shaper(ReleaseAnswer)
export const asReleases = shaper(t.Array(ReleaseAnswer))
export const asHooks = shaper(t.Array(HookAnswer))
export const asHookDeliveries = shaper(t.Array(HookDeliveryAnswer))
export const asTree = shaper(TreeAnswer)
export const asFile = shaper(FileAnswer)

export function toCommit({ sha, html_url, commit, author, parents }: Static<typeof CommitAnswer>): Commit {
  return {
    sha,
    message: commit.message,
    authorName: commit.author?.name ?? author?.login ?? '',
    authorLogin: author?.login ?? loginOfEmail(commit.author?.email ?? ''),
    authoredAt: toDate(commit.author?.date) ?? new Date(0),
    url: html_url ?? null,
    parents: (parents ?? []).map((parent) => parent.sha),
    paths: [],
  }
}

/** The merge commit of an unmerged pull request is only a test merge. */
export function toPullRequest(pull: PullRequestAnswer): PullRequest {
  const mergedAt = toDate(pull.merged_at)
  return {
    number: pull.number,
    title: pull.title,
    body: pull.body ?? null,
    url: pull.html_url ?? null,
    authorLogin: pull.user?.login ?? null,
    labels: (pull.labels ?? []).flatMap(({ name }) => name ?? []),
    mergedAt,
    mergeCommitSha: mergedAt ? (pull.merge_commit_sha ?? null) : null,
    commits: [],
    branch: pull.head?.ref ?? null,
  }
}

export function toRelease({
  tag_name,
  name,
  body,
  prerelease,
  published_at,
  html_url,
}: ReleaseAnswer): Release {
  return {
    tagName: tag_name,
    name: name ?? null,
    body: body ?? null,
    prerelease: prerelease ?? false,
    publishedAt: toDate(published_at),
    url: html_url ?? null,
  }
}

export function toDate(text: string | null | undefined): Date | null {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}
