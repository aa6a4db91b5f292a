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

/** The open invitations, with a new link for a lost one. */
export function Invitations() {
  const invitations = useInvitations()
  return (
    <Section title="Open invitations">
      <Loaded query={invitations} rows={1}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p className="muted pt-4">No open invitations. You share invitation links yourself.</p>
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
  const withdrawn = (email: string) => toast(`Invitation for ${email} revoked.`)
  const [renewed, setRenewed] = useState<string | null>(null)
  return (
    <>
      <DataTable
        caption="Open invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Email', narrow: 'first', cell: ({ email }) => <span className="strong">{email}</span> },
          { head: 'Role', narrow: 'second', cell: ({ role }) => roleNames[role] },
          {
            head: 'Invited by',
            narrow: 'drop',
            muted: true,
            cell: ({ invitedBy }) => invitedBy ?? 'Server operator',
          },
          {
            head: 'Expires',
            narrow: 'full',
            label: 'Expires',
            muted: true,
            cell: ({ expiresAt }) => <Time at={expiresAt} />,
          },
          {
            head: 'Action',
            hideHead: true,
            number: true,
            narrow: 'full',
            cell: ({ id, email, role }) => (
              <span className="row tight justify-end">
                <Button
                  slim
                  aria-label={`New link for ${email}`}
                  busy={invite.isPending && invite.variables.email === email && 'Creating'}
                  onClick={() => {
                    setRenewed(email)
                    invite.mutate({ email, role })
                  }}
                >
                  New link
                </Button>
                <Button
                  slim
                  look="quiet"
                  aria-label={`Revoke invitation for ${email}`}
                  busy={withdraw.isPending && withdraw.variables === id && 'Revoking'}
                  onClick={() => withdraw.mutate(id, { onSuccess: () => withdrawn(email) })}
                >
                  Revoke
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
