import { useState } from 'react'
import { type Conversation, useDeleteConversation, useSaveConversation } from '../../../data/conversations.ts'
import { Button } from '../../../kit/button.tsx'
import { DataTable } from '../../../kit/data-table.tsx'
import { Switch } from '../../../kit/field.tsx'
import { Confirm } from '../../../kit/form-dialog.tsx'
import { toast } from '../../../kit/toast.tsx'
import { PlayNow } from './play-now.tsx'
import * as strings from './strings.ts'

export function ConversationTable({
  conversations,
  onEdit,
}: {
  conversations: Conversation[]
  onEdit: (conversation: Conversation) => void
}) {
  const [deleting, setDeleting] = useState<Conversation | null>(null)
  return (
    <>
      <DataTable
        caption={strings.conversationTable.caption}
        rows={conversations}
        keyOf={({ id }) => id}
        columns={[
          {
            head: strings.conversationTable.nameColumn,
            narrow: 'first',
            cell: (conversation) => (
              <button type="button" className="what" data-row="" onClick={() => onEdit(conversation)}>
                {conversation.name}
              </button>
            ),
          },
          {
            head: strings.conversationTable.firstTurnColumn,
            narrow: 'full',
            muted: true,
            cell: ({ steps }) => steps[0],
          },
          {
            head: strings.conversationTable.turnsColumn,
            number: true,
            label: strings.conversationTable.turnsColumn,
            cell: ({ steps }) => steps.length,
          },
          {
            head: strings.conversationTable.inScansColumn,
            narrow: 'second',
            cell: (conversation) => <InScans conversation={conversation} />,
          },
          {
            head: strings.conversationTable.actionsColumn,
            hideHead: true,
            narrow: 'full',
            number: true,
            cell: (conversation) => (
              <span className="row justify-end max-md:justify-start">
                <PlayNow conversation={conversation} />
                <Button slim look="quiet" onClick={() => setDeleting(conversation)}>
                  {strings.conversationTable.deleteNamed(<span className="sr"> {conversation.name}</span>)}
                </Button>
              </span>
            ),
          },
        ]}
      />
      {deleting && <DeleteConversation conversation={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function InScans({ conversation: { id, name, enabled } }: { conversation: Conversation }) {
  const save = useSaveConversation()
  const shown = save.isPending ? (save.variables.enabled ?? enabled) : enabled
  return (
    <span className="row">
      <Switch
        hideLabel
        label={strings.conversationTable.includeInScans(name)}
        checked={shown}
        onChange={({ target }) =>
          save.mutate(
            { id, enabled: target.checked },
            { onError: (error) => toast(error.message, { seconds: 8 }) },
          )
        }
      />
      <span className="muted" aria-hidden="true">
        {shown ? strings.conversationTable.inScansColumn : strings.conversationTable.paused}
      </span>
    </span>
  )
}

function DeleteConversation({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const deletion = useDeleteConversation()
  function confirm() {
    deletion.mutate(conversation.id, {
      onSuccess: () => {
        toast(strings.conversationTable.deleted(conversation.name))
        onClose()
      },
    })
  }
  return (
    <Confirm
      title={strings.conversationTable.deleteTitle(conversation.name)}
      verb={strings.conversationTable.deleteConversation}
      busy={strings.conversationTable.deleting}
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.conversationTable.deleteEffect}</p>
    </Confirm>
  )
}
