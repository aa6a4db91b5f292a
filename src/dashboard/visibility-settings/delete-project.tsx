import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { paths } from '../paths.ts'
import { useOpenProject } from '../projects/address.ts'
import { useProject } from '../projects/project.tsx'
import { useDeleteProject } from './queries.ts'

/** Deletes the project that is shown; says before what goes with it. */
export function DeleteProject({ onClose }: { onClose: () => void }) {
  const { name } = useProject()
  const deletion = useDeleteProject()
  const open = useOpenProject()
  function confirm() {
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast(`${name} is deleted.`)
        open('', paths.visibility())
      },
    })
  }
  return (
    <Confirm
      title={`Delete ${name}`}
      verb="Delete the project"
      busy={deletion.isPending && 'Deleting'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Its settings, prompts, conversations and competitors go with it, and every scan with its answers. A
        scan that is running ends. This cannot be undone.
      </p>
      <p className="muted">The brand, and feedback about the project, stay.</p>
      {deletion.isError && <Failure error={deletion.error} />}
    </Confirm>
  )
}
