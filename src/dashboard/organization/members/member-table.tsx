import { useState } from 'react'
import { type Member, useRoleChange } from '../../data/members.ts'
import { roleChoices, roleNames, roleWithArticle } from '../../data/roles.ts'
import { type Role, useMay, usePerson } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { FilterSelect } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { Demote, Leave, Remove, StepDown } from './confirms.tsx'
import * as strings from './strings.ts'

const rank: Role[] = ['owner', 'admin', 'member']

type RoleChange = { member: Member; role: Role | null }

/** The members with their roles; owners change roles and remove members, and every member can leave. */
export function MemberTable({ members }: { members: Member[] }) {
  const person = usePerson()
  const isOwner = useMay('owner')
  const [asked, setAsked] = useState<RoleChange | null>(null)
  const change = useRoleChange()
  const isSelf = ({ userId }: Member) => userId === person.id

  function changeRole(member: Member, role: Role) {
    const isLower = rank.indexOf(role) > rank.indexOf(member.role)
    if (isSelf(member) || isLower) return setAsked({ member, role })
    change.mutate(
      { userId: member.userId, role },
      { onSuccess: () => toast(strings.memberTable.isNow(member.name, roleWithArticle[role])) },
    )
  }

  return (
    <>
      <DataTable
        caption={strings.memberTable.caption}
        rows={members}
        keyOf={({ userId }) => userId}
        columns={[
          {
            head: strings.memberTable.nameColumn,
            narrow: 'first',
            cell: (member) => <Name member={member} isSelf={isSelf(member)} />,
          },
          {
            head: strings.memberTable.roleColumn,
            narrow: 'full',
            cell: (member) =>
              isOwner ? (
                <FilterSelect
                  label={strings.memberTable.roleOf(member.name)}
                  value={member.role}
                  choices={roleChoices}
                  onChange={(role) => changeRole(member, role as Role)}
                />
              ) : (
                roleNames[member.role]
              ),
          },
          {
            head: strings.memberTable.joinedColumn,
            narrow: 'drop',
            muted: true,
            cell: ({ createdAt }) => <Time at={createdAt} />,
          },
          {
            head: strings.memberTable.actionColumn,
            hideHead: true,
            number: true,
            narrow: 'second',
            cell: (member) =>
              (isOwner || isSelf(member)) && (
                <Button
                  slim
                  look="quiet"
                  aria-label={isSelf(member) ? undefined : strings.memberTable.removeNamed(member.name)}
                  onClick={() => setAsked({ member, role: null })}
                >
                  {isSelf(member) ? strings.memberTable.leave : strings.memberTable.remove}
                </Button>
              ),
          },
        ]}
        below={(member) =>
          change.error && change.variables.userId === member.userId && <Failure error={change.error} />
        }
      />
      {asked && <Ask {...asked} isSelf={isSelf(asked.member)} onClose={() => setAsked(null)} />}
    </>
  )
}

function Name({ member: { name, email }, isSelf }: { member: Member; isSelf: boolean }) {
  return (
    <span className="grid min-w-0 max-md:wrap-anywhere">
      <span>
        <span className="strong">{name}</span>
        {isSelf && <span className="muted">{strings.memberTable.you}</span>}
      </span>
      <span className="muted small cut">{email}</span>
    </span>
  )
}

function Ask({ member, role, isSelf, onClose }: RoleChange & { isSelf: boolean; onClose: () => void }) {
  if (!isSelf && role !== null) return <Demote member={member} role={role} onClose={onClose} />
  if (!isSelf) return <Remove member={member} onClose={onClose} />
  if (role === null) return <Leave member={member} onClose={onClose} />
  return <StepDown member={member} role={role} onClose={onClose} />
}
