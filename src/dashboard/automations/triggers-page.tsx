import { PageHead } from '../parts/page.tsx'

export function TriggersPage() {
  return <PageHead title="Triggers" />
}
