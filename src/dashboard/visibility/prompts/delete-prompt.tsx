import { type Prompt, useDeletePrompt } from '../../data/prompts.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'

/** Confirms the deletion of a prompt. */
export function DeletePrompt({ prompt, onClose }: { prompt: Prompt; onClose: () => void }) {
  const deletion = useDeletePrompt()
  const isProposed = prompt.source === 'auto'
  function confirm() {
    deletion.mutate(prompt.id, {
      onSuccess: () => {
        toast('Prompt deleted.')
        onClose()
      },
    })
  }
  return (
    <Confirm
      title="Delete prompt"
      verb="Delete prompt"
      busy="Deleting"
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="strong">{prompt.prompt}</p>
      <p>
        {isProposed ? 'Herald will not suggest it again.' : 'Scans will skip it. Past answers still count.'}
      </p>
    </Confirm>
  )
}
