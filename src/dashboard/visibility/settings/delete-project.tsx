import { paths } from '../../data/paths.ts'
import { useOpenProject } from '../../data/project-address.ts'
import { useProject } from '../../data/project-context.ts'
import { useDeleteProject } from '../../data/visibility-settings.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Confirms the deletion of the current project. */
export function DeleteProject({ onClose }: { onClose: () => void }) {
  const { name } = useProject()
  const deletion = useDeleteProject()
  const open = useOpenProject()
  function confirm() {
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast(strings.deleteProject.deleted(name))
        open('', paths.visibility())
      },
    })
  }
  return (
    <Confirm
      title={strings.deleteProject.title(name)}
      verb={strings.deleteProject.deleteProject}
      busy={strings.deleteProject.deleting}
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.deleteProject.effect}</p>
      <p className="muted">{strings.deleteProject.kept}</p>
    </Confirm>
  )
}
