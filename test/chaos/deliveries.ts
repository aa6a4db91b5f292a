import { createHmac, randomUUID } from 'node:crypto'
import type { Installation, Trigger } from './installation.ts'
import type { Random } from './random.ts'

/** A delivery as the code host stores it: sent again it has the same id and the same bytes. */
export type Delivery = {
  id: string
  event: 'push' | 'release' | 'pull_request'
  action: 'pushed' | 'published' | 'prereleased' | 'merged'
  /** The commits of a push. */
  shas: string[]
  body: string
}

let count = 0

export function newDelivery(random: Random, fullName: string): Delivery {
  const number = ++count
  const id = randomUUID()
  const event = random.pick(['push', 'push', 'push', 'release', 'pull_request'] as const)
  if (event === 'push') {
    const commits = Array.from({ length: Math.ceil(random.between(0, 4)) }, (_, at) =>
      commitOf(fullName, id, number, at),
    )
    const payload = { ref: 'refs/heads/main', commits, head_commit: commits.at(-1) }
    return toDelivery(id, event, 'pushed', fullName, payload, commits)
  }
  if (event === 'release') {
    const action = random.pick(['published', 'prereleased'] as const)
    return toDelivery(id, event, action, fullName, { action, release: releaseOf(fullName, number, action) })
  }
  const payload = { action: 'closed', pull_request: pullRequestOf(fullName, id, number) }
  return toDelivery(id, event, 'merged', fullName, payload)
}

/** The triggers that a delivery starts (spec: Trigger matching). */
export function matching(triggers: Trigger[], { event, action }: Pick<Delivery, 'event' | 'action'>) {
  return triggers.filter(
    ({ eventTypes, includePreReleases }) =>
      eventTypes.includes(event) && (includePreReleases || action !== 'prereleased'),
  )
}

/** Sends a delivery once; rejects when the connection ends without a whole answer. */
export async function post(url: string, { secret, path }: Installation, { id, event, body }: Delivery) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': signatureOf(secret, body),
    },
    body,
    signal: AbortSignal.timeout(20_000),
  })
  return { status: response.status, text: await response.text() }
}

export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function toDelivery(
  id: string,
  event: Delivery['event'],
  action: Delivery['action'],
  fullName: string,
  payload: object,
  commits: { id: string }[] = [],
): Delivery {
  const repository = { id: 1296269, full_name: fullName, default_branch: 'main' }
  return {
    id,
    event,
    action,
    shas: commits.map((commit) => commit.id),
    body: JSON.stringify({ repository, ...payload }),
  }
}

const shaOf = (text: string) => new Bun.CryptoHasher('sha1').update(text).digest('hex')

function commitOf(fullName: string, deliveryId: string, number: number, at: number) {
  const id = shaOf(`${deliveryId} ${at}`)
  return {
    id,
    message: `feat: let people export report ${number}.${at}`,
    timestamp: new Date(Date.UTC(2026, 0, 5, 9) + number * 1000).toISOString(),
    url: `https://github.com/${fullName}/commit/${id}`,
    author: { name: 'Ada', email: 'ada@users.example', username: 'ada' },
  }
}

function releaseOf(fullName: string, number: number, action: string) {
  const tag = `v1.0.${number}`
  return {
    tag_name: tag,
    name: tag,
    body: null,
    draft: false,
    prerelease: action === 'prereleased',
    published_at: '2026-01-05T13:00:00Z',
    html_url: `https://github.com/${fullName}/releases/tag/${tag}`,
  }
}

function pullRequestOf(fullName: string, deliveryId: string, number: number) {
  return {
    number,
    title: `feat: let people export report ${number}`,
    body: null,
    html_url: `https://github.com/${fullName}/pull/${number}`,
    merged: true,
    merged_at: '2026-01-05T10:00:00Z',
    merge_commit_sha: shaOf(deliveryId),
    user: { login: 'grace' },
    base: { ref: 'main' },
  }
}
