import { ButtonLink } from '../parts/button.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { roleNames } from '../session/roles.ts'
import { useOrganization, useSession } from '../session/session.tsx'

/** Where the person belongs. */
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
              <span className="muted">Shown now</span>
            ) : (
              <ButtonLink slim href={`~/app/${slug}`} aria-label={`Open ${name}`}>
                Open
              </ButtonLink>
            ),
        },
      ]}
    />
  )
}
