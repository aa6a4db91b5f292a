import type { Gaps, PromptGap } from '../../data/gaps.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { Empty } from '../../kit/empty.tsx'
import { FilterSelect, FilterText } from '../../kit/field.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useEngineNames } from '../overview/engines.ts'
import { levelOf } from './level.ts'
import { PromptGapTable } from './prompt-gap-table.tsx'

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
  const shown = all.filter((gap) => isLike(gap, text) && (engine === '' || gap.engines.includes(engine)))
  const engines = [...new Set(all.flatMap((gap) => gap.engines))]
  return (
    <>
      <div className="row pt-4 pb-2">
        <FilterText label="Filter by text" value={text} onChange={setText} />
        <FilterSelect
          label="Missing from engine"
          value={engine}
          choices={[
            { value: '', label: 'Missing from any engine' },
            ...engines.map((each) => ({ value: each, label: `Missing from ${nameOf(each)}` })),
          ]}
          onChange={setEngine}
        />
        <span className="muted small end">
          {shown.length} {shown.length === 1 ? 'gap' : 'gaps'}, best opportunity first
        </span>
        <CsvButton what="prompt gaps" head={head} rows={() => shown.map((gap) => toRow(gap, greatest))} />
      </div>
      {shown.length > 0 ? (
        <PromptGapTable gaps={shown} greatest={greatest} />
      ) : (
        <Empty
          title="No gaps match these filters"
          actions={
            <Button
              onClick={() => {
                setText('')
                setEngine('')
              }}
            >
              Clear filters
            </Button>
          }
        />
      )}
      <p className="legend pt-4">
        <span>Opportunity, Missing engines and Brand mentions: latest answer of each engine</span>{' '}
        <span>Clear: over 30 days, you are named in under half of the answers, allowing for chance</span>{' '}
        <span>Unclear: the 30-day range reaches half or is not known. Scan again before you write.</span>
      </p>
      {gaps.truncated && (
        <p className="muted small pt-2">
          Based on the newest {gaps.checksConsidered} answers. Older ones are not included.
        </p>
      )}
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
  'missing engines',
  'engines',
  'own mention rate',
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
