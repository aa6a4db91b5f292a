import { type Kind, kinds } from '../../page/view.ts'

/** The number of posts on a page and in a feed. */
export const postsPerPage = 20
/** The highest page number: reading a page costs as much as reading all pages before it. */
export const maxPages = 50
/** The number of titles in the widget. */
export const newsCount = 5

/** The kind in `?tag=`; all if it is missing, null if it is unknown. */
export function readTag(query: URLSearchParams): Kind | 'all' | null {
  const tag = query.get('tag')
  return tag === null ? 'all' : (kinds.find((kind) => kind === tag) ?? null)
}

/** The page in `?page=`, of `total` posts; null if there is none. */
export function readPage(query: URLSearchParams, total: number): { page: number; isLast: boolean } | null {
  const text = query.get('page') ?? '1'
  const page = /^[1-9]\d?$/.test(text) ? Number(text) : 0
  const last = Math.min(maxPages, Math.max(1, Math.ceil(total / postsPerPage)))
  return page >= 1 && page <= last ? { page, isLast: page === last } : null
}
