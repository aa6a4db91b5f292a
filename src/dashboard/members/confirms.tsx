import { Confirm } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { toast } from '../parts/toast.tsx'
import { roleHints, roleWithArticle } from '../session/roles.ts'
import { type Role, useOrganization } from '../session/session.tsx'
import { KeysOfMember } from './keys-of-member.tsx'
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
      <p>They lose access now, and their open invitations are withdrawn. Their posts stay.</p>
      <KeysOfMember userId={userId} />
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
        You lose access now, and your open invitations are withdrawn. Your posts stay. An owner or admin can
        invite you again.
      </p>
      <KeysOfMember userId={userId} />
      {leave.error && <Failure error={leave.error} />}
    </Confirm>
  )
}

/** Before a member is given fewer rights. */
export function Demote({ member: { userId, name }, role, onClose }: Asked & { role: Role }) {
  const change = useRoleChange()
  const changed = () => {
    onClose()
    toast(`${name} is ${roleWithArticle[role]} now.`)
  }
  return (
    <Confirm
      title={`Make ${name} ${roleWithArticle[role]}`}
      verb={`Make ${roleWithArticle[role]}`}
      busy={change.isPending && 'Changing'}
      onConfirm={() => change.mutate({ userId, role }, { onSuccess: changed })}
      onClose={onClose}
    >
      <p>{roleHints[role]} Open invitations beyond these rights are withdrawn.</p>
      <KeysOfMember userId={userId} />
      {change.error && <Failure error={change.error} />}
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
      <KeysOfMember userId={userId} />
      {change.error && <Failure error={change.error} />}
    </Confirm>
  )
}
