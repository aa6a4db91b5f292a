import { Link } from 'wouter'
import type { Gaps, SearchGap } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Empty } from '../../kit/empty.tsx'
import { FilterText } from '../../kit/field.tsx'
import { inDigits } from '../../kit/number.ts'
import { GapAction } from './gap-action.tsx'
import { RecommendationCell } from './recommendation-cell.tsx'
import * as strings from './strings.ts'

/** Search queries without a tracked prompt. */
export function SearchGaps({ gaps }: { gaps: Gaps }) {
  const [text, setText] = useQueryState('text')
  const all = gaps.searchGaps
  if (all.length === 0) return <NoSearchGaps />
  const wanted = text.trim().toLowerCase()
  const shown = all
    .filter(({ prompt, title }) => [prompt, title ?? ''].some((each) => each.toLowerCase().includes(wanted)))
    .toSorted((a, b) => (b.impressions ?? 0) - (a.impressions ?? 0))
  return (
    <>
      <div className="row pt-4 pb-2">
        <FilterText label={strings.searchGaps.filterByText} value={text} onChange={setText} />
        <span className="muted small end">{strings.searchGaps.untracked(shown.length)}</span>
        <CsvButton
          what={strings.searchGaps.searchGaps}
          head={['prompt', 'title', 'impressions']}
          rows={() => shown.map(({ prompt, title, impressions }) => [prompt, title, impressions])}
        />
      </div>
      {shown.length > 0 ? (
        <SearchGapTable gaps={shown} />
      ) : (
        <Empty
          title={strings.searchGaps.noMatches}
          actions={<Button onClick={() => setText('')}>{strings.searchGaps.clearFilter}</Button>}
        />
      )}
    </>
  )
}

function SearchGapTable({ gaps }: { gaps: SearchGap[] }) {
  const addressOf = useProjectAddress()
  const columns: Column<SearchGap>[] = [
    {
      head: strings.searchGaps.queryColumn,
      narrow: 'first',
      cell: ({ prompt, title }) => (
        <>
          <Link className="what" href={addressOf(paths.suggestions())}>
            {title ?? prompt}
          </Link>
          {title && (
            <>
              <br />
              <span className="muted small">{prompt}</span>
            </>
          )}
        </>
      ),
    },
    {
      head: strings.searchGaps.impressionsColumn,
      number: true,
      narrow: 'second',
      cell: ({ impressions }) => inDigits(impressions),
    },
    {
      head: strings.searchGaps.recommendationColumn,
      narrow: 'full',
      cell: ({ recommendation }) => <RecommendationCell recommendation={recommendation} />,
    },
    {
      head: strings.searchGaps.actionColumn,
      hideHead: true,
      number: true,
      narrow: 'full',
      cell: (gap) => <GapAction gap={gap} />,
    },
  ]
  return (
    <DataTable caption={strings.searchGaps.caption} columns={columns} rows={gaps} keyOf={({ id }) => id} />
  )
}

function NoSearchGaps() {
  const addressOf = useProjectAddress()
  return (
    <Empty
      title={strings.searchGaps.noSearchGaps}
      pending={12}
      actions={
        <ButtonLink look="primary" href={addressOf(paths.prompts())}>
          {strings.searchGaps.openPrompts}
        </ButtonLink>
      }
    >
      {strings.searchGaps.emptyText}
    </Empty>
  )
}
