import { useState } from 'react'
import { Link } from 'wouter'
import type { Competitor } from '../../data/competitors.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useShare } from '../../data/visibility.ts'
import { windowOf } from '../../data/window/window.ts'
import { RateFigure } from '../../kit/charts/span.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { RowMenu } from '../../kit/row-menu.tsx'
import { DeleteCompetitor } from './delete-competitor.tsx'
import * as strings from './strings.ts'

export function CompetitorTable({ competitors }: { competitors: Competitor[] }) {
  const addressOf = useProjectAddress()
  const { data } = useShare(windowOf('30', new Date()))
  const shares = new Map(data?.points.map((point) => [point.competitorId, point]))
  const shareOf = ({ id }: Competitor) => shares.get(id)?.share ?? 0
  const [doomed, setDoomed] = useState<Competitor | null>(null)
  const columns: Column<Competitor>[] = [
    {
      head: strings.competitorTable.competitorColumn,
      narrow: 'first',
      cell: ({ name, kind }) => (
        <>
          <Link className="what" data-row="" href={addressOf(paths.competitor(name))}>
            {name}
          </Link>{' '}
          {kind === 'indirect' && <span className="tag">{strings.competitorTable.indirect}</span>}
        </>
      ),
    },
    {
      head: strings.competitorTable.shareOfVoiceColumn,
      label: strings.competitorTable.shareOfVoiceColumn,
      narrow: 'full',
      cell: ({ id }) => {
        const found = shares.get(id)
        return found && <RateFigure rate={found.share} interval={found.interval} />
      },
    },
    { head: strings.competitorTable.websiteColumn, muted: true, cell: ({ domain }) => domain },
    {
      head: strings.competitorTable.otherNamesColumn,
      muted: true,
      narrow: 'full',
      cell: ({ synonyms }) => synonyms.join(', '),
    },
    {
      head: strings.competitorTable.actionsColumn,
      hideHead: true,
      number: true,
      narrow: 'second',
      cell: (competitor) => (
        <RowMenu
          name={competitor.name}
          href={addressOf(paths.editCompetitor(competitor.id))}
          onDelete={() => setDoomed(competitor)}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        caption={strings.competitorTable.caption}
        columns={columns}
        rows={competitors.toSorted((a, b) => shareOf(b) - shareOf(a))}
        keyOf={({ id }) => id}
      />
      {doomed && <DeleteCompetitor competitor={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}
