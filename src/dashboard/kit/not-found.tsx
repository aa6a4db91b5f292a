import { ButtonLink } from './button.tsx'
import { Empty } from './empty.tsx'
import { PageHead } from './page.tsx'
import * as strings from './strings.ts'

/** The page for an unknown URL. */
export function NotFound() {
  return (
    <>
      <PageHead title={strings.notFound.title} />
      <Empty
        title={strings.notFound.pageNotFound}
        actions={<ButtonLink href="/">{strings.notFound.home}</ButtonLink>}
      >
        {strings.notFound.emptyText}
      </Empty>
    </>
  )
}
