import { PageHead } from '../parts/page.tsx'

export function ActivityPage() {
  return <PageHead title="Activity" />
}
