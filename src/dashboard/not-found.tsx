import { ButtonLink } from './parts/button.tsx'
import { Empty } from './parts/empty.tsx'
import { PageHead } from './parts/page.tsx'
import { paths } from './paths.ts'

/** An address where nothing is. */
export function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <Empty title="Page not found" actions={<ButtonLink href={paths.home()}>Home</ButtonLink>}>
        It may have been removed or belong to another organization.
      </Empty>
    </>
  )
}
