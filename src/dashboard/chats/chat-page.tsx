import { PageHead } from '../parts/page.tsx'
import { paths } from '../paths.ts'

/** One chat: what was said, what was done for it, and what waits for a person. */
export function ChatPage() {
  return <PageHead title="Chat" crumb={{ href: paths.chats(), label: 'Chats' }} />
}
