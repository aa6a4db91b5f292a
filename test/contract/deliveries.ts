import { createHmac, randomUUID } from 'node:crypto'
import { client } from './client'
import { idOf } from './code-host'
import { eventually } from './eventually'
import { type HostCommit, shaOf } from './history'
import type { Herald, Organization } from './support'
import type { LogEntry, OneIntegration, OneTrigger, Post, PostList } from './wire'

export type Repository = Awaited<ReturnType<typeof connectRepository>>

// Only fields of the API; enough if no delivery is sent.
export async function connect(organization: Organization, fullName: string, extra = {}) {
  const [owner, repo] = fullName.split('/')
  const answer = await organization.api.post<OneIntegration>('/v1/integrations/github', {
    owner,
    repo,
    ...extra,
  })
  if (answer.status !== 201) throw new Error(`Connecting ${fullName} answered ${answer.text}`)
  return answer.body.github
}

export async function connectRepository(herald: Herald, organization: Organization, fullName: string) {
  const { id } = await connect(organization, fullName)
  const { secret, url } = await readSecret(herald, organization.slug, fullName)
  return { id, fullName, secret, url, path: new URL(url).pathname }
}

export async function readSecret(herald: Herald, slug: string, fullName: string, ...flags: string[]) {
  const printed = await herald.done(
    'webhook',
    'secret',
    '--org',
    slug,
    '--repo',
    fullName,
    '--json',
    ...flags,
  )
  return JSON.parse(printed) as { secret: string; url: string }
}

export type Delivered = {
  error?: string
  message?: string
  event?: string
  delivery?: string
  action?: string
  filtered?: boolean
  ignored?: boolean
  duplicate?: boolean
  processed?: { type: string; action: string; data: Record<string, unknown> }
  repository?: { id: unknown; fullName: string }
  details?: unknown[]
}

export type DeliveryHeaders = Record<string, string | null>

export type Delivery = {
  event: string
  payload: unknown
  delivery?: string
  secret?: string
  path?: string
  headers?: DeliveryHeaders
}

export function signatureOf(body: string | Uint8Array, secret: string) {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

// Posts a delivery the way the code host does; a header set to null is left out.
export async function deliver(herald: Herald, repository: Repository, delivery: Delivery) {
  const { payload } = delivery
  const body =
    typeof payload === 'string' || payload instanceof Uint8Array ? payload : JSON.stringify(payload)
  const headers = {
    'x-github-event': delivery.event,
    'x-github-delivery': delivery.delivery ?? randomUUID(),
    'x-hub-signature-256': signatureOf(body, delivery.secret ?? repository.secret),
    ...delivery.headers,
  }
  const present = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== null)
  return client(herald.url).send<Delivered>(
    'POST',
    delivery.path ?? repository.path,
    body,
    Object.fromEntries(present),
  )
}

function repositoryOf(fullName: string) {
  const [login = '', name = ''] = fullName.split('/')
  return { id: idOf(fullName), name, full_name: fullName, default_branch: 'main', owner: { login } }
}

const sender = { login: 'ada', id: 3 }

export function pushOf(fullName: string, commits: HostCommit[], changes: Record<string, unknown> = {}) {
  const items = commits.map(({ sha, message, author, date }) => ({
    id: sha,
    message,
    timestamp: date,
    url: `https://github.com/${fullName}/commit/${sha}`,
    author: { name: author, email: `${author}@users.example`, username: author },
    added: [],
    removed: [],
    modified: ['src/main.ts'],
  }))
  return {
    ref: 'refs/heads/main',
    before: commits[0]?.parents[0] ?? '0'.repeat(40),
    after: commits.at(-1)?.sha ?? '0'.repeat(40),
    repository: repositoryOf(fullName),
    sender,
    commits: items,
    head_commit: items.at(-1) ?? null,
    ...changes,
  }
}

export function commitOf(message: string): HostCommit {
  const date = new Date().toISOString()
  return { sha: shaOf(`${message} ${randomUUID()}`), message, author: 'ada', date, parents: ['0'.repeat(40)] }
}

export function releaseOf(
  fullName: string,
  tag: string,
  action = 'published',
  changes: Record<string, unknown> = {},
) {
  return {
    action,
    repository: repositoryOf(fullName),
    sender,
    release: {
      tag_name: tag,
      target_commitish: 'main',
      name: `Release ${tag}`,
      body: 'See the changelog.',
      draft: false,
      prerelease: action === 'prereleased',
      published_at: '2026-01-05T13:00:00Z',
      html_url: `https://github.com/${fullName}/releases/tag/${tag}`,
      ...changes,
    },
  }
}

export function pullRequestOf(fullName: string, action = 'closed', changes: Record<string, unknown> = {}) {
  return {
    action,
    repository: repositoryOf(fullName),
    sender,
    pull_request: {
      number: 12,
      title: 'fix: stop crashing on an empty upload',
      body: null,
      html_url: `https://github.com/${fullName}/pull/12`,
      merged: true,
      merged_at: '2026-01-05T10:00:00Z',
      merge_commit_sha: shaOf('merge'),
      user: { login: 'grace' },
      base: { ref: 'main' },
      ...changes,
    },
  }
}

export function triggerOn(repositories: { id: string }[], changes: Record<string, unknown> = {}) {
  return {
    sourceType: 'github_webhook',
    sourceConfig: { eventTypes: ['push', 'release'] },
    targets: { repositoryIds: repositories.map(({ id }) => id) },
    outputType: 'changelog',
    enabled: true,
    ...changes,
  }
}

export async function createTrigger(
  organization: Organization,
  repositories: { id: string }[],
  changes: Record<string, unknown> = {},
) {
  const answer = await organization.api.post<OneTrigger>(
    '/v1/event-triggers',
    triggerOn(repositories, changes),
  )
  if (answer.status !== 201) throw new Error(`Creating a trigger answered ${answer.text}`)
  return answer.body.eventTrigger
}

export async function allPosts({ api }: Organization) {
  const { body } = await api.get<PostList>('/v1/posts?status=draft,published&limit=100')
  return body.posts
}

export function shasOf({ sourceMetadata }: Post) {
  return sourceMetadata.ledger.flatMap(({ commits }) => commits)
}

// Pushes one commit and waits for the post about it.
export async function writePost(
  herald: Herald,
  organization: Organization,
  repository: Repository,
  message: string,
) {
  const commit = commitOf(message)
  const answer = await deliver(herald, repository, {
    event: 'push',
    payload: pushOf(repository.fullName, [commit]),
  })
  if (answer.status !== 200) throw new Error(`The push answered ${answer.text}`)
  return eventually(`a post about "${message}"`, async () =>
    (await allPosts(organization)).find((post) => shasOf(post).includes(commit.sha)),
  )
}

export async function webhookLogs(herald: Herald, slug: string, ...flags: string[]) {
  const printed: unknown = JSON.parse(await herald.done('webhook', 'logs', '--org', slug, '--json', ...flags))
  const list = Array.isArray(printed) ? printed : Object.values(printed as object).find(Array.isArray)
  return list as LogEntry[]
}
