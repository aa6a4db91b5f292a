import { type Entry, useFollowers } from '../../data/feedback.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { Time } from '../../kit/time.tsx'
import { titleOf } from './inbox.tsx'
import * as strings from './strings.ts'

/** All entries similar to an entry, itself included; nothing if there is no other. */
export function Group({ entry }: { entry: Entry }) {
  const followers = useFollowers(entry.id)
  const others = followers.data?.feedback ?? []
  if (others.length === 0) return null
  const total = (followers.data?.pagination.totalItems ?? others.length) + 1
  return (
    <section aria-label={strings.group.similarReports}>
      <h3 className="border-b border-line pb-1.5">{strings.group.similarCount(total)}</h3>
      <DataTable
        caption={strings.group.similarReports}
        rows={[...others, entry]}
        keyOf={({ id }) => id}
        columns={[
          {
            head: strings.group.textColumn,
            hideHead: true,
            narrow: 'full',
            cell: (each) => `“${titleOf(each)}”`,
          },
          {
            head: strings.group.agentColumn,
            hideHead: true,
            muted: true,
            cell: (each) => each.agentClient ?? strings.group.unnamedAgent,
          },
          {
            head: strings.group.timeColumn,
            hideHead: true,
            number: true,
            muted: true,
            cell: (each) => <Time at={each.createdAt} />,
          },
        ]}
      />
    </section>
  )
}
