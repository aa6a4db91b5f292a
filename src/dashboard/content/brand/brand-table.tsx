import { Link } from 'wouter'
import type { Brand } from '../../data/brands.ts'
import { paths } from '../../data/paths.ts'
import { DataTable } from '../../kit/data-table.tsx'

export function BrandTable({ brands }: { brands: Brand[] }) {
  return (
    <DataTable
      caption="Brands"
      rows={brands}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          narrow: 'first',
          cell: ({ id, name }) => (
            <Link className="what" data-row="" href={paths.brand(id)}>
              {name}
            </Link>
          ),
        },
        {
          head: 'Website',
          narrow: 'full',
          muted: true,
          cell: ({ websiteUrl }) => <span className="break-all">{withoutScheme(websiteUrl)}</span>,
        },
        { head: 'Tone', muted: true, cell: ({ toneProfile }) => toneProfile ?? 'Conversational' },
        { head: 'Language', muted: true, narrow: 'drop', cell: ({ language }) => language ?? 'English' },
        {
          head: 'Default',
          hideHead: true,
          narrow: 'second',
          number: true,
          cell: ({ isDefault }) => isDefault && <span className="tag">Default</span>,
        },
      ]}
    />
  )
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\/(www\.)?/, '')
