import type { Gaps, PromptGap } from '../../data/gaps.ts'
import { usePaged } from '../../data/paged.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { Empty } from '../../kit/empty.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { filterGaps, useGapFilters } from './filter-gaps.ts'
import { GapFilterBar } from './gap-filter-bar.tsx'
import { levelOf } from './level.ts'
import { PromptGapTable } from './prompt-gap-table.tsx'
import * as strings from './strings.ts'

const NoPromptGaps = lazyView(
  () => import('./no-gaps.tsx').then((m) => m.NoPromptGaps),
  <Skeleton rows={8} />,
)

/** The prompts for which few answers name the brand. */
export function PromptGaps({ gaps }: { gaps: Gaps }) {
  const filters = useGapFilters()
  const all = gaps.promptGaps
  const found = filterGaps(all, filters.values)
  const { shown, pagination, onPage } = usePaged(found)
  if (all.length === 0 && filters.language === '') return <NoPromptGaps gaps={gaps} />
  const greatest = Math.max(...all.map(({ opportunity }) => opportunity))
  return (
    <>
      <GapFilterBar gaps={all} filters={filters}>
        <span className="row tight end">
          <span className="muted small">{strings.promptGaps.gaps(found.length)}</span>
          <CsvButton
            what={strings.promptGaps.promptGaps}
            head={head}
            rows={() => found.map((gap) => toRow(gap, greatest))}
          />
        </span>
      </GapFilterBar>
      {shown.length > 0 ? (
        <PromptGapTable gaps={shown} greatest={greatest} />
      ) : (
        <Empty
          title={strings.promptGaps.noMatches}
          actions={
            <Button
              onClick={() => {
                filters.clear()
                filters.set.language('')
              }}
            >
              {strings.promptGaps.clearFilters}
            </Button>
          }
        />
      )}
      <Pager pagination={pagination} noun={strings.promptGaps.noun} onPage={onPage} />
      <p className="legend pt-4">
        <span>
          {strings.promptGaps.clearNote} {strings.promptGaps.unclearNote}
        </span>{' '}
        <span>{strings.promptGaps.opportunityNote}</span>{' '}
        <span>
          {strings.promptGaps.rateNote} {strings.promptGaps.latestNote}
        </span>
      </p>
    </>
  )
}

const head = [
  'prompt',
  'opportunity',
  'level',
  'clear',
  strings.promptGaps.missingEngines,
  'engines',
  strings.promptGaps.ownMentionRate,
  'competitors',
  ...strings.promptGaps.csvRate,
]

const toRow = (gap: PromptGap, greatest: number) => [
  gap.prompt,
  gap.opportunity,
  levelOf(gap.opportunity, greatest),
  gap.confident ? 'yes' : 'no',
  gap.engines.join(' '),
  gap.engineCoverage,
  gap.ownMentionRate,
  gap.competitors.join(', '),
  gap.rate,
  gap.interval?.low ?? null,
  gap.interval?.high ?? null,
  gap.n,
]
