import { useState } from 'react'
import { type Invitation, useInvitations, useInvite, useWithdrawal } from '../../data/members.ts'
import { roleNames } from '../../data/roles.ts'
import { Button } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { InvitationLink } from './invite-dialog.tsx'
import * as strings from './strings.ts'

/** The open invitations, with a new link for a lost one. */
export function Invitations() {
  const invitations = useInvitations()
  return (
    <Section title={strings.invitations.openInvitations}>
      <Loaded query={invitations} rows={1}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p className="muted pt-4">{strings.invitations.noneOpen}</p>
          ) : (
            <InvitationTable invitations={invitations} />
          )
        }
      </Loaded>
    </Section>
  )
}

function InvitationTable({ invitations }: { invitations: Invitation[] }) {
  const invite = useInvite()
  const withdraw = useWithdrawal()
  const withdrawn = (email: string) => toast(strings.invitations.revoked(email))
  const [renewed, setRenewed] = useState<string | null>(null)
  return (
    <>
      <DataTable
        caption={strings.invitations.openInvitations}
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          {
            head: strings.invitations.emailColumn,
            narrow: 'first',
            cell: ({ email }) => <span className="strong">{email}</span>,
          },
          { head: strings.invitations.roleColumn, narrow: 'second', cell: ({ role }) => roleNames[role] },
          {
            head: strings.invitations.invitedByColumn,
            narrow: 'drop',
            muted: true,
            cell: ({ invitedBy }) => invitedBy ?? strings.invitations.serverOperator,
          },
          {
            head: strings.invitations.expiresColumn,
            narrow: 'full',
            label: strings.invitations.expiresColumn,
            muted: true,
            cell: ({ expiresAt }) => <Time at={expiresAt} />,
          },
          {
            head: strings.invitations.actionColumn,
            hideHead: true,
            number: true,
            narrow: 'full',
            cell: ({ id, email, role }) => (
              <span className="row tight justify-end">
                <Button
                  slim
                  aria-label={strings.invitations.newLinkFor(email)}
                  busy={invite.isPending && invite.variables.email === email && strings.invitations.creating}
                  onClick={() => {
                    setRenewed(email)
                    invite.mutate({ email, role })
                  }}
                >
                  {strings.invitations.newLink}
                </Button>
                <Button
                  slim
                  look="quiet"
                  aria-label={strings.invitations.revokeFor(email)}
                  busy={withdraw.isPending && withdraw.variables === id && strings.invitations.revoking}
                  onClick={() => withdraw.mutate(id, { onSuccess: () => withdrawn(email) })}
                >
                  {strings.invitations.revoke}
                </Button>
              </span>
            ),
          },
        ]}
        below={({ id, email }) =>
          (withdraw.error && withdraw.variables === id && <Failure error={withdraw.error} />) ||
          (invite.error && renewed === email && <Failure error={invite.error} />)
        }
      />
      {invite.data && <InvitationLink made={invite.data} onDone={() => invite.reset()} />}
    </>
  )
}
