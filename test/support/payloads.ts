const repository = {
  id: 1296269,
  name: 'app',
  full_name: 'acme/app',
  default_branch: 'main',
  owner: { login: 'acme' },
}
const sender = { login: 'octo', id: 1 }
const sha = (seed: string) => new Bun.CryptoHasher('sha1').update(seed).digest('hex')

/** A push of commits with these messages to the default branch, as GitHub posts it. */
export function pushPayload(
  changes: Record<string, unknown> = {},
  messages = ['feat: add a dashboard (#7)'],
) {
  const commits = messages.map((message, index) => ({
    id: sha(message),
    message,
    author: { name: 'Mona', email: 'mona@example.com', username: 'mona' },
    timestamp: new Date(Date.UTC(2026, 2, 4, 10, index)).toISOString(),
    url: `https://github.com/acme/app/commit/${sha(message)}`,
  }))
  const head = commits.at(-1)
  return { ref: 'refs/heads/main', repository, sender, commits, head_commit: head ?? null, ...changes }
}

/** A published release. */
export function releasePayload(changes: Record<string, unknown> = {}, action = 'published') {
  const release = {
    tag_name: 'v1.1.0',
    name: 'Version 1.1',
    body: null,
    draft: false,
    prerelease: false,
    published_at: '2026-03-04T11:00:00Z',
    html_url: 'https://github.com/acme/app/releases/tag/v1.1.0',
    ...changes,
  }
  return { action, release, repository, sender }
}

/** A merged pull request. */
export function pullRequestPayload(changes: Record<string, unknown> = {}) {
  const pull_request = {
    number: 7,
    title: 'Add a dashboard',
    body: 'It shows everything.',
    html_url: 'https://github.com/acme/app/pull/7',
    merged: true,
    merged_at: '2026-03-04T10:00:00Z',
    merge_commit_sha: sha('feat: add a dashboard (#7)'),
    user: { login: 'mona' },
    base: { ref: 'main' },
    ...changes,
  }
  return { action: 'closed', number: 7, pull_request, repository, sender }
}
