import { PageHead } from '../parts/page.tsx'

/** Conversations that act, in lists: pinned ones, then by day. */
export function ChatsPage() {
  return (
    <PageHead
      title="Chats"
      sub="Ask about your repositories, have drafts written, and approve what changes."
    />
  )
}
