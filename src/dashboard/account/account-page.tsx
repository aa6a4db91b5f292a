import { PageHead } from '../parts/page.tsx'

export function AccountPage() {
  return <PageHead title="Account" />
}
