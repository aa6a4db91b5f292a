import type { IncomingMessage } from 'node:http'
import { version } from '../../package.json'
import type { Context } from '../context.ts'
import { traced } from '../tracing/active.ts'
import { acceptedEncodings, readBody } from './body.ts'
import { decodeText } from './charset.ts'
import { FetchError, toConnectionError } from './fetch-error.ts'
import { open, type SendToAddress } from './open.ts'
import { hostOf, readPublicUrl } from './public-url.ts'
import { type Resolve, resolveHost, resolvePublic } from './resolve.ts'

/** Herald's user agent, also for robots.txt. */
export const agentName = 'Herald'

const maxRedirects = 5
const standardBytes = 2 * 1024 * 1024
const standardMilliseconds = 10_000
const readable = /^(text\/|application\/(xml|xhtml\+xml|[\w.-]+\+xml)\b)/i
const packable = /^application\/(x-)?(gzip|octet-stream)\b/i

export type FetchOptions = {
  signal?: AbortSignal
  /** Called before every request, redirects included; throws to prevent it. */
  permit?: (url: URL, signal: AbortSignal) => Promise<void>
  maxBytes?: number
  /** Returns what fits into `maxBytes` instead of throwing. */
  cut?: boolean
  /** Also unpacks a gzipped file, such as a sitemap. */
  packed?: boolean
  timeoutMilliseconds?: number
  /** A certificate authority to trust in addition to the public ones. */
  ca?: string
  resolve?: Resolve
  open?: SendToAddress
  /** Reserves no input budget: the page that it is fetched for has reserved enough for both. */
  isCovered?: boolean
  /** The Accept header. Default: pages and other texts. */
  accept?: string
}

/** What fetching needs at runtime, so that the command line can fetch without a database. */
export type FetchContext = Pick<Context, 'config' | 'inputBudget'>

/** A redirect that was followed: where it was met, and its status. */
export type Hop = { url: string; status: number }

/** A fetched page; without text if the status is an error. */
export type Page = { url: string; status: number; contentType: string; text: string }

/**
 * Reads a public page: checks every address before connecting, follows redirects itself and checks them again, with
 * limits for size and time. Throws a FetchError with the reason in one sentence.
 */
export function fetchPage(ctx: FetchContext, address: string, options: FetchOptions = {}): Promise<Page> {
  return readFetched(ctx, address, options, (page) => page)
}

/** Peak memory of a page as a multiple of its size: its chunks, the joined bytes, and its text. */
const timesHeld = 4

/** Like `fetchPage`, but returns the result of `read`, which runs within the same limits. */
export async function readFetched<T>(
  ctx: FetchContext,
  address: string,
  options: FetchOptions,
  read: (page: Page) => T | Promise<T>,
): Promise<T> {
  return withBudget(ctx, options, async () =>
    read(await followRedirects(ctx, address, options, (answer, url) => readPage(answer, url, options))),
  )
}

/** Runs `act` once the memory for a page is reserved. */
export async function withBudget<T>(
  ctx: FetchContext,
  { signal, maxBytes = standardBytes, isCovered = false }: FetchOptions,
  act: () => Promise<T>,
): Promise<T> {
  using _share = isCovered ? null : await ctx.inputBudget.pages.wait(timesHeld * maxBytes, signal)
  return await act()
}

/**
 * The result of `read` for the first response that is no redirect, within the time limit. Every address is checked
 * before connecting. Throws a FetchError.
 */
export async function followRedirects<T>(
  ctx: FetchContext,
  address: string,
  options: FetchOptions,
  read: (answer: IncomingMessage, url: URL, hops: Hop[]) => Promise<T>,
): Promise<T> {
  // The page belongs to somebody else, so it does not get the ids of the trace.
  return traced('fetch page', {}, () => follow(ctx, address, options, read))
}

async function follow<T>(
  ctx: FetchContext,
  address: string,
  options: FetchOptions,
  read: (answer: IncomingMessage, url: URL, hops: Hop[]) => Promise<T>,
): Promise<T> {
  const milliseconds = options.timeoutMilliseconds ?? standardMilliseconds
  const timeout = AbortSignal.timeout(milliseconds)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  let url = readPublicUrl(ctx, address)
  try {
    const hops: Hop[] = []
    while (hops.length <= maxRedirects) {
      await options.permit?.(url, signal)
      const answer = await ask(ctx, url, signal, options)
      const location = redirectOf(answer)
      if (location === null) return await read(answer, url, hops)
      answer.destroy()
      hops.push({ url: url.href, status: answer.statusCode ?? 0 })
      url = readPublicUrl(ctx, location, url.href)
    }
    throw new FetchError('unusable', `The page at ${hostOf(url)} redirects more than ${maxRedirects} times.`)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (timeout.aborted) {
      const sentence = `The host ${hostOf(url)} did not answer within ${milliseconds / 1000} seconds.`
      throw new FetchError('unreachable', sentence)
    }
    throw error instanceof FetchError ? error : toConnectionError(error, hostOf(url))
  }
}

/** The first response from the addresses of a URL; a failing address is skipped while there are others. */
async function ask(ctx: FetchContext, url: URL, signal: AbortSignal, options: FetchOptions) {
  const addresses = await until(signal, resolvePublic(ctx, url, options.resolve ?? resolveHost))
  const headers = {
    'User-Agent': `${agentName}/${version} (+${ctx.config.baseUrl})`,
    Accept: options.accept ?? 'text/html, application/xhtml+xml, application/xml;q=0.9, text/*;q=0.8',
    'Accept-Encoding': acceptedEncodings,
  }
  let failure: unknown
  for (const address of addresses) {
    try {
      return await (options.open ?? open)(url, address, { headers, signal, ca: options.ca })
    } catch (error) {
      signal.throwIfAborted()
      failure = error
    }
  }
  throw failure
}

/** A lookup cannot be canceled, but its result can be ignored. */
function until<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location ? headers.location : null
}

async function readPage(answer: IncomingMessage, url: URL, options: FetchOptions): Promise<Page> {
  const { statusCode: status = 0, headers } = answer
  const contentType = headers['content-type'] ?? 'text/html'
  if (status < 200 || status > 299) {
    answer.destroy()
    return { url: url.href, status, contentType, text: '' }
  }
  const { maxBytes = standardBytes, cut = false, packed = false } = options
  if (!readable.test(contentType) && !(packed && packable.test(contentType))) {
    answer.destroy()
    throw new FetchError('unusable', `The page at ${hostOf(url)} is not readable text.`)
  }
  const bytes = await readBody(answer, hostOf(url), { maxBytes, cut, packed })
  return { url: url.href, status, contentType, text: await decodeText(bytes, contentType) }
}
