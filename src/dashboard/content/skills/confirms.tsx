import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Skill, useDeleteSkill, useRestoreSkill } from '../../data/skills.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

export function PutBack({
  skill: { name },
  onDone,
  onClose,
}: {
  skill: Skill
  /** Restores the built-in text of a skill. */
  onDone: (original: Skill) => void
  onClose: () => void
}) {
  const restore = useRestoreSkill()
  function confirm() {
    restore.mutate(name, {
      onSuccess: ({ skill }) => {
        onDone(skill)
        toast(strings.confirms.restored(name))
        onClose()
      },
    })
  }
  return (
    <Confirm
      title={strings.confirms.restoreBuiltInText}
      verb={strings.confirms.restore}
      busy={strings.confirms.restoring}
      change={restore}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.confirms.restoreBuiltInTextEffect(name)}</p>
    </Confirm>
  )
}

export function DeleteSkill({ skill: { name }, onClose }: { skill: Skill; onClose: () => void }) {
  const [, navigate] = useLocation()
  const deletion = useDeleteSkill()
  function confirm() {
    deletion.mutate(name, {
      onSuccess: () => {
        toast(strings.confirms.deleted(name))
        navigate(paths.skills())
      },
    })
  }
  return (
    <Confirm
      title={strings.confirms.delete(name)}
      verb={strings.confirms.deleteSkill}
      busy={strings.confirms.deleting}
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{strings.confirms.deleteEffect}</p>
    </Confirm>
  )
}
