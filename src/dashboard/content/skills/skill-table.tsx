import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { SkillSummary } from '../../data/skills.ts'
import { DataTable } from '../../kit/data-table.tsx'

export function SkillTable({ skills }: { skills: SkillSummary[] }) {
  return (
    <DataTable
      caption="Skills"
      rows={skills}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          narrow: 'first',
          cell: ({ name }) => (
            <Link className="what pe-4 whitespace-nowrap" data-row="" href={paths.skill(name)}>
              {name}
            </Link>
          ),
        },
        { head: 'Description', narrow: 'full', muted: true, cell: ({ description }) => description },
        {
          head: 'Origin',
          narrow: 'second',
          number: true,
          cell: (skill) => <span className="tag">{originOf(skill)}</span>,
        },
      ]}
    />
  )
}

/** The author of the text. */
export function originOf({ isSystem, isEdited }: Pick<SkillSummary, 'isSystem' | 'isEdited'>): string {
  if (!isSystem) return 'Custom'
  return isEdited ? 'Edited' : 'Built in'
}
