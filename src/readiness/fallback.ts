import type { FetchedResponse } from '../net/fetch-response.ts'
import type { NotFoundFacts } from './facts.ts'

const maxComparedLength = 200_000

/** True for a response that is a web page, by its type or its first characters. */
export function isPage({ contentType, text }: Pick<FetchedResponse, 'contentType' | 'text'>): boolean {
  return /\b(xhtml|html)\b/i.test(contentType) || /^[\s\uFEFF]*<(!doctype html|html)\b/i.test(text)
}

/** The body of a response without its own path, as a short fingerprint. */
export function fingerprint({ url, text }: Pick<FetchedResponse, 'url' | 'text'>): string {
  const { pathname, href } = new URL(url)
  const body = text.slice(0, maxComparedLength).replaceAll(href, '')
  return Bun.hash(pathname === '/' ? body : body.replaceAll(pathname, '')).toString(36)
}

/** True if a response is the one that the site gives to any path. */
export function isFallback(response: FetchedResponse, { status, fingerprint: print }: NotFoundFacts) {
  return status === 200 && response.status === 200 && fingerprint(response) === print
}
