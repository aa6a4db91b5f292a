import type { Context } from '../../context.ts'
import { badRequest } from '../../errors.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { type FetchedResponse, fetchResponse } from '../../net/fetch-response.ts'
import { clip, plainLine } from '../../text/line.ts'
import { kindOfRedirect } from './redirect-uri.ts'

const maxBytes = 64 * 1024
const timeoutMilliseconds = 5_000
const maxRedirectUris = 10
const [leastSeconds, mostSeconds] = [60, 24 * 60 * 60]

/** What a metadata document says about its client, and for how long. */
export type ClientDocument = { name: string; redirectUris: string[]; seconds: number }

/**
 * True if a client id is the address of a metadata document: https with a path. Plain http only where the operator
 * allows private networks.
 */
export function isDocumentAddress({ config }: Pick<Context, 'config'>, id: string): boolean {
  const url = URL.parse(id)
  if (!url || url.pathname === '/' || url.hash || url.username || url.password || url.href !== id)
    return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && config.allowPrivateNetwork)
}

/** Fetches a metadata document from its host; throws 400 with the reason. */
export async function fetchClientDocument(ctx: Context, address: string): Promise<ClientDocument> {
  const { host } = new URL(address)
  const permit = async (url: URL) => {
    if (url.host !== host) throw new FetchError('refused', `The host ${host} redirects to another host.`)
  }
  try {
    const limits = { maxBytes, timeoutMilliseconds, permit, accept: 'application/json' }
    return readDocument(await fetchResponse(ctx, address, limits), address)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    throw badRequest(`The app's description at ${host} could not be read. ${error.message}`)
  }
}

function readDocument({ status, text, isCut, headers }: FetchedResponse, address: string): ClientDocument {
  if (status !== 200) throw unusable(`The answer was status ${status}.`)
  if (isCut) throw unusable(`It is larger than ${maxBytes / 1024} KB.`)
  const parsed = parse(text)
  if (parsed.client_id !== address) throw unusable('Its client_id is not its URL.')
  const name = typeof parsed.client_name === 'string' ? clip(plainLine(parsed.client_name), 100) : ''
  if (name === '') throw unusable('It has no client_name.')
  const redirectUris = Array.isArray(parsed.redirect_uris) ? parsed.redirect_uris : []
  const usable = redirectUris.filter((each) => typeof each === 'string' && kindOfRedirect(each) !== null)
  if (usable.length === 0 || redirectUris.length > maxRedirectUris)
    throw unusable(`It needs 1 to ${maxRedirectUris} redirect_uris.`)
  return { name, redirectUris: usable, seconds: secondsToKeep(headers['cache-control'] ?? '') }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value
  } catch {}
  throw unusable('It is not a JSON object.')
}

const unusable = (why: string) => new FetchError('unusable', why)

function secondsToKeep(cacheControl: string): number {
  const age = /no-store|no-cache/i.test(cacheControl) ? 0 : Number(/max-age=(\d+)/i.exec(cacheControl)?.[1])
  return Math.min(mostSeconds, Math.max(leastSeconds, age || leastSeconds))
}
