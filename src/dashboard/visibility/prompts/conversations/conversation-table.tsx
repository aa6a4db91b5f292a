import { useState } from 'react'
import { type Conversation, useDeleteConversation, useSaveConversation } from '../../../data/conversations.ts'
import { Button } from '../../../kit/button.tsx'
import { DataTable } from '../../../kit/data-table.tsx'
import { Switch } from '../../../kit/field.tsx'
import { Confirm } from '../../../kit/form-dialog.tsx'
import { toast } from '../../../kit/toast.tsx'
import { PlayNow } from './play-now.tsx'

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
        caption="Conversations"
        rows={conversations}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Name',
            narrow: 'first',
            cell: (conversation) => (
              <button type="button" className="what" data-row="" onClick={() => onEdit(conversation)}>
                {conversation.name}
              </button>
            ),
          },
          {
            head: 'First turn',
            narrow: 'full',
            muted: true,
            cell: ({ steps }) => steps[0],
          },
          { head: 'Turns', number: true, label: 'Turns', cell: ({ steps }) => steps.length },
          {
            head: 'In scans',
            narrow: 'second',
            cell: (conversation) => <InScans conversation={conversation} />,
          },
          {
            head: 'Actions',
            hideHead: true,
            narrow: 'full',
            number: true,
            cell: (conversation) => (
              <span className="row justify-end max-md:justify-start">
                <PlayNow conversation={conversation} />
                <Button slim look="quiet" onClick={() => setDeleting(conversation)}>
                  Delete<span className="sr"> {conversation.name}</span>
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
        label={`Include ${name} in scans`}
        checked={shown}
        onChange={({ target }) =>
          save.mutate(
            { id, enabled: target.checked },
            { onError: (error) => toast(error.message, { seconds: 8 }) },
          )
        }
      />
      <span className="muted" aria-hidden="true">
        {shown ? 'In scans' : 'Paused'}
      </span>
    </span>
  )
}

function DeleteConversation({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const deletion = useDeleteConversation()
  function confirm() {
    deletion.mutate(conversation.id, {
      onSuccess: () => {
        toast(`${conversation.name} deleted.`)
        onClose()
      },
    })
  }
  return (
    <Confirm
      title={`Delete ${conversation.name}`}
      verb="Delete conversation"
      busy="Deleting"
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Scans will skip it. Past answers still count.</p>
    </Confirm>
  )
}
