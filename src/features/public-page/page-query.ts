import { type Filter, type Kind, kinds } from '../../page/view.ts'

/** The number of posts on a page and in a feed. */
export const postsPerPage = 20
/** The highest page number: reading a page costs as much as reading all pages before it. */
export const maxPages = 50
/** The number of titles in the widget. */
export const newsCount = 5

/** The number of posts in a sitemap. */
export const maxAddresses = 5_000
/** A search compares the titles of this many posts. */
export const maxSearched = 5_000
/** The number of years that a list offers. */
const maxYears = 20
const maxQuery = 100

/** The filter in `?q=` and `?year=`; null for a year that is not one. */
export function readFilter(query: URLSearchParams): Filter | null {
  const search = (query.get('q') ?? '').trim().slice(0, maxQuery).toWellFormed()
  const year = query.get('year')
  if (year === null) return { search, year: null }
  return /^20\d\d$/.test(year) ? { search, year: Number(year) } : null
}

/** The years up to a moment, newest first. */
export const yearsBefore = (moment: Date) =>
  Array.from({ length: maxYears }, (_, ago) => moment.getUTCFullYear() - ago)

/** The kind in `?tag=`; all if it is missing, null if it is unknown. */
export function readTag(query: URLSearchParams): Kind | 'all' | null {
  const tag = query.get('tag')
  return tag === null ? 'all' : (kinds.find((kind) => kind === tag) ?? null)
}

/** The number in `?page=`; null if there is no such page. */
export function readPageNumber(query: URLSearchParams): number | null {
  const text = query.get('page') ?? '1'
  const page = /^[1-9]\d?$/.test(text) ? Number(text) : 0
  return page >= 1 && page <= maxPages ? page : null
}

/** The page in `?page=`, of `total` posts; null if there is none. */
export function readPage(query: URLSearchParams, total: number): { page: number; isLast: boolean } | null {
  const page = readPageNumber(query)
  const last = Math.min(maxPages, Math.max(1, Math.ceil(total / postsPerPage)))
  return page !== null && page <= last ? { page, isLast: page === last } : null
}
