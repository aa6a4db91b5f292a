import { PageHead } from '../parts/page.tsx'

export function RepositoryPage() {
  return <PageHead title="Repository" />
}
