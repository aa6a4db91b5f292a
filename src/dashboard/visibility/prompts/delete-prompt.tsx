import { type Prompt, useDeletePrompt } from '../../data/prompts.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Confirms the deletion of a prompt. */
export function DeletePrompt({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const deletion = useDeletePrompt()
  const isProposed = prompt.source === 'auto'
  function confirm() {
    deletion.mutate(prompt.id, {
      onSuccess: () => {
        toast(strings.deletePrompt.promptDeleted)
        onClose()
      },
    })
  }
  return (
    <Confirm
      title={strings.deletePrompt.deletePrompt}
      verb={strings.deletePrompt.deletePrompt}
      busy={strings.deletePrompt.deleting}
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="strong">{prompt.prompt}</p>
      <p>{isProposed ? strings.deletePrompt.automaticEffect : strings.deletePrompt.effect}</p>
    </Confirm>
  )
}
