import { Link } from 'wouter'
import type { Brand } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { DataTable } from '../../kit/data-table.tsx'
import * as strings from './strings.ts'

export function BrandTable({ brands }: { brands: Brand[] }) {
  return (
    <DataTable
      caption={strings.brandTable.caption}
      rows={brands}
      keyOf={({ id }) => id}
      columns={[
        {
          head: strings.brandTable.nameColumn,
          narrow: 'first',
          cell: ({ id, name }) => (
            <Link className="what" data-row="" href={paths.brand(id)}>
              {name}
            </Link>
          ),
        },
        {
          head: strings.brandTable.websiteColumn,
          narrow: 'full',
          muted: true,
          cell: ({ websiteUrl }) => <span className="break-all">{withoutScheme(websiteUrl)}</span>,
        },
        {
          head: strings.brandTable.toneColumn,
          muted: true,
          cell: ({ toneProfile }) => toneProfile ?? strings.brandTable.conversational,
        },
        {
          head: strings.brandTable.languageColumn,
          muted: true,
          narrow: 'drop',
          cell: ({ language }) => language ?? strings.brandTable.english,
        },
        {
          head: strings.brandTable.defaultColumn,
          hideHead: true,
          narrow: 'second',
          number: true,
          cell: ({ isDefault }) => isDefault && <span className="tag">{strings.brandTable.default}</span>,
        },
      ]}
    />
  )
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '')
