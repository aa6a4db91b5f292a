import { ButtonLink } from './button.tsx'
import { Empty } from './empty.tsx'
import { PageHead } from './page.tsx'

/** The page for an unknown URL. */
export function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <Empty title="Page not found" actions={<ButtonLink href="/">Home</ButtonLink>}>
        It may have been removed or belong to another organization.
      </Empty>
    </>
  )
}
