import { useInvite } from '../../data/members.ts'
import { roleChoices, roleHints } from '../../data/roles.ts'
import { type Role, useMay, useSession } from '../../data/session.tsx'
import { placeError, SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

/** Creates an invitation link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const isOwner = useMay('owner')
  const { values, bind } = useForm({ email: '', role: 'member' })
  const role = values.role as Role
  const sendsMail = useSession().data?.sendsMail
  const invite = useInvite()
  if (invite.data) return <InvitationLink made={invite.data} onDone={onClose} />
  const { at, rest } = placeError(invite.error, ['email'])
  return (
    <FormDialog
      title={strings.inviteDialog.inviteMember}
      onClose={onClose}
      onSubmit={() => invite.mutate({ email: values.email, role })}
      note={strings.inviteDialog.note}
      change={invite}
      error={rest}
      verb={strings.inviteDialog.invite}
      busy={strings.inviteDialog.inviting}
    >
      <TextField
        label={strings.inviteDialog.email}
        type="email"
        autoComplete="off"
        required
        hint={sendsMail ? strings.inviteDialog.mailHint : strings.inviteDialog.emailHint}
        error={at('email')}
        {...bind('email')}
      />
      <SelectField
        label={strings.inviteDialog.role}
        hint={roleHints[role]}
        choices={roleChoices.filter(({ value }) => isOwner || value !== 'owner')}
        {...bind('role')}
      />
    </FormDialog>
  )
}

type CreatedInvitation = {
  url: string
  invitation: { email: string; expiresAt: string }
  isMailed: boolean
}

/** The link of an invitation, which is shown once. */
export function InvitationLink({
  made: { url, invitation, isMailed },
  onDone,
}: {
  made: CreatedInvitation
  onDone: () => void
}) {
  return (
    <ShownOnce
      title={strings.inviteDialog.linkTitle(invitation.email)}
      what={strings.inviteDialog.linkNoun}
      text={url}
      note={strings.inviteDialog.linkNote(<Time at={invitation.expiresAt} />)}
      onDone={onDone}
    >
      {isMailed && <p className="hint">{strings.inviteDialog.isMailed(invitation.email)}</p>}
    </ShownOnce>
  )
}
