import type { FormEvent } from 'react'
import { Button } from './button.tsx'
import * as strings from './strings.ts'

export type Pagination = {
  currentPage: number
  nextPage: number | null
  previousPage: number | null
  totalPages: number
  totalItems: number
}

/** Fewer pages are reached with the two buttons. */
const maxWithoutJump = 3

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
        {totalPages > maxWithoutJump && <PageNumber totalPages={totalPages} onPage={onPage} />}
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

/** A field for the number of a page, which Enter opens. */
function PageNumber({ totalPages, onPage }: { totalPages: number; onPage: (page: number) => void }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const page = Number(new FormData(event.currentTarget).get('page'))
    event.currentTarget.reset()
    if (page >= 1) onPage(page)
  }
  return (
    <form onSubmit={submit}>
      <input
        className="input light page-number"
        type="number"
        name="page"
        required
        min={1}
        max={totalPages}
        inputMode="numeric"
        aria-label={strings.pager.goToPage}
        placeholder={strings.pager.page}
      />
    </form>
  )
}
