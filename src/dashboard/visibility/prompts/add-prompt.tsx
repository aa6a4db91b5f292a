import { useAddPrompt } from '../../data/prompts.ts'
import { placeError, TextArea, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'
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
        toast(strings.addPrompt.added)
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={strings.addPrompt.addPrompt}
      onClose={onClose}
      onSubmit={submit}
      note={strings.addPrompt.note}
      change={add}
      error={rest}
      verb={strings.addPrompt.addPrompt}
      busy={strings.addPrompt.adding}
    >
      <TextArea
        label={strings.addPrompt.prompt}
        required
        minLength={8}
        maxLength={300}
        rows={3}
        placeholder={strings.addPrompt.promptPlaceholder}
        hint={strings.addPrompt.promptHint}
        error={at('prompt')}
        {...bind('prompt')}
      />
      <TextField
        label={strings.addPrompt.tags}
        hint={strings.addPrompt.tagsHint}
        error={at('tags')}
        {...bind('tags')}
      />
    </FormDialog>
  )
}
