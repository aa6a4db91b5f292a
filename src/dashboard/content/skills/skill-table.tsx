import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { SkillSummary } from '../../data/skills.ts'
import { DataTable } from '../../kit/data-table.tsx'
import * as strings from './strings.ts'

export function SkillTable({ skills }: { skills: SkillSummary[] }) {
  return (
    <DataTable
      caption={strings.skillTable.caption}
      rows={skills}
      keyOf={({ id }) => id}
      columns={[
        {
          head: strings.skillTable.nameColumn,
          narrow: 'first',
          cell: ({ name }) => (
            <Link
              className="what pe-4 wrap-anywhere md:whitespace-nowrap"
              data-row=""
              href={paths.skill(name)}
            >
              {name}
            </Link>
          ),
        },
        {
          head: strings.skillTable.descriptionColumn,
          narrow: 'full',
          muted: true,
          cell: ({ description }) => description,
        },
        {
          head: strings.skillTable.originColumn,
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
  if (!isSystem) return strings.skillTable.custom
  return isEdited ? strings.skillTable.edited : strings.skillTable.builtIn
}
