import { PageHead } from '../parts/page.tsx'

export function KeysPage() {
  return <PageHead title="Keys" />
}
