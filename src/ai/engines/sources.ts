import type { FoundSource, Source } from './answer.ts'
import { text } from './json.ts'

const mostSources = 100
const longestUrl = 2048
const longestTitle = 300

/** Sources in the order in which they were told, each address once; what is no http address is left out. */
export function toSources(found: FoundSource[], except: Source[] = []): Source[] {
  const seen = new Set(except.map(({ url }) => url))
  const sources: Source[] = []
  for (const each of found) {
    const source = toSource(each)
    if (source === null || seen.has(source.url)) continue
    seen.add(source.url)
    if (sources.push(source) === mostSources) break
  }
  return sources
}

function toSource(found: FoundSource): Source | null {
  const address = text(found.url)?.trim()
  if (!address || address.length > longestUrl || !/^https?:\/\//i.test(address)) return null
  const url = URL.parse(address)
  if (!url?.hostname) return null
  url.hash = ''
  const title = text(found.title)?.trim().slice(0, longestTitle) ?? null
  const domain = bareHost(text(found.domain) ?? '') ?? (isRedirect(url) ? bareHost(title ?? '') : null)
  return { url: url.href, title, domain: domain ?? bareHost(url.hostname) ?? url.hostname }
}

/** Gemini names its own redirects in place of the pages that it found; their titles are the domains. */
export const isRedirect = ({ hostname, pathname }: URL) =>
  hostname === 'vertexaisearch.cloud.google.com' && pathname.startsWith('/grounding-api-redirect/')

/** A host without `www.`, null for what is none. */
function bareHost(words: string): string | null {
  const host = words
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  return /^(?=.{4,253}$)([\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}][\p{L}\p{N}-]+$/u.test(host)
    ? host
    : null
}
