import { PageHead } from '../parts/page.tsx'

export function MembersPage() {
  return <PageHead title="Members" />
}
