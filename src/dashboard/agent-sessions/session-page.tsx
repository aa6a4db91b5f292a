import { PageHead } from '../parts/page.tsx'
import { paths } from '../paths.ts'

/** A session of an agent. */
export function SessionPage() {
  return <PageHead title="Session" crumb={{ href: paths.chats(), label: 'Chats' }} />
}
