import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { roleHints, roleWithArticle } from '../session/roles.ts'
import { type Role, useOrganization } from '../session/session.tsx'
import { type Member, useRemoval, useRoleChange } from './queries.ts'

type Asked = { member: Member; onClose: () => void }

/** Before somebody is let go. */
export function Remove({ member: { userId, name }, onClose }: Asked) {
  const organization = useOrganization()
  const remove = useRemoval()
  const removed = () => {
    onClose()
    toast(`${name} belongs to ${organization.name} no longer.`)
  }
  return (
    <Confirm
      title={`Remove ${name}`}
      verb="Remove"
      busy={remove.isPending && 'Removing'}
      onConfirm={() => remove.mutate(userId, { onSuccess: removed })}
      onClose={onClose}
    >
      <p>They can see nothing of {organization.name} any more, at once. What they wrote stays.</p>
      {remove.error && <Failure error={remove.error} />}
    </Confirm>
  )
}

/** Before one leaves. */
export function Leave({ member: { userId }, onClose }: Asked) {
  const organization = useOrganization()
  const leave = useRemoval()
  return (
    <Confirm
      title={`Leave ${organization.name}`}
      verb="Leave"
      busy={leave.isPending && 'Leaving'}
      onConfirm={() => leave.mutate(userId)}
      onClose={onClose}
    >
      <p>
        You can see nothing of it any more. What you wrote stays; an owner or an admin can invite you again.
      </p>
      {leave.error && <Failure error={leave.error} />}
    </Confirm>
  )
}

/** Before an owner becomes less than that. */
export function StepDown({ member: { userId }, role, onClose }: Asked & { role: Role }) {
  const change = useRoleChange()
  return (
    <Confirm
      title={`Become ${roleWithArticle[role]}`}
      verb={`Become ${roleWithArticle[role]}`}
      busy={change.isPending && 'Changing'}
      onConfirm={() => change.mutate({ userId, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{roleHints[role]} Only another owner can make you one again.</p>
      {change.error && <Failure error={change.error} />}
    </Confirm>
  )
}
