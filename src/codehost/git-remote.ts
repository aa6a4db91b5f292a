import type { Repository } from '../changelog/activity.ts'
import { isGitHub } from '../changelog/links.ts'

/** The repository of a remote's address if it is on GitHub; never contains the credentials of the address. */
export function parseRemote(address: string): Repository | null {
  const { host, hostname, path } = splitAddress(address.trim()) ?? {}
  const [, owner, name] = /^\/?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(path ?? '') ?? []
  if (!host || !hostname || !owner || !name || !isGitHub(hostname)) return null
  return { owner, name, url: `https://${host}/${owner}/${name}` }
}

function splitAddress(address: string): { host: string; hostname: string; path: string } | null {
  const [, short, path] = /^(?:[^@/\s]+@)?([a-z\d.-]+):(?!\/\/)(.+)$/i.exec(address) ?? []
  if (short && path) return { host: short.toLowerCase(), hostname: short.toLowerCase(), path }
  if (!URL.canParse(address)) return null
  const { protocol, host, hostname, pathname } = new URL(address)
  if (!/^(?:https?|ssh|git|git\+ssh):$/.test(protocol)) return null
  const lower = hostname.toLowerCase()
  // Only a web address has the port of the web pages.
  return { host: protocol === 'https:' ? host : lower, hostname: lower, path: pathname }
}
