import { useState } from 'react'
import { type Prompt, useChangePrompts } from '../../data/prompts.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Confirm, FormDialog } from '../../kit/form-dialog.tsx'
import type { Selection } from '../../kit/selection.ts'
import { SelectionEnd } from '../../kit/selection-end.tsx'
import { toast } from '../../kit/toast.tsx'
import { readTags } from './tags.ts'

/** The actions for selected prompts. */
export function BulkBar({ selection }: { selection: Selection<Prompt> }) {
  const { selected, clear } = selection
  const [doing, setDoing] = useState<'tag' | 'delete' | null>(null)
  const close = () => setDoing(null)
  return (
    <section
      className="row sticky top-0 z-1 bg-surface pt-4 pb-2 max-md:top-13"
      aria-label="Selected prompts"
    >
      <span className="strong" role="status">
        {selected.length} selected
      </span>
      <Button onClick={() => setDoing('tag')}>Tag</Button>
      <Button look="danger" onClick={() => setDoing('delete')}>
        Delete
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
          toast(`${countPrompts(prompts.length)} tagged.`)
          onClose()
          onDone()
        },
      },
    )
  }
  return (
    <FormDialog
      title={`Tag ${countPrompts(prompts.length)}`}
      onClose={onClose}
      onSubmit={submit}
      note="Existing tags are kept."
      change={change}
      verb="Tag"
      busy="Tagging"
      disabled={tags.length === 0}
    >
      <TextField
        label="Tags"
        hint="Separate tags with commas."
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
          toast(`${countPrompts(prompts.length)} deleted.`)
          onClose()
          onDone()
        },
      },
    )
  }
  return (
    <Confirm
      title={`Delete ${countPrompts(prompts.length)}`}
      verb="Delete"
      busy="Deleting"
      change={change}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Scans will skip them. Past answers still count.</p>
    </Confirm>
  )
}

const countPrompts = (count: number) => `${count} ${count === 1 ? 'prompt' : 'prompts'}`
