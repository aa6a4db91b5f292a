import { type Member, useRemoval, useRoleChange } from '../../data/members.ts'
import { roleHints, roleWithArticle } from '../../data/roles.ts'
import { type Role, useOrganization } from '../../data/session.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { toast } from '../../kit/toast.tsx'
import { KeysOfMember } from './keys-of-member.tsx'
import * as strings from './strings.ts'

type DialogProps = { member: Member; onClose: () => void }

/** Confirms the removal of a member. */
export function Remove({ member: { userId, name }, onClose }: DialogProps) {
  const organization = useOrganization()
  const remove = useRemoval()
  const removed = () => {
    onClose()
    toast(strings.confirms.removed(name, organization.name))
  }
  return (
    <Confirm
      title={strings.confirms.removeTitle(name)}
      verb={strings.confirms.remove}
      busy={strings.confirms.removing}
      change={remove}
      onConfirm={() => remove.mutate(userId, { onSuccess: removed })}
      onClose={onClose}
    >
      <p>{strings.confirms.removeEffect}</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}

/** Confirms that the user leaves. */
export function Leave({ member: { userId }, onClose }: DialogProps) {
  const organization = useOrganization()
  const leave = useRemoval()
  return (
    <Confirm
      title={strings.confirms.leaveTitle(organization.name)}
      verb={strings.confirms.leave}
      busy={strings.confirms.leaving}
      change={leave}
      onConfirm={() => leave.mutate(userId)}
      onClose={onClose}
    >
      <p>{strings.confirms.leaveEffect}</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}

/** Confirms a lower role of a member. */
export function Demote({ member: { userId, name }, role, onClose }: DialogProps & { role: Role }) {
  const change = useRoleChange()
  const changed = () => {
    onClose()
    toast(strings.confirms.isNow(name, roleWithArticle[role]))
  }
  return (
    <Confirm
      title={strings.confirms.changeTitle(name, roleWithArticle[role])}
      verb={strings.confirms.change(roleWithArticle[role])}
      busy={strings.confirms.changing}
      change={change}
      onConfirm={() => change.mutate({ userId, role }, { onSuccess: changed })}
      onClose={onClose}
    >
      <p>{strings.confirms.changeEffect(roleHints[role])}</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}

/** Confirms a lower role of the user, who is an owner. */
export function StepDown({ member: { userId }, role, onClose }: DialogProps & { role: Role }) {
  const change = useRoleChange()
  return (
    <Confirm
      title={strings.confirms.become(roleWithArticle[role])}
      verb={strings.confirms.become(roleWithArticle[role])}
      busy={strings.confirms.changing}
      change={change}
      onConfirm={() => change.mutate({ userId, role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{strings.confirms.becomeEffect(roleHints[role])}</p>
      <KeysOfMember userId={userId} />
    </Confirm>
  )
}
