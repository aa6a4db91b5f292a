/** Reads a repository as people paste it: owner/name, a page of it, or the address it is cloned from; null for anything else. */
export function readRepository(text: string): { owner: string; repo: string } | null {
  const path = text
    .trim()
    .replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, '')
    .replace(/^(?:ssh:\/\/)?git@github\.com[:/]/i, '')
  const [, owner, repo] = /^([A-Za-z0-9_.-]+)\/([A-Za-z0-9_.-]+?)(?:\.git)?(?:[/?#].*)?$/.exec(path) ?? []
  return owner && repo ? { owner, repo } : null
}
