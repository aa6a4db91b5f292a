import type { Repository } from './activity.ts'

// All links are built here, from the repository's own address: URLs in an activity come from outside.

export function pullRequestUrl(repository: Repository | null, number: number): string | null {
  return repository && `${repository.url}/pull/${number}`
}

export function issueUrl(repository: Repository | null, number: number): string | null {
  return repository && `${repository.url}/issues/${number}`
}

export function commitUrl(repository: Repository | null, sha: string): string | null {
  return repository && `${repository.url}/commit/${sha}`
}

/** The page of an account at the repository's host; null if the host has no such pages. */
export function profileUrl(repository: Repository | null, login: string): string | null {
  if (!repository || !/^[a-z\d][a-z\d-]{0,38}$/i.test(login)) return null
  const { origin, hostname } = new URL(repository.url)
  return isGitHub(hostname) ? `${origin}/${login}/` : null
}

export function isGitHub(hostname: string): boolean {
  return hostname === 'github.com' || hostname.startsWith('github.')
}

/** The public page of an advisory, by its id. */
export function advisoryUrl(id: string): string {
  return /^cve/i.test(id)
    ? `https://www.cve.org/CVERecord?id=${id.toUpperCase()}`
    : `https://github.com/advisories/${id}`
}

/** The page that compares two refs; null if the host has none or a ref is not a permanent name. */
export function compareUrl(repository: Repository | null, from: string | null, to: string): string | null {
  if (!repository || from === null || !isGitHub(new URL(repository.url).hostname)) return null
  const isLasting = (name: string) => /\d/.test(name) && !/\s|\.\./.test(name)
  if (!isLasting(from) || !isLasting(to)) return null
  return `${repository.url}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}`
}
