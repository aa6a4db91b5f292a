import { Pin } from 'lucide-react'
import { Link } from 'wouter'
import { undo, useHidden } from '../parts/deletion.ts'
import { Icon } from '../parts/icon.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { paths } from '../paths.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { ChatMenu } from './chat-menu.tsx'
import { groupByDay } from './days.ts'
import { useDeleteChat } from './deletion.ts'
import type { Chat } from './queries.ts'

/** Chats by day, the pinned ones before. */
export function ChatList({ chats }: { chats: Chat[] }) {
  const hidden = useHidden()
  const remove = useDeleteChat()
  useShortcuts({ 'mod+z': undo })
  const shown = chats.filter(({ chatId }) => !hidden.has(chatId))
  return groupByDay(shown, new Date()).map(({ label, chats: members }) => (
    <Section key={label} title={label}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
      <ul className="rows chats" role="list">
        {members.map((chat) => (
          <li key={chat.chatId}>
            {chat.pinnedAt && <Icon of={Pin} />}
            <Link className="t cut" href={paths.chat(chat.chatId)} data-row="">
              {chat.title}
            </Link>
            <Source chat={chat} />
            <span className="tm end muted small">
              <Time at={chat.updatedAt} />
            </span>
            <ChatMenu chat={chat} onDelete={() => remove(chat)} />
          </li>
        ))}
      </ul>
    </Section>
  ))
}

const sources = { slack: 'Slack', discord: 'Discord', agent: 'Agent', dashboard: null }

/** Where a chat is held; those of the dashboard need no word. */
export function Source({ chat: { externalChannelId } }: { chat: Chat }) {
  const name = externalChannelId ? sources[externalChannelId.source] : 'API'
  return name && <span className="tag">{name}</span>
}
