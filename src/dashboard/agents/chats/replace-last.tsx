import { useState } from 'react'
import type { Message } from '../../data/chats.ts'
import { Button } from '../../kit/button.tsx'
import type { Draft } from '../conversation/draft.ts'
import { contextOf, textOf } from './message.tsx'
import * as strings from './strings.ts'

/** Replaces the last message of a user: `begin` edits it in the field, `again` is the same message as a draft. */
export function useReplaceLast(messages: Message[], draft: Draft, change: (patch: Partial<Draft>) => void) {
  const [isEditing, setEditing] = useState(false)
  const last = messages.findLast(({ role }) => role === 'user')
  function begin() {
    if (last) change({ text: textOf(last) })
    setEditing(true)
  }
  function end() {
    change({ text: '' })
    setEditing(false)
  }
  const again = last && {
    ...draft,
    text: textOf(last),
    aboutIds: contextOf(last).map(({ integrationId }) => integrationId),
  }
  return { last, again, begin, end, isEditing, replaces: isEditing ? last?.id : undefined }
}

export function ReplaceLast({ onAgain, onEdit }: { onAgain: () => void; onEdit: () => void }) {
  return (
    <div className="row -ms-[11px]">
      <Button slim look="quiet" onClick={onAgain}>
        {strings.replaceLast.askAgain}
      </Button>
      <Button slim look="quiet" onClick={onEdit}>
        {strings.replaceLast.edit}
      </Button>
    </div>
  )
}

export function Editing({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="row muted small" role="status">
      <span className="grow">{strings.replaceLast.editing}</span>
      <Button slim look="quiet" onClick={onCancel}>
        {strings.replaceLast.cancel}
      </Button>
    </div>
  )
}
