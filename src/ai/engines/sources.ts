import { readBareHost } from '../../net/bare-host.ts'
import type { FoundSource, ResolveRedirect, Source } from './answer.ts'
import { text } from './json.ts'

const maxSources = 100
const maxUrl = 2048
const maxTitle = 300

/** Sources in the order reported, each URL once, without URLs that are not http or https. */
export function toSources(found: FoundSource[], except: Source[] = []): Source[] {
  return distinct(
    found.map(toSource).filter((source) => source !== null),
    except,
  )
}

function distinct(sources: Source[], except: Source[] = []): Source[] {
  const seen = new Set(except.map(({ url }) => url))
  const others = sources.filter(({ url }) => !seen.has(url) && seen.add(url))
  return others.slice(0, maxSources)
}

function toSource(found: FoundSource): Source | null {
  const url = toUrl(found.url)
  if (url === null) return null
  const title = text(found.title)?.trim().slice(0, maxTitle) ?? null
  // The title of a Gemini redirect is the domain it leads to.
  const namedHost =
    readBareHost(text(found.domain) ?? '') ?? (isRedirect(url) ? readBareHost(title ?? '') : null)
  return { url: url.href, title, domain: namedHost ?? domainOf(url) }
}

/** The values of `utm_source` that OpenAI adds to cited URLs. */
const openAiSources = ['openai', 'chatgpt.com']

/** An http URL as stored: without its fragment and OpenAI's utm_source, and without a redirect of Google. */
function toUrl(said: unknown): URL | null {
  const address = text(said)?.trim()
  if (!address || address.length > maxUrl || !/^https?:\/\//i.test(address)) return null
  const url = URL.parse(address)
  if (!url?.hostname) return null
  const target = targetOf(url)
  if (target !== null) return toUrl(target)
  url.hash = ''
  const source = url.searchParams.get('utm_source')
  if (source !== null && openAiSources.includes(source)) url.searchParams.delete('utm_source')
  return url
}

/** The page that a link on a results page of Google leads to; null for other URLs. */
function targetOf({ hostname, pathname, searchParams }: URL): string | null {
  if (!/^(www\.)?google\.[a-z.]+$/.test(hostname) || pathname !== '/url') return null
  const target = searchParams.get('q') ?? searchParams.get('url')
  return target !== null && /^https?:/i.test(target) ? target : null
}

const domainOf = ({ hostname }: URL) => readBareHost(hostname) ?? hostname

/** Gemini returns its own redirects instead of page URLs; they expire after a month. */
const isRedirect = ({ hostname, pathname }: URL) =>
  hostname === 'vertexaisearch.cloud.google.com' && pathname.startsWith('/grounding-api-redirect/')

const timeoutMilliseconds = 5000

/** Replaces redirects by their targets, as far as they can be resolved in five seconds. */
export async function followRedirects<T extends { cited: Source[]; consulted: Source[] }>(
  answer: T,
  follow: ResolveRedirect,
  signal: AbortSignal,
): Promise<T> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)])
  const resolve = (source: Source) => followOne(source, follow, limit)
  const [cited, consulted] = await Promise.all([
    Promise.all(answer.cited.map(resolve)),
    Promise.all(answer.consulted.map(resolve)),
  ])
  signal.throwIfAborted()
  const kept = distinct(cited)
  return { ...answer, cited: kept, consulted: distinct(consulted, kept) }
}

/** A DNS lookup cannot be canceled, so this stops waiting for it. */
function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

async function followOne(source: Source, follow: ResolveRedirect, limit: AbortSignal): Promise<Source> {
  if (!isRedirect(new URL(source.url))) return source
  try {
    const page = toUrl(await Promise.race([follow(source.url, limit), aborted(limit)]))
    return page === null || isRedirect(page) ? source : { ...source, url: page.href, domain: domainOf(page) }
  } catch {
    return source
  }
}
