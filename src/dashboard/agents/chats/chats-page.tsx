import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useChats, useFoundChats } from '../../data/chats.ts'
import { paths } from '../../data/paths.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { FilterText } from '../../kit/field.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { useSettled } from '../../kit/use-settled.ts'
import { useDraft } from '../conversation/draft.ts'
import { TalkTabs } from '../conversation/talk-tabs.tsx'
import { WaitingApprovals } from '../sessions/waiting-approvals.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { ChatList } from './chat-list.tsx'
import { NoChats } from './questions.tsx'
import { Refusal } from './refusal.tsx'
import { useSend } from './sending.ts'
import * as strings from './strings.ts'

/** The list of chats by day, with a composer for a new one. */
export function ChatsPage() {
  const [search, setSearch] = useQueryState('search')
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
      <PageHead title={strings.chatsPage.chats} sub={strings.chatsPage.subtitle} manual="chats" />
      <TalkTabs current={paths.chats()} />
      <WaitingApprovals />
      <ChatComposer
        label={strings.chatsPage.askHerald}
        field={field}
        draft={draft}
        change={change}
        isBusy={isSending}
        onSend={begin}
      />
      {refused && <Refusal error={refused.error} retry={begin} />}
      <div className="row pt-6">
        <FilterText label={strings.chatsPage.search} value={search} onChange={setSearch} />
      </div>
      {search.trim() === '' ? <EveryChat ask={take} /> : <FoundChats search={search.trim()} />}
    </>
  )
}

/** All chats in pages, or examples of what to ask before the first one. */
function EveryChat({ ask }: { ask: (question: string) => void }) {
  const chats = useChats()
  return (
    <>
      <Loaded query={chats}>
        {(loaded) => (loaded.length === 0 ? <NoChats ask={ask} /> : <ChatList chats={loaded} />)}
      </Loaded>
      {chats.hasNextPage && (
        <div className="py-3">
          <Button
            slim
            busy={chats.isFetchingNextPage && strings.chatsPage.loading}
            onClick={() => void chats.fetchNextPage()}
          >
            {strings.chatsPage.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

function FoundChats({ search }: { search: string }) {
  const found = useFoundChats(useSettled(search).value)
  return (
    <Loaded query={found}>
      {(chats) =>
        chats.length === 0 ? (
          <p className="muted pt-3">{strings.chatsPage.noneFound}</p>
        ) : (
          <ChatList chats={chats} />
        )
      }
    </Loaded>
  )
}
