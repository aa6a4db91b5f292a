import { useAddPrompt } from '../../data/prompts.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { placeError, TextArea, TextField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'
import { useForm } from '../../kit/use-form.ts'
import { readTags } from './tags.ts'

/** Where a prompt is written. */
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
    <Dialog
      title="Add prompt"
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <span className="grow muted">Included from the next scan on.</span>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={add.isPending && 'Adding'}>
            Add prompt
          </Button>
        </>
      }
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
      {rest && <Failure error={rest} />}
    </Dialog>
  )
}
