import { useState } from 'react'
import { type Prompt, useChangePrompts } from '../../data/prompts.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Confirm, FormDialog } from '../../kit/form-dialog.tsx'
import type { Selection } from '../../kit/selection.ts'
import { SelectionEnd } from '../../kit/selection-end.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
import { readTags } from './tags.ts'

/** The actions for selected prompts. */
export function BulkBar({ selection }: { selection: Selection<Prompt> }) {
  const { selected, clear } = selection
  const [doing, setDoing] = useState<'tag' | 'delete' | null>(null)
  const close = () => setDoing(null)
  return (
    <section
      className="row sticky top-0 z-1 bg-surface pt-4 pb-2 max-md:top-13"
      aria-label={strings.bulkBar.selectedPrompts}
    >
      <span className="strong" role="status">
        {strings.bulkBar.selected(selected.length)}
      </span>
      <Button onClick={() => setDoing('tag')}>{strings.bulkBar.tag}</Button>
      <Button look="danger" onClick={() => setDoing('delete')}>
        {strings.bulkBar.delete}
      </Button>
      <SelectionEnd selection={selection} />
      {doing === 'tag' && <TagDialog prompts={selected} onClose={close} onDone={clear} />}
      {doing === 'delete' && <DeleteDialog prompts={selected} onClose={close} onDone={clear} />}
    </section>
  )
}

type DialogProps = { prompts: Prompt[]; onClose: () => void; onDone: () => void }

function TagDialog({ prompts, onClose, onDone }: DialogProps) {
  const [text, setText] = useState('')
  const change = useChangePrompts()
  const tags = readTags(text)
  function submit() {
    change.mutate(
      { prompts, tags },
      {
        onSuccess: () => {
          toast(strings.bulkBar.tagged(prompts.length))
          onClose()
          onDone()
        },
      },
    )
  }
  return (
    <FormDialog
      title={strings.bulkBar.tagTitle(prompts.length)}
      onClose={onClose}
      onSubmit={submit}
      note={strings.bulkBar.note}
      change={change}
      verb={strings.bulkBar.tag}
      busy={strings.bulkBar.tagging}
      disabled={tags.length === 0}
    >
      <TextField
        label={strings.bulkBar.tags}
        hint={strings.bulkBar.tagsHint}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  )
}

function DeleteDialog({ prompts, onClose, onDone }: DialogProps) {
  const change = useChangePrompts()
  function confirm() {
    change.mutate(
      { prompts, tags: null },
      {
        onSuccess: () => {
          toast(strings.bulkBar.deleted(prompts.length))
          onClose()
          onDone()
        },
      },
    )
  }
  return (
    <Confirm
      title={strings.bulkBar.deleteTitle(prompts.length)}
      verb={strings.bulkBar.delete}
      busy={strings.bulkBar.deleting}
      change={change}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.bulkBar.deleteEffect}</p>
    </Confirm>
  )
}
