import { signBody } from '../../src/codehost/signature.ts'
import { accountOf, pullRequestOf, releaseOf, repositoryOf } from './github-answers.ts'
import type { HostCommit, HostPullRequest, HostRelease, HostRepository } from './github-repository.ts'

const nothing = '0'.repeat(40)

/** A push of these commits, the oldest first; `changes` replaces keys of the payload. */
export function pushPayload(repository: HostRepository, commits: HostCommit[], changes = {}) {
  const pushed = commits.map(({ sha, message, author, at }) => {
    const person = { name: author, email: `${author}@example.com`, username: author }
    const url = `${repository.url}/commit/${sha}`
    const files = { added: [], removed: [], modified: ['src/main.ts'] }
    return { id: sha, tree_id: sha, message, timestamp: at, url, author: person, committer: person, ...files }
  })
  return {
    ref: `refs/heads/${repository.defaultBranch}`,
    before: commits[0]?.parents[0] ?? nothing,
    after: commits.at(-1)?.sha ?? nothing,
    created: false,
    deleted: false,
    forced: false,
    repository: repositoryOf(repository),
    sender: accountOf('ada'),
    commits: pushed,
    head_commit: pushed.at(-1) ?? null,
    ...changes,
  }
}

export function releasePayload(repository: HostRepository, release: HostRelease, action = 'published') {
  return {
    action,
    release: releaseOf(repository, release),
    repository: repositoryOf(repository),
    sender: accountOf('ada'),
  }
}

export function pullRequestPayload(repository: HostRepository, pull: HostPullRequest, action = 'closed') {
  return {
    action,
    number: pull.number,
    pull_request: { ...pullRequestOf(repository, pull), merged: pull.mergedAt !== null },
    repository: repositoryOf(repository),
    sender: accountOf(pull.author),
  }
}

export function pingPayload(repository: HostRepository) {
  const hook = { type: 'Repository', id: 1, active: true, events: ['push', 'release', 'pull_request'] }
  return { zen: 'Keep it logically awesome.', hook_id: 1, hook, repository: repositoryOf(repository) }
}

/** The headers of a delivery that is signed over its body. */
export const deliveryHeaders = (
  event: string,
  body: string,
  secret: string,
  id: string = crypto.randomUUID(),
) => ({
  'x-github-event': event,
  'x-github-delivery': id,
  'x-hub-signature-256': signBody(secret, body),
})

/** A delivery as the code host sends it, signed over its bytes. */
export function signedRequest(
  url: string,
  secret: string,
  event: string,
  payload: unknown,
  deliveryId: string = crypto.randomUUID(),
): Request {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return new Request(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'GitHub-Hookshot/044aadd',
      ...deliveryHeaders(event, body, secret, deliveryId),
    },
  })
}
