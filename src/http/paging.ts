import { t } from 'elysia'
import { integer, oneOf, wholeNumber } from './fields.ts'

/**
 * Query fields of a paged list. Values outside the range are an error that names the parameter, not clamped (spec:
 * Errors, 400).
 */
export function pageQuery(defaultLimit: number) {
  return {
    page: wholeNumber({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 1,
      description: 'Number of the page.',
      error: 'page must be an integer of at least 1',
    }),
    limit: wholeNumber({
      minimum: 1,
      maximum: 100,
      default: defaultLimit,
      description: 'Entries per page.',
      error: 'limit must be an integer from 1 to 100',
    }),
  }
}

/** The order of a paged list. */
export const sortField = oneOf(['asc', 'desc'], {
  default: 'desc',
  description: 'Order by creation time.',
  error: 'sort must be asc or desc',
})

export const Pagination = t.Object({
  limit: integer,
  currentPage: integer,
  nextPage: t.Nullable(integer),
  previousPage: t.Nullable(integer),
  totalPages: integer,
  totalItems: integer,
})

/** Number of entries before a page, within SQLite's integer range. */
export const offsetOf = (page: number, limit: number) => Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)

/** The rows of a page in a list that is counted up to a maximum; none beyond it. */
export function rangeOf(page: number, limit: number, total: number): { offset: number; limit: number } {
  const offset = Math.min(offsetOf(page, limit), total)
  return { offset, limit: Math.min(limit, total - offset) }
}

/** The pagination object of a page (spec: Pagination object). */
export function toPagination(page: number, limit: number, totalItems: number): typeof Pagination.static {
  const totalPages = Math.max(1, Math.ceil(totalItems / limit))
  return {
    limit,
    currentPage: page,
    nextPage: page < totalPages ? page + 1 : null,
    previousPage: page > 1 ? page - 1 : null,
    totalPages,
    totalItems,
  }
}
