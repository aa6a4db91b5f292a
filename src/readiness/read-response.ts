import { FetchError } from '../net/fetch-error.ts'
import type { FetchOptions } from '../net/fetch-page.ts'
import type { FetchedResponse } from '../net/fetch-response.ts'
import type { UnreadPage } from './facts.ts'

/** Fetches a URL; throws a FetchError if there is no response. */
export type Fetch = (
  url: string,
  options?: Pick<FetchOptions, 'accept' | 'maxBytes' | 'packed' | 'timeoutMilliseconds'>,
) => Promise<FetchedResponse>

/** A response, or why there is none. */
export async function tryFetch(
  fetch: Fetch,
  url: string,
  options?: Parameters<Fetch>[1],
): Promise<FetchedResponse | UnreadPage> {
  return orUnread(url, () => fetch(url, options))
}

/** The result of reading something, or why it was not read. */
export async function orUnread<T>(url: string, read: () => Promise<T>): Promise<T | UnreadPage> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof FetchError) return { url, isRead: false, problem: error.message }
    throw error
  }
}

export const isUnread = (response: object): response is UnreadPage => 'problem' in response

/** A response that may be meant for Herald alone says nothing about what others get. */
export function refusalOf({ status }: FetchedResponse, url: string): UnreadPage | null {
  const isRefusal = status === 401 || status === 403 || status === 429
  return isRefusal ? { url, isRead: false, problem: `The server answered Herald with ${status}.` } : null
}
