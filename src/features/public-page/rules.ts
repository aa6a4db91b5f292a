import { type Kind, kinds } from '../../page/view.ts'

/** How many posts a page lists, and a feed holds. */
export const postsPerPage = 20
/** How far back the pages go: reading one costs as much as what stands before it. */
export const maxPages = 50
/** How many titles the widget shows. */
export const newsCount = 5

/** The kind that `?tag=` asks for; all without it, null for one that there is not. */
export function readTag(query: URLSearchParams): Kind | 'all' | null {
  const tag = query.get('tag')
  return tag === null ? 'all' : (kinds.find((kind) => kind === tag) ?? null)
}

/** The page that `?page=` asks for, of `total` posts; null where there is none. */
export function readPage(query: URLSearchParams, total: number): { page: number; isLast: boolean } | null {
  const text = query.get('page') ?? '1'
  const page = /^[1-9]\d?$/.test(text) ? Number(text) : 0
  const last = Math.min(maxPages, Math.max(1, Math.ceil(total / postsPerPage)))
  return page >= 1 && page <= last ? { page, isLast: page === last } : null
}
