import { PageHead } from '../parts/page.tsx'

export function UsagePage() {
  return <PageHead title="Usage" />
}
