import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useChats } from '../../data/chats.ts'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { useDraft } from '../conversation/draft.ts'
import { TalkTabs } from '../conversation/talk-tabs.tsx'
import { WaitingApprovals } from '../sessions/waiting-approvals.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatList } from './chat-list.tsx'
import { NoChats } from './questions.tsx'
import { Refusal } from './refusal.tsx'
import { useSend } from './sending.ts'

/** The list of chats by day, with a composer for a new one. */
export function ChatsPage() {
  const chats = useChats()
  const [, navigate] = useLocation()
  const { draft, change } = useDraft(null)
  const { refused, isSending, say } = useSend(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useShortcuts({
    n: () => field.current?.focus(),
  })
  async function begin() {
    const chatId = await say(draft)
    if (!chatId) return
    change({ text: '' })
    navigate(paths.chat(chatId))
  }
  function take(question: string) {
    change({ text: question })
    field.current?.focus()
  }
  return (
    <>
      <PageHead
        title="Chats"
        sub="Ask about your repositories, create drafts and approve changes."
        manual="chats"
      />
      <TalkTabs current={paths.chats()} />
      <WaitingApprovals />
      <ChatComposer
        label="Ask Herald"
        field={field}
        draft={draft}
        change={change}
        isBusy={isSending}
        onSend={begin}
      />
      {refused && <Refusal error={refused.error} retry={begin} />}
      <Loaded query={chats}>
        {(loaded) => (loaded.length === 0 ? <NoChats ask={take} /> : <ChatList chats={loaded} />)}
      </Loaded>
      {chats.hasNextPage && (
        <div className="py-3">
          <Button
            slim
            busy={chats.isFetchingNextPage && 'Loading'}
            onClick={() => void chats.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  )
}
