import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Context } from '../context.ts'
import { isPublicAddress } from './address.ts'
import { FetchError, toResolveError } from './fetch-error.ts'
import { hostOf, notPublic } from './public-url.ts'

/** Resolves a name to all its addresses. */
export type Resolve = (host: string) => Promise<string[]>

/** With the system's resolver: hosts file first, then its name servers. */
export const resolveHost: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

const maxAddresses = 4

/**
 * The addresses that a URL may be fetched from, IPv4 first. One private address rejects the name: a name with both
 * kinds is a way to bypass the check.
 */
export async function resolvePublic(
  ctx: Pick<Context, 'config'>,
  url: URL,
  resolve: Resolve,
): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) ? [host] : await lookUp(host, resolve)
  if (addresses.length === 0) throw new FetchError('missing', `The host ${host} does not exist.`)
  if (!ctx.config.allowPrivateNetwork && !addresses.every(isPublicAddress)) throw notPublic(url)
  return addresses.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, maxAddresses)
}

async function lookUp(host: string, resolve: Resolve): Promise<string[]> {
  try {
    return await resolve(host)
  } catch (error) {
    throw toResolveError(error, host)
  }
}
