import { paths } from '../../data/paths.ts'
import { useOpenProject } from '../../data/project-address.ts'
import { useProject } from '../../data/project-context.ts'
import { useDeleteProject } from '../../data/visibility-settings.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'

/** Confirms the deletion of the current project. */
export function DeleteProject({ onClose }: { onClose: () => void }) {
  const { name } = useProject()
  const deletion = useDeleteProject()
  const open = useOpenProject()
  function confirm() {
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast(`${name} deleted.`)
        open('', paths.visibility())
      },
    })
  }
  return (
    <Confirm
      title={`Delete ${name}`}
      verb="Delete project"
      busy="Deleting"
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        This deletes its settings, prompts, conversations, competitors, and all scans with their answers. A
        running scan stops. This cannot be undone.
      </p>
      <p className="muted">The brand and feedback about the project are kept.</p>
    </Confirm>
  )
}
