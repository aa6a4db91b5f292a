import { PageHead } from '../parts/page.tsx'

export function BrandsPage() {
  return <PageHead title="Brand" />
}
