import { PageHead } from '../parts/page.tsx'

export function PostPage() {
  return <PageHead title="Post" />
}
