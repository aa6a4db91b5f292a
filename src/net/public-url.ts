import { isIP } from 'node:net'
import type { Context } from '../context.ts'
import { isPublicAddress } from './address.ts'
import { FetchError } from './fetch-error.ts'

const longest = 2048
/** Names that never leave a machine or a local network (RFC 6761, RFC 6762, RFC 8375). */
const localName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/

/** A URL may have quotes and `$(...)` in its host, which would run in the commands and settings that Herald suggests. */
const hostName = /^[\w.-]+$/

/** The host of a URL for resolving: without the brackets of IPv6 and without the trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * The URL that a user or a redirect names; throws a FetchError unless it is an http or https URL of a public host. A
 * name is checked by its form only; the addresses it resolves to are checked on fetching.
 */
export function readPublicUrl(ctx: Pick<Context, 'config'>, text: string, base?: string): URL {
  const url = text.length <= longest ? URL.parse(text, base) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || !hostOf(url)) {
    throw new FetchError('refused', 'The URL must begin with http or https.')
  }
  if (url.username || url.password) {
    throw new FetchError('refused', 'The URL must not contain a user name or a password.')
  }
  if (isIP(hostOf(url)) === 0 && !hostName.test(hostOf(url))) {
    throw new FetchError('refused', 'The host name has characters that are not allowed.')
  }
  url.hash = ''
  if (ctx.config.allowPrivateNetwork) return url
  if (!isPublicName(hostOf(url))) throw notPublic(url)
  if (!['', '80', '443'].includes(url.port)) {
    throw new FetchError(
      'refused',
      `The port ${url.port} of ${hostOf(url)} is not allowed. Use port 80 or 443.`,
    )
  }
  return url
}

/** Adds https to a URL without a scheme. */
export function withScheme(text: string): string {
  const trimmed = text.trim()
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
}

export function notPublic(url: URL): FetchError {
  return new FetchError('refused', `The host ${hostOf(url)} is not on the public internet.`)
}

/** Whether a host may be on the internet, by the form of its name or address. */
export function isPublicName(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !localName.test(host)
}
