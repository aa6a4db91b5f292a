import { PageHead } from '../parts/page.tsx'

export function HomePage() {
  return <PageHead title="Home" />
}
