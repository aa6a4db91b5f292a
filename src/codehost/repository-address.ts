/** The host of the code host's web pages: github.com for its public API, otherwise the host of the API. */
export function webHostOf(apiUrl: string): string {
  const { host } = new URL(apiUrl)
  // The API of github.com and of GHE.com has its own host; an enterprise server serves it under /api/v3.
  return /^api\.(github\.com|[a-z\d-]+\.ghe\.com)$/.test(host) ? host.slice('api.'.length) : host
}

const repositoryPath = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?(\/.*)?$/

/**
 * Parses a repository: owner/name, an https address of it or of a page in it, or an ssh address. Null for anything
 * else, or for another host than that of `apiUrl`.
 */
export function readRepositoryAddress(text: string, apiUrl: string): { owner: string; name: string } | null {
  const path = findPath(text.trim(), webHostOf(apiUrl), new URL(apiUrl).protocol)
  const [, owner = '', name = '', below] = (path !== null && repositoryPath.exec(path.value)) || []
  if (!owner || !name || /^\.+$/.test(owner) || /^\.+$/.test(name)) return null
  if (below !== undefined && below !== '/' && !path?.mayGoOn) return null
  return { owner, name }
}

type Path = { value: string; mayGoOn: boolean }

function findPath(text: string, host: string, protocol: string): Path | null {
  const hostname = host.replace(/:\d+$/, '')
  if (/^[\w.-]+\/[\w.-]+$/.test(text)) return { value: text, mayGoOn: false }
  const [, sshHost, sshPath = ''] = /^git@([^:/\s]+):(.+)$/.exec(text) ?? []
  if (sshHost) return sshHost.toLowerCase() === hostname ? { value: sshPath, mayGoOn: false } : null
  const bare = `${host}/`
  const address = text.toLowerCase().startsWith(bare) ? `${protocol}//${text}` : text
  if (/\s|\\/.test(address) || !URL.canParse(address)) return null
  const url = new URL(address)
  if (url.password) return null
  if (url.protocol === 'ssh:')
    return url.username === 'git' && url.hostname.toLowerCase() === hostname
      ? { value: url.pathname, mayGoOn: false }
      : null
  const isWeb = url.protocol === 'https:' || url.protocol === protocol
  return isWeb && !url.username && url.host === host ? { value: url.pathname, mayGoOn: true } : null
}
