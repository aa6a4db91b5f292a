import { usePage } from './query-state.ts'

/** Rows per page. With more, a page is long to scroll and slow to draw. */
const perPage = 50

/** A page of a list that was loaded as a whole; a page after the last one is the last one. */
export function pageOf<Row>(rows: Row[], wanted: number) {
  const totalPages = Math.max(1, Math.ceil(rows.length / perPage))
  const currentPage = Math.min(wanted, totalPages)
  return {
    shown: rows.slice((currentPage - 1) * perPage, currentPage * perPage),
    pagination: {
      ...{ currentPage, totalPages, totalItems: rows.length },
      nextPage: currentPage < totalPages ? currentPage + 1 : null,
      previousPage: currentPage > 1 ? currentPage - 1 : null,
    },
  }
}

/** The page in the URL of a list that was loaded as a whole. */
export function usePaged<Row>(rows: Row[]) {
  const [page, onPage] = usePage()
  return { ...pageOf(rows, page), onPage }
}
