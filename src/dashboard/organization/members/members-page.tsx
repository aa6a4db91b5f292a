import { useMembers } from '../../data/members.ts'
import { useAsked } from '../../data/query-state.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'
import * as strings from './strings.ts'

/** The members of the organization, and open invitations. */
export function MembersPage() {
  const mayInvite = useMay('admin')
  const [isInviting, setInviting] = useAsked('invite')
  const members = useMembers()
  return (
    <>
      <PageHead
        title={strings.membersPage.members}
        sub={mayInvite ? strings.membersPage.subtitle : strings.membersPage.subtitleOfMembers}
      >
        {mayInvite && (
          <Button look="primary" onClick={() => setInviting(true)}>
            {strings.membersPage.invite}
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
