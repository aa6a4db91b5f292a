import { useLocation, useParams } from 'wouter'
import { fetchMarkdown, type ShownChat, useChat } from '../../data/chats.ts'
import { paths } from '../../data/paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Copy } from '../../kit/copy.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { Conversation } from './conversation.tsx'
import { useDeleteChat } from './deletion.ts'
import * as strings from './strings.ts'

const crumb = { href: paths.chats(), label: strings.chatPage.chats }

/** One chat: messages, tool calls and pending approvals. */
export function ChatPage() {
  const { id = '' } = useParams<{ id: string }>()
  const chat = useChat(id)
  return (
    <>
      {chat.data ? <Head shown={chat.data} /> : <PageHead title={strings.chatPage.chat} crumb={crumb} />}
      <Loaded query={chat}>{(shown) => <Conversation key={id} shown={shown} />}</Loaded>
    </>
  )
}

function Head({ shown: { chat } }: { shown: ShownChat }) {
  const [, navigate] = useLocation()
  const remove = useDeleteChat()
  return (
    <PageHead title={chat.title} crumb={crumb}>
      <Copy
        text={() => fetchMarkdown(chat.chatId)}
        label={strings.chatPage.copyAsMarkdown}
        what={strings.chatPage.chatNoun}
        slim={false}
        iconIfNarrow
      />
      <ButtonLink href={paths.chats()}>{strings.chatPage.newChat}</ButtonLink>
      <ChatMenu
        chat={chat}
        onDelete={() => {
          navigate(paths.chats())
          remove(chat)
        }}
      />
    </PageHead>
  )
}
