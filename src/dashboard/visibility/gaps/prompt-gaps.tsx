import type { Gaps, PromptGap } from '../../data/gaps.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { Empty } from '../../kit/empty.tsx'
import { FilterSelect, FilterText } from '../../kit/field.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { levelOf } from './level.ts'
import { PromptGapTable } from './prompt-gap-table.tsx'
import * as strings from './strings.ts'

const NoPromptGaps = lazyView(
  () => import('./no-gaps.tsx').then((m) => m.NoPromptGaps),
  <Skeleton rows={8} />,
)

/** The prompts that at least half of the engines answer without naming the brand. */
export function PromptGaps({ gaps }: { gaps: Gaps }) {
  const nameOf = useEngineNames()
  const [text, setText] = useQueryState('text')
  const [engine, setEngine] = useQueryState('engine')
  const all = gaps.promptGaps
  if (all.length === 0) return <NoPromptGaps gaps={gaps} />
  const greatest = Math.max(...all.map(({ opportunity }) => opportunity))
  const shown = all
    .filter((gap) => isLike(gap, text) && (engine === '' || gap.engines.includes(engine)))
    .toSorted((a, b) => Number(b.confident) - Number(a.confident))
  const engines = [...new Set(all.flatMap((gap) => gap.engines))]
  return (
    <>
      <div className="row pt-4 pb-2">
        <FilterText label={strings.promptGaps.filterByText} value={text} onChange={setText} />
        <FilterSelect
          label={strings.promptGaps.missingFromEngine}
          value={engine}
          choices={[
            { value: '', label: strings.promptGaps.missingFromAnyEngine },
            ...engines.map((each) => ({ value: each, label: strings.promptGaps.missingFrom(nameOf(each)) })),
          ]}
          onChange={setEngine}
        />
        <span className="muted small end">{strings.promptGaps.bestOpportunityFirst(shown.length)}</span>
        <CsvButton
          what={strings.promptGaps.promptGaps}
          head={head}
          rows={() => shown.map((gap) => toRow(gap, greatest))}
        />
      </div>
      {shown.length > 0 ? (
        <PromptGapTable gaps={shown} greatest={greatest} />
      ) : (
        <Empty
          title={strings.promptGaps.noMatches}
          actions={
            <Button
              onClick={() => {
                setText('')
                setEngine('')
              }}
            >
              {strings.promptGaps.clearFilters}
            </Button>
          }
        />
      )}
      <p className="legend pt-4">
        <span>{strings.promptGaps.columnsNote}</span> <span>{strings.promptGaps.clearNote}</span>{' '}
        <span>{strings.promptGaps.unclearNote}</span>
      </p>
    </>
  )
}

/** Whether the prompt of a gap, or one of its competitors, contains a text. */
function isLike({ prompt, title, competitors }: PromptGap, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [prompt, title ?? '', ...competitors].some((each) => each.toLowerCase().includes(wanted))
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
]
