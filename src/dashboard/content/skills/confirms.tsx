import { useLocation } from 'wouter'
import { paths } from '../../data/paths.ts'
import { type Skill, useDeleteSkill, usePutBack } from '../../data/skills.ts'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'

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
  const putBack = usePutBack()
  function confirm() {
    putBack.mutate(name, {
      onSuccess: ({ skill }) => {
        onDone(skill)
        toast(`${name} restored.`)
        onClose()
      },
    })
  }
  return (
    <Confirm
      title="Restore built-in text"
      verb="Restore"
      busy="Restoring"
      change={putBack}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>You lose your changes to {name}. Herald updates can then change its text.</p>
    </Confirm>
  )
}

export function DeleteSkill({ skill: { name }, onClose }: { skill: Skill; onClose: () => void }) {
  const [, navigate] = useLocation()
  const deletion = useDeleteSkill()
  function confirm() {
    deletion.mutate(name, {
      onSuccess: () => {
        toast(`${name} deleted.`)
        navigate(paths.skills())
      },
    })
  }
  return (
    <Confirm
      title={`Delete ${name}`}
      verb="Delete skill"
      busy="Deleting"
      change={deletion}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Agents can no longer use it.</p>
    </Confirm>
  )
}
