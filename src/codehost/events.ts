import {
  type PullRequestPayload,
  type PushedCommit as PushedCommitPayload,
  type PushPayload,
  type ReleasePayload,
  type RepositoryPayload,
  readPullRequestPayload,
  readPushPayload,
  readReleasePayload,
} from './github-payload.ts'
import type { Validated } from './github-shape.ts'

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

/** A repository as the code host describes it now; null for fields that it left out. */
export type HostRepository = {
  id: number | null
  owner: string
  name: string
  defaultBranch: string | null
  url: string | null
}

type AcceptedPayload =
  | { kind: 'push'; action: 'pushed'; data: PushData }
  | { kind: 'release'; action: 'published' | 'prereleased'; data: ReleaseData }
  | { kind: 'pull_request'; action: 'merged'; data: PullRequestData }

export type AcceptedEvent = AcceptedPayload & {
  repository: HostRepository
  /** Identifies the event across several reports of it: the newest commit or the release comes first. */
  facts: string[]
}

export type ReadEvent =
  | ({ outcome: 'processed' } & AcceptedEvent)
  | { outcome: 'filtered'; action: string; repository: HostRepository }
  | { outcome: 'invalid'; issues: string[] }

/** Interprets a delivery (spec: Per-type rules). A ping is answered without reading its payload. */
export function readEvent(name: Exclude<SupportedEvent, 'ping'>, payload: unknown): ReadEvent {
  if (name === 'push') return decide(readPushPayload(payload), passPush)
  if (name === 'release') return decide(readReleasePayload(payload), passRelease)
  return decide(readPullRequestPayload(payload), passPullRequest)
}

type EventFacts = AcceptedPayload & { facts: string[] }

function decide<P extends { action?: string; repository: RepositoryPayload }>(
  shaped: Validated<P>,
  pass: (payload: P) => EventFacts | null,
): ReadEvent {
  if (shaped.issues) return { outcome: 'invalid', issues: shaped.issues }
  const { action = '' } = shaped.value
  const repository = toHostRepository(shaped.value.repository)
  const passed = pass(shaped.value)
  return passed
    ? { outcome: 'processed', ...passed, repository }
    : { outcome: 'filtered', action, repository }
}

function toHostRepository({ id, full_name, default_branch, html_url }: RepositoryPayload): HostRepository {
  const [owner = '', name = ''] = full_name.split('/')
  return { id, owner, name, defaultBranch: default_branch ?? null, url: html_url ?? null }
}

/**
 * An event is stored and read in one piece, which blocks other requests, so long texts are cut: a push of any number
 * of commits stays under 2.5 MB of JSON.
 */
const maxText = 200_000
const maxName = 120
const maxUrl = 250
const maxOfMessages = 500_000

const clipped = (text: string) => text.slice(0, maxName)

function passPush({ ref, repository, commits, head_commit: head }: PushPayload): EventFacts | null {
  const branch = repository.default_branch
  if (ref !== `refs/heads/${branch}` || !commits?.length) return null
  return toPush({ ref, branch, commits: commits.map(toCommit), headCommit: head ?? null })
}

/** A push of commits, oldest first, as an event. */
export function toPush(data: PushData) {
  const longest = fitLengths(
    data.commits.map(({ message }) => message.length),
    maxOfMessages,
  )
  const headCommit = data.headCommit && clipMessage(data.headCommit, longest)
  const commits = data.commits.map((commit) => clipCommit(commit, longest))
  const newestFirst = commits.map((commit) => commit.id).reverse()
  const shas = headCommit ? [headCommit.id, ...newestFirst] : newestFirst
  const facts = [...new Set(shas)].map(pushFact)
  return { kind: 'push' as const, action: 'pushed' as const, data: { ...data, commits, headCommit }, facts }
}

/** The length at which texts of these lengths have to be cut so that all of them fit into `budget`. */
function fitLengths(lengths: number[], budget: number): number {
  let left = budget
  for (const [index, length] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (length > share) return Math.min(share, maxText)
    left -= length
  }
  return maxText
}

const clipMessage = ({ id, message }: { id: string; message: string }, longest: number) => ({
  id: clipped(id),
  message: message.slice(0, longest),
})

function clipCommit(commit: PushedCommit, longest: number): PushedCommit {
  const { name, email, username } = commit.author
  return {
    ...clipMessage(commit, longest),
    author: {
      name: clipped(name),
      email: clipped(email),
      ...(username && { username: clipped(username) }),
    },
    timestamp: clipped(commit.timestamp),
    url: commit.url.slice(0, maxUrl),
  }
}

export const pushFact = (sha: string) => `push:${sha}`

/**
 * A release as an event. Without an id it is matched by its tag. A pre-release that later becomes a release is a
 * separate event.
 */
export function toRelease(action: 'published' | 'prereleased', id: number | null, data: ReleaseData) {
  const { tagName, prerelease } = data
  const noun = prerelease ? 'prerelease' : 'release'
  const facts = id === null ? [`${noun}:${tagName}`] : [`${noun}:${id}:${tagName}`, `${noun}:${tagName}`]
  return { kind: 'release' as const, action, data, facts }
}

function toCommit({ id, message, author, timestamp, url }: PushedCommitPayload): PushedCommit {
  const { username } = author
  // Git allows commits without a name or an address; the code below needs text.
  const named = { name: author.name ?? username ?? '', email: author.email ?? '' }
  return { id, message, author: username ? { ...named, username } : named, timestamp, url }
}

function passRelease({ action, release }: ReleasePayload): EventFacts | null {
  if ((action !== 'published' && action !== 'prereleased') || release.draft) return null
  const data = {
    tagName: release.tag_name,
    name: release.name ?? null,
    body: release.body?.slice(0, maxText) ?? null,
    prerelease: release.prerelease,
    draft: release.draft,
    publishedAt: release.published_at ?? null,
    url: release.html_url,
  }
  return toRelease(action, release.id ?? null, data)
}

function passPullRequest({ action, pull_request: pull }: PullRequestPayload): EventFacts | null {
  if (action !== 'closed' || !pull.merged) return null
  const data = {
    number: pull.number,
    title: pull.title,
    body: pull.body?.slice(0, maxText) ?? null,
    url: pull.html_url,
    mergedAt: pull.merged_at ?? null,
    mergeCommitSha: pull.merge_commit_sha ?? null,
    author: pull.user?.login ?? null,
    baseBranch: pull.base?.ref ?? null,
  }
  return { kind: 'pull_request', action: 'merged', data, facts: [] }
}
