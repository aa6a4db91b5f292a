import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page.tsx'
import { useAsked } from '../query-state.ts'
import { useMay } from '../session/session.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import { useMembers } from './queries.ts'

/** Who belongs to the organization, and who is asked to. */
export function MembersPage() {
  const mayInvite = useMay('admin')
  const [isInviting, setInviting] = useAsked('invite')
  const members = useMembers()
  return (
    <>
      <PageHead
        title="Members"
        sub={
          mayInvite
            ? 'Members of this organization and their roles.'
            : 'Members of this organization. Owners and admins can invite people.'
        }
      >
        {mayInvite && (
          <Button look="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )}
      </PageHead>
      <Loaded query={members} rows={3}>
        {(data) => <MemberTable members={data.members} />}
      </Loaded>
      {mayInvite && <Invitations />}
      {mayInvite && isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}
