import { useAddPrompt } from '../../data/prompts.ts'
import { placeError, TextArea, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { readTags } from './tags.ts'

/** Adds a prompt. */
export function AddPrompt({ onClose }: { onClose: () => void }) {
  const { values, bind } = useForm({ prompt: '', tags: '' })
  const add = useAddPrompt()
  const { at, rest } = placeError(add.error, ['prompt', 'tags'])
  function submit() {
    const body = { prompt: values.prompt, tags: readTags(values.tags) }
    add.mutate(body, {
      onSuccess: () => {
        toast('Prompt added. The next scan includes it.')
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title="Add prompt"
      onClose={onClose}
      onSubmit={submit}
      note="Included from the next scan on."
      change={add}
      error={rest}
      verb="Add prompt"
      busy="Adding"
    >
      <TextArea
        label="Prompt"
        required
        minLength={8}
        maxLength={300}
        rows={3}
        placeholder="best changelog tool for a small open source project"
        hint="Phrase it like a customer. Leave your brand name out."
        error={at('prompt')}
        {...bind('prompt')}
      />
      <TextField label="Tags" hint="Separate tags with commas." error={at('tags')} {...bind('tags')} />
    </FormDialog>
  )
}
