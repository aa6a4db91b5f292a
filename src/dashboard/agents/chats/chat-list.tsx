import { Pin } from 'lucide-react'
import { Link } from 'wouter'
import type { Chat } from '../../data/chats.ts'
import { paths } from '../../data/paths.ts'
import { undo, useHidden } from '../../kit/deletion.ts'
import { Icon } from '../../kit/icon.tsx'
import { Section } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Time } from '../../kit/time.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { groupByDay } from './days.ts'
import { useDeleteChat } from './deletion.ts'
import * as strings from './strings.ts'

/** Chats by day, pinned ones first. */
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

const sources = {
  slack: strings.chatList.slack,
  discord: strings.chatList.discord,
  agent: strings.chatList.agent,
  dashboard: null,
}

/** The channel of a chat; the dashboard's own has no label. */
export function Source({ chat: { externalChannelId } }: { chat: Chat }) {
  const name = externalChannelId ? sources[externalChannelId.source] : 'API'
  return name && <span className="tag">{name}</span>
}
