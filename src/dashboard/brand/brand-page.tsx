import { PageHead } from '../parts/page.tsx'

export function BrandPage() {
  return <PageHead title="Brand" />
}
