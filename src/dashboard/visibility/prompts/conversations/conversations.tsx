import { useState } from 'react'
import { type Conversation, useConversations } from '../../../data/conversations.ts'
import { Button } from '../../../kit/button.tsx'
import { CsvButton } from '../../../kit/csv.tsx'
import { Empty } from '../../../kit/empty.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { ConversationDialog } from './conversation-dialog.tsx'
import { ConversationTable } from './conversation-table.tsx'
import * as strings from './strings.ts'

/** The maximum number per project (contract geo 4). */
const most = 10

/** Conversations: each turn is sent with all earlier ones. */
export function Conversations() {
  const conversations = useConversations()
  const [edited, edit] = useState<Conversation | 'new' | null>(null)
  return (
    <Loaded query={conversations}>
      {(all) => (
        <>
          {all.length === 0 ? (
            <NoConversations onNew={() => edit('new')} />
          ) : (
            <>
              <div className="row pt-4 pb-2">
                <Button disabled={all.length >= most} onClick={() => edit('new')}>
                  {strings.conversations.newConversation}
                </Button>
                <span className="muted small end">{strings.conversations.ofAtMost(all.length, most)}</span>
                <CsvButton
                  what={strings.conversations.conversations}
                  head={strings.conversations.csvColumns}
                  rows={() =>
                    all.flatMap(({ name, steps, enabled }) =>
                      steps.map((text, turn) => [name, turn + 1, text, enabled ? 'yes' : 'no']),
                    )
                  }
                />
              </div>
              <ConversationTable conversations={all} onEdit={edit} />
            </>
          )}
          {edited && (
            <ConversationDialog conversation={edited === 'new' ? null : edited} onClose={() => edit(null)} />
          )}
        </>
      )}
    </Loaded>
  )
}

function NoConversations({ onNew }: { onNew: () => void }) {
  return (
    <Empty
      title={strings.conversations.noConversationsYet}
      pending={3}
      actions={
        <Button look="primary" onClick={onNew}>
          {strings.conversations.newConversation}
        </Button>
      }
    >
      {strings.conversations.emptyText}
    </Empty>
  )
}
