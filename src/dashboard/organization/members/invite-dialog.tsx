import { useInvite } from '../../data/members.ts'
import { roleChoices, roleHints } from '../../data/roles.ts'
import { type Role, useMay } from '../../data/session.tsx'
import { placeError, SelectField, TextField } from '../../kit/field.tsx'
import { useForm } from '../../kit/form.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { Time } from '../../kit/time.tsx'

/** Creates an invitation link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const isOwner = useMay('owner')
  const { values, bind } = useForm({ email: '', role: 'member' })
  const role = values.role as Role
  const invite = useInvite()
  if (invite.data) return <InvitationLink made={invite.data} onDone={onClose} />
  const { at, rest } = placeError(invite.error, ['email'])
  return (
    <FormDialog
      title="Invite member"
      onClose={onClose}
      onSubmit={() => invite.mutate({ email: values.email, role })}
      note="Creates a link that is valid for seven days."
      change={invite}
      error={rest}
      verb="Invite"
      busy="Inviting"
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        hint="Their sign-in address. You send the link yourself."
        error={at('email')}
        {...bind('email')}
      />
      <SelectField
        label="Role"
        hint={roleHints[role]}
        choices={roleChoices.filter(({ value }) => isOwner || value !== 'owner')}
        {...bind('role')}
      />
    </FormDialog>
  )
}

type Made = { url: string; invitation: { email: string; expiresAt: string } }

/** The link of an invitation, which is shown once. */
export function InvitationLink({ made: { url, invitation }, onDone }: { made: Made; onDone: () => void }) {
  return (
    <ShownOnce
      title={`Invitation for ${invitation.email}`}
      what="the link"
      text={url}
      note={
        <>
          Send them this link. It works once, until <Time at={invitation.expiresAt} />, and will not be shown
          again.
        </>
      }
      onDone={onDone}
    />
  )
}
