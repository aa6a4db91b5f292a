import { type Member, useRemoval, useRoleChange } from '../../data/members.ts'
import { roleHints, roleWithArticle } from '../../data/roles.ts'
import { type Role, useOrganization } from '../../data/session.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { KeysOfMember } from './keys-of-member.tsx'

type Asked = { member: Member; onClose: () => void }

/** Confirms the removal of a member. */
export function Remove({ member: { userId, name }, onClose }: Asked) {
  const organization = useOrganization()
  const remove = useRemoval()
  const removed = () => {
    onClose()
    toast(`${name} was removed from ${organization.name}.`)
  }
  return (
    <Confirm
      title={`Remove ${name}`}
      verb="Remove"
      busy="Removing"
      change={remove}
      onConfirm={() => remove.mutate(userId, { onSuccess: removed })}
      onClose={onClose}
    >
      <p>They lose access immediately. Their open invitations are revoked. Their posts are not deleted.</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}

/** Confirms that the user leaves. */
export function Leave({ member: { userId }, onClose }: Asked) {
  const organization = useOrganization()
  const leave = useRemoval()
  return (
    <Confirm
      title={`Leave ${organization.name}`}
      verb="Leave"
      busy="Leaving"
      change={leave}
      onConfirm={() => leave.mutate(userId)}
      onClose={onClose}
    >
      <p>You lose access immediately. Your open invitations are revoked. Your posts are not deleted.</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}

/** Confirms a lower role of a member. */
export function Demote({ member: { userId, name }, role, onClose }: Asked & { role: Role }) {
  const change = useRoleChange()
  const changed = () => {
    onClose()
    toast(`${name} is now ${roleWithArticle[role]}.`)
  }
  return (
    <Confirm
      title={`Make ${name} ${roleWithArticle[role]}`}
      verb={`Make ${roleWithArticle[role]}`}
      busy="Changing"
      change={change}
      onConfirm={() => change.mutate({ userId, role }, { onSuccess: changed })}
      onClose={onClose}
    >
      <p>{roleHints[role]} Open invitations to higher roles are revoked.</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}

/** Confirms a lower role of the user, who is an owner. */
export function StepDown({ member: { userId }, role, onClose }: Asked & { role: Role }) {
  const change = useRoleChange()
  return (
    <Confirm
      title={`Become ${roleWithArticle[role]}`}
      verb={`Become ${roleWithArticle[role]}`}
      busy="Changing"
      change={change}
      onConfirm={() => change.mutate({ userId, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{roleHints[role]} Only another owner can make you an owner again.</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}
