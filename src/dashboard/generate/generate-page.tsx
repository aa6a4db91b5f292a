import { PageHead } from '../parts/page.tsx'

export function GeneratePage() {
  return <PageHead title="Generate a post" />
}
