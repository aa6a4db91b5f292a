import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { type Conversation, useSaveConversation } from '../../../data/conversations.ts'
import { Button } from '../../../kit/button.tsx'
import { placeError, TextArea, TextField } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { Icon } from '../../../kit/icon.tsx'
import * as strings from './strings.ts'

/** The maximum number of turns (contract geo 4). */
const most = 5

type Turn = { key: number; text: string }

/** Adds or edits a conversation, turn by turn. */
export function ConversationDialog({
  conversation,
  onClose,
}: {
  /** Null for a new one. */
  conversation: Conversation | null
  onClose: () => void
}) {
  const [name, setName] = useState(conversation?.name ?? '')
  const [turns, setTurns] = useState<Turn[]>(
    (conversation?.steps ?? ['', '']).map((text, key) => ({ key, text })),
  )
  const save = useSaveConversation()
  const { at, rest } = placeError(save.error, ['name'])
  const title = conversation
    ? strings.conversationDialog.editConversation
    : strings.conversationDialog.newConversation
  function submit() {
    const steps = turns.map(({ text }) => text)
    save.mutate({ id: conversation?.id, name, steps }, { onSuccess: onClose })
  }
  const add = () => setTurns([...turns, { key: Math.max(...turns.map(({ key }) => key)) + 1, text: '' }])
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      note={strings.conversationDialog.note}
      change={save}
      error={rest}
      verb={strings.conversationDialog.save}
      busy={strings.conversationDialog.saving}
    >
      <TextField
        label={strings.conversationDialog.name}
        required
        maxLength={128}
        error={at('name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {turns.map(({ key, text }, place) => (
        <div key={key} className="flex items-start gap-2">
          <span className="grow">
            <TextArea
              label={strings.conversationDialog.turn(place + 1)}
              required
              minLength={8}
              maxLength={300}
              rows={2}
              value={text}
              onChange={({ target }) =>
                setTurns(turns.map((turn) => (turn.key === key ? { key, text: target.value } : turn)))
              }
            />
          </span>
          {turns.length > 1 && (
            <Button
              look="quiet"
              iconOnly
              aria-label={strings.conversationDialog.removeTurn(place + 1)}
              onClick={() => setTurns(turns.filter((turn) => turn.key !== key))}
            >
              <Icon of={X} />
            </Button>
          )}
        </div>
      ))}
      {turns.length < most && (
        <span>
          <Button slim onClick={add}>
            <Icon of={Plus} />
            {strings.conversationDialog.addTurn}
          </Button>
        </span>
      )}
    </FormDialog>
  )
}
