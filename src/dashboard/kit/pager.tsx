import { Button } from './button.tsx'
import * as strings from './strings.ts'

export type Pagination = {
  currentPage: number
  nextPage: number | null
  previousPage: number | null
  totalPages: number
  totalItems: number
}

/** The position in a long list, with links to the previous and next page. */
export function Pager({
  pagination,
  noun,
  onPage,
}: {
  pagination: Pagination
  /** The counted noun, in the plural. */
  noun: string
  onPage: (page: number) => void
}) {
  const { currentPage, totalPages, totalItems, nextPage, previousPage } = pagination
  if (totalPages <= 1) return null
  return (
    <nav className="row pt-4" aria-label={strings.pager.pagination}>
      <span className="muted small">{strings.pager.position(currentPage, totalPages, totalItems, noun)}</span>
      <span className="row tight end">
        <Button slim disabled={previousPage === null} onClick={() => previousPage && onPage(previousPage)}>
          {strings.pager.previous}
        </Button>
        <Button slim disabled={nextPage === null} onClick={() => nextPage && onPage(nextPage)}>
          {strings.pager.next}
        </Button>
      </span>
    </nav>
  )
}
