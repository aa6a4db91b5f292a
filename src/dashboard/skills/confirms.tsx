import { useLocation } from 'wouter'
import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { paths } from '../paths.ts'
import { type Skill, useDeleteSkill, usePutBack } from './queries.ts'

export function PutBack({
  skill: { name },
  onDone,
  onClose,
}: {
  skill: Skill
  /** Takes the skill as it was built in. */
  onDone: (original: Skill) => void
  onClose: () => void
}) {
  const putBack = usePutBack()
  function confirm() {
    putBack.mutate(name, {
      onSuccess: ({ skill }) => {
        onDone(skill)
        toast(`${name} has its built-in text again.`)
        onClose()
      },
    })
  }
  return (
    <Confirm
      title="Put back the built-in text"
      verb="Put it back"
      busy={putBack.isPending && 'Putting it back'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>What you changed of {name} is lost. Later versions of Herald bring their own text again.</p>
      {putBack.isError && <Failure error={putBack.error} />}
    </Confirm>
  )
}

export function DeleteSkill({ skill: { name }, onClose }: { skill: Skill; onClose: () => void }) {
  const [, navigate] = useLocation()
  const deletion = useDeleteSkill()
  function confirm() {
    deletion.mutate(name, {
      onSuccess: () => {
        toast(`${name} is deleted.`)
        navigate(paths.skills())
      },
    })
  }
  return (
    <Confirm
      title={`Delete ${name}`}
      verb="Delete the skill"
      busy={deletion.isPending && 'Deleting'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>Agents can no longer read it.</p>
      {deletion.isError && <Failure error={deletion.error} />}
    </Confirm>
  )
}
