import { PageHead } from '../parts/page.tsx'

export function RepositoriesPage() {
  return <PageHead title="Repositories" />
}
