import { roleNames } from '../../data/roles.ts'
import { useOrganization, useSession } from '../../data/session.tsx'
import { dashboardPath } from '../../kit/base-path.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'

/** The user's organizations. */
export function Organizations() {
  const { data } = useSession()
  const shown = useOrganization()
  return (
    <DataTable
      caption="Organizations"
      rows={data?.organizations ?? []}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', narrow: 'first', cell: ({ name }) => <span className="strong">{name}</span> },
        { head: 'Role', narrow: 'full', muted: true, cell: ({ role }) => roleNames[role] },
        {
          head: 'Open',
          hideHead: true,
          number: true,
          narrow: 'second',
          cell: ({ id, slug, name }) =>
            id === shown.id ? (
              <span className="muted">Current</span>
            ) : (
              <ButtonLink slim href={`~${dashboardPath}/${slug}`} aria-label={`Open ${name}`}>
                Open
              </ButtonLink>
            ),
        },
      ]}
    />
  )
}

/** Why the menu of organizations has no "New organization". */
export function CreationNote() {
  const { data } = useSession()
  if (!data || data.mayCreateOrganization) return null
  const isOwner = data.organizations.some(({ role }) => role === 'owner')
  return (
    <p className="muted mt-2">
      {isOwner
        ? 'Only the server operator can create organizations.'
        : 'Only owners can create organizations.'}
    </p>
  )
}
