import {
  type PullRequestPayload,
  type PushedCommit as PushedCommitPayload,
  type PushPayload,
  type ReleasePayload,
  readPullRequestPayload,
  readPushPayload,
  readReleasePayload,
} from './github-payload.ts'
import type { Shaped } from './github-shape.ts'

const supportedEvents = ['ping', 'push', 'release', 'pull_request'] as const
export type SupportedEvent = (typeof supportedEvents)[number]

export function isSupportedEvent(name: string): name is SupportedEvent {
  return supportedEvents.some((supported) => supported === name)
}

export type PushedCommit = {
  id: string
  message: string
  author: { name: string; email: string; username?: string }
  timestamp: string
  url: string
}

export type PushData = {
  ref: string
  branch: string
  commits: PushedCommit[]
  headCommit: { id: string; message: string } | null
}

export type ReleaseData = {
  tagName: string
  name: string | null
  body: string | null
  prerelease: boolean
  draft: boolean
  publishedAt: string | null
  url: string
}

export type PullRequestData = {
  number: number
  title: string
  body: string | null
  url: string
  mergedAt: string | null
  mergeCommitSha: string | null
  author: string | null
  baseBranch: string | null
}

type Passed =
  | { kind: 'push'; action: 'pushed'; data: PushData }
  | { kind: 'release'; action: 'published' | 'prereleased'; data: ReleaseData }
  | { kind: 'pull_request'; action: 'merged'; data: PullRequestData }

export type ProcessedEvent = Passed & {
  outcome: 'processed'
  repository: { id: number; fullName: string }
}

export type ReadEvent =
  | ProcessedEvent
  | { outcome: 'filtered'; action: string }
  | { outcome: 'invalid'; issues: string[] }

/** What a delivery comes to (spec: Per-type rules). A ping is answered unread. */
export function readEvent(name: Exclude<SupportedEvent, 'ping'>, payload: unknown): ReadEvent {
  if (name === 'push') return judge(readPushPayload(payload), passPush)
  if (name === 'release') return judge(readReleasePayload(payload), passRelease)
  return judge(readPullRequestPayload(payload), passPullRequest)
}

function judge<P extends { action?: string; repository: { id: number; full_name: string } }>(
  shaped: Shaped<P>,
  pass: (payload: P) => Passed | null,
): ReadEvent {
  if (shaped.issues) return { outcome: 'invalid', issues: shaped.issues }
  const { action = '', repository } = shaped.value
  const passed = pass(shaped.value)
  if (!passed) return { outcome: 'filtered', action }
  return {
    outcome: 'processed',
    ...passed,
    repository: { id: repository.id, fullName: repository.full_name },
  }
}

function passPush({ ref, repository, commits, head_commit: head }: PushPayload): Passed | null {
  const branch = repository.default_branch
  if (ref !== `refs/heads/${branch}` || !commits?.length) return null
  const headCommit = head ? { id: head.id, message: head.message } : null
  return { kind: 'push', action: 'pushed', data: { ref, branch, commits: commits.map(toCommit), headCommit } }
}

function toCommit({ id, message, author, timestamp, url }: PushedCommitPayload): PushedCommit {
  const { username } = author
  // Git takes commits without a name or an address; what follows relies on text.
  const named = { name: author.name ?? username ?? '', email: author.email ?? '' }
  return { id, message, author: username ? { ...named, username } : named, timestamp, url }
}

function passRelease({ action, release }: ReleasePayload): Passed | null {
  if ((action !== 'published' && action !== 'prereleased') || release.draft) return null
  const data = {
    tagName: release.tag_name,
    name: release.name ?? null,
    body: release.body ?? null,
    prerelease: release.prerelease,
    draft: release.draft,
    publishedAt: release.published_at ?? null,
    url: release.html_url,
  }
  return { kind: 'release', action, data }
}

function passPullRequest({ action, pull_request: pull }: PullRequestPayload): Passed | null {
  if (action !== 'closed' || !pull.merged) return null
  const data = {
    number: pull.number,
    title: pull.title,
    body: pull.body ?? null,
    url: pull.html_url,
    mergedAt: pull.merged_at ?? null,
    mergeCommitSha: pull.merge_commit_sha ?? null,
    author: pull.user?.login ?? null,
    baseBranch: pull.base?.ref ?? null,
  }
  return { kind: 'pull_request', action: 'merged', data }
}
