import { type Prompt, useDeletePrompt } from '../../data/prompts.ts'
import { Confirm } from '../../kit/dialog.tsx'
import { Failure } from '../../kit/notice.tsx'
import { toast } from '../../kit/toast.tsx'

/** Deletes a prompt; says before what it means. */
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
      busy={deletion.isPending && 'Deleting'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="strong">{prompt.prompt}</p>
      <p>
        {isProposed ? 'Herald will not suggest it again.' : 'Scans will skip it. Past answers still count.'}
      </p>
      {deletion.isError && <Failure error={deletion.error} />}
    </Confirm>
  )
}
