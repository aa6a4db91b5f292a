import { roleNames } from '../../data/roles.ts'
import { useOrganization, useSession } from '../../data/session.tsx'
import { dashboardPath } from '../../kit/base-path.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import * as strings from './strings.ts'

/** The user's organizations. */
export function Organizations() {
  const { data } = useSession()
  const shown = useOrganization()
  return (
    <DataTable
      caption={strings.organizations.caption}
      rows={data?.organizations ?? []}
      keyOf={({ id }) => id}
      columns={[
        {
          head: strings.organizations.nameColumn,
          narrow: 'first',
          cell: ({ name }) => <span className="strong">{name}</span>,
        },
        {
          head: strings.organizations.roleColumn,
          narrow: 'full',
          muted: true,
          cell: ({ role }) => roleNames[role],
        },
        {
          head: strings.organizations.openColumn,
          hideHead: true,
          number: true,
          narrow: 'second',
          cell: ({ id, slug, name }) =>
            id === shown.id ? (
              <span className="muted">{strings.organizations.current}</span>
            ) : (
              <ButtonLink
                slim
                href={`~${dashboardPath}/${slug}`}
                aria-label={strings.organizations.openNamed(name)}
              >
                {strings.organizations.openColumn}
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
      {isOwner ? strings.organizations.operatorCreates : strings.organizations.ownersCreate}
    </p>
  )
}
