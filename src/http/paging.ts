import { t } from 'elysia'
import { wholeNumber } from './fields.ts'

/** Query fields of a paged list; nothing is clamped, and the message names the parameter (spec: Errors, 400). */
export function pageQuery(defaultLimit: number) {
  return {
    page: wholeNumber(1, 1_000_000_000, 1, 'page must be an integer of at least 1'),
    limit: wholeNumber(1, 100, defaultLimit, 'limit must be an integer from 1 to 100'),
  }
}

export const Pagination = t.Object({
  limit: t.Integer(),
  currentPage: t.Integer(),
  nextPage: t.Nullable(t.Integer()),
  previousPage: t.Nullable(t.Integer()),
  totalPages: t.Integer(),
  totalItems: t.Integer(),
})

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
