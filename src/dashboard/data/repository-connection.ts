/** The request to connect a repository. */
export type Connection = { repository: string; branch: string; token: string }

/** The repository that was connected last; null if there is none. */
export function lastConnected<Repository extends { createdAt: string }>(
  repositories: Repository[],
): Repository | null {
  return repositories.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)).at(-1) ?? null
}

/** The field that an error is about; null if none. */
export function fieldOf(sentence: string): 'repository' | 'branch' | 'token' | null {
  if (/^token |token or |GitHub personal access token/.test(sentence)) return 'token'
  if (/^The branch |^branch /.test(sentence)) return 'branch'
  return /^Repository |^Enter a repository |^(owner|repo|repository) /.test(sentence) ? 'repository' : null
}
