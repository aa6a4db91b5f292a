import { PageHead } from '../parts/page.tsx'

export function PostsPage() {
  return <PageHead title="Posts" />
}
