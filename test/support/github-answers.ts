import type { HostCommit, HostPullRequest, HostRelease, HostRepository } from './github-repository.ts'

// Objects of the code host's API, with the fields that callers may read and some that they must ignore.

export function accountOf(login: string) {
  return {
    login,
    id: 1,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    html_url: `https://github.com/${login}`,
  }
}

export function repositoryOf({ owner, name, fullName, url, isPrivate, defaultBranch }: HostRepository) {
  return {
    id: 1296269,
    name,
    full_name: fullName,
    private: isPrivate,
    owner: accountOf(owner),
    html_url: url,
    description: null,
    fork: false,
    default_branch: defaultBranch,
  }
}

export function commitOf({ url }: HostRepository, { sha, message, author, at, parents }: HostCommit) {
  const person = { name: author, email: `${author}@example.com`, date: at }
  return {
    sha,
    html_url: `${url}/commit/${sha}`,
    commit: { message, author: person, committer: person, comment_count: 0 },
    author: accountOf(author),
    committer: accountOf(author),
    parents: parents.map((parent) => ({ sha: parent, html_url: `${url}/commit/${parent}` })),
  }
}

export function pullRequestOf(repository: HostRepository, pull: HostPullRequest) {
  const { number, title, body, author, labels, state, updatedAt, mergedAt, mergeCommitSha } = pull
  return {
    id: number,
    number,
    title,
    body,
    state,
    html_url: `${repository.url}/pull/${number}`,
    user: accountOf(author),
    labels: labels.map((name) => ({ name, color: 'ededed' })),
    created_at: updatedAt,
    updated_at: updatedAt,
    closed_at: state === 'closed' ? updatedAt : null,
    merged_at: mergedAt,
    // For an unmerged one the host returns the commit of a trial merge.
    merge_commit_sha: mergeCommitSha ?? 'e'.repeat(40),
    base: { ref: repository.defaultBranch, repo: repositoryOf(repository) },
    head: { ref: `topic-${number}`, sha: pull.commits.at(-1)?.sha },
  }
}

export function releaseOf(repository: HostRepository, release: HostRelease) {
  const { tagName, name, body, prerelease, draft, publishedAt } = release
  return {
    id: repository.releases.indexOf(release) + 1,
    tag_name: tagName,
    target_commitish: repository.defaultBranch,
    name,
    body,
    draft,
    prerelease,
    created_at: repository.find(tagName)?.at ?? publishedAt,
    published_at: publishedAt,
    html_url: `${repository.url}/releases/tag/${encodeURIComponent(tagName)}`,
    author: accountOf('ada'),
    assets: [],
  }
}
