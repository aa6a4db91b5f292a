import { Link } from 'wouter'
import type { PromptGap } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { Meter } from '../../kit/charts/meter.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { count } from '../../kit/english.ts'
import { Status } from '../../kit/status.tsx'
import { Tally } from '../../kit/tally.tsx'
import { useEngineNames } from '../overview/engines.ts'
import { GapAction } from './gap-action.tsx'
import { levelOf } from './level.ts'

export function PromptGapTable({ gaps, greatest }: { gaps: PromptGap[]; greatest: number }) {
  const columns: Column<PromptGap>[] = [
    { head: 'Content', narrow: 'first', cell: (gap) => <Content gap={gap} /> },
    {
      head: 'Opportunity',
      narrow: 'second',
      cell: ({ opportunity, confident, won }) =>
        won ? (
          <Status state="good">Closed</Status>
        ) : (
          <span className="flex items-center gap-2">
            <Meter level={levelOf(opportunity, greatest)} label="Opportunity" />{' '}
            <span className={confident ? undefined : 'muted'}>{confident ? 'Clear' : 'Unclear'}</span>{' '}
            <span className="muted small nowrap">30 days</span>
          </span>
        ),
    },
    { head: 'Missing engines', narrow: 'drop', cell: ({ engines }) => <Missing engines={engines} /> },
    { head: 'Brand mentions', cell: (gap) => <Mentions gap={gap} /> },
    { head: 'Action', hideHead: true, number: true, cell: (gap) => <GapAction gap={gap} /> },
  ]
  return <DataTable caption="Prompt gaps" columns={columns} rows={gaps} keyOf={({ id }) => id} />
}

function Content({ gap: { id, prompt, title, competitors, n } }: { gap: PromptGap }) {
  const addressOf = useProjectAddress()
  return (
    <>
      <Link className="what" href={addressOf(paths.prompt(id))}>
        {title ?? prompt}
      </Link>
      <br />
      <span className="muted small">
        {title && `${prompt}; `}
        {nameCompetitors(competitors)}; {count(n, 'answer')} in 30 days
      </span>
    </>
  )
}

/** The named competitors: Beta, Northlight and 2 more named. */
function nameCompetitors(names: string[]): string {
  if (names.length === 0) return 'No competitor named'
  const shown = names.slice(0, 2).join(', ')
  const rest = names.length - 2
  return `${shown}${rest > 0 ? ` and ${rest} more` : ''} named`
}

const maxTags = 3

function Missing({ engines }: { engines: string[] }) {
  const nameOf = useEngineNames()
  const rest = engines.slice(maxTags)
  return (
    <span className="row tight">
      {engines.slice(0, maxTags).map((engine) => (
        <span key={engine} className="tag">
          {nameOf(engine)}
        </span>
      ))}
      {rest.length > 0 && (
        <span className="tag" title={rest.map(nameOf).join(', ')}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}

function Mentions({ gap: { engines, mentionedEngines, engineCoverage } }: { gap: PromptGap }) {
  return (
    <span className="flex items-center gap-2">
      <Tally
        noun="engines"
        height={14}
        step={6}
        groups={[
          { kind: 'hi', count: mentionedEngines.length, label: 'name you' },
          { kind: 'out', count: engines.length, label: 'do not name you' },
        ]}
      />
      <span className="nowrap">
        {' '}
        {mentionedEngines.length} of {count(engineCoverage, 'engine')} <br />{' '}
        <span className="muted small">latest answers</span>{' '}
      </span>
    </span>
  )
}
