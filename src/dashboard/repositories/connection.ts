/** What is sent to connect a repository. */
export type Connection = { owner: string; repo: string; branch: string; token: string }

const name = '[\\w.-]+'
const written = new RegExp(`^(${name})/(${name})$`)
const host = '(?:(?:https?|ssh)://[^/\\s]+/|git@[^:\\s]+:|[\\w-]+(?:\\.[\\w-]+)+/)'
const address = new RegExp(`^${host}(${name})/(${name})(?:[/?#].*)?$`)

/** The repository that somebody typed or pasted: acme/app, or any address below or of it at its host. */
export function readRepository(text: string): { owner: string; repo: string } | null {
  const found = written.exec(text.trim()) ?? address.exec(text.trim())
  const [, owner = '', repo = ''] = found ?? []
  return owner && repo ? { owner, repo: repo.replace(/\.git$/, '') } : null
}

/** What is told of anything else. */
export const noRepository = 'Enter a repository as owner/name, or its address on GitHub.'

/** The repository that was connected last; null where none is. */
export function lastConnected<Repository extends { createdAt: string }>(
  repositories: Repository[],
): Repository | null {
  return repositories.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)).at(-1) ?? null
}

/** Under which field a refusal belongs; null where it is about none of them. */
export function fieldOf(sentence: string): 'repository' | 'branch' | 'token' | null {
  if (/^token |token or |GitHub personal access token/.test(sentence)) return 'token'
  if (/^The branch |^branch /.test(sentence)) return 'branch'
  return /^Repository |^(owner|repo) /.test(sentence) ? 'repository' : null
}
