import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { PromptGap } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { Button } from '../../kit/button.tsx'
import { Meter } from '../../kit/charts/meter.tsx'
import { RateFigure } from '../../kit/charts/span.tsx'
import { Spark } from '../../kit/charts/spark.tsx'
import { rateInWords, shortDay } from '../../kit/charts/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Status } from '../../kit/status.tsx'
import { Tally } from '../../kit/tally.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { GapAction } from './gap-action.tsx'
import { GapPages } from './gap-pages.tsx'
import { levelOf } from './level.ts'
import * as strings from './strings.ts'

export function PromptGapTable({ gaps, greatest }: { gaps: PromptGap[]; greatest: number }) {
  const [opened, setOpened] = useState<string | null>(null)
  const columns: Column<PromptGap>[] = [
    {
      head: strings.promptGapTable.promptColumn,
      narrow: 'first',
      cell: (gap) => (
        <Content
          gap={gap}
          isOpen={opened === gap.id}
          onPages={() => setOpened(opened === gap.id ? null : gap.id)}
        />
      ),
    },
    {
      head: strings.promptGapTable.opportunityColumn,
      narrow: 'second',
      cell: ({ opportunity, won }) =>
        won ? (
          <Status state="good">{strings.promptGapTable.closed}</Status>
        ) : (
          <span className="nowrap">
            <span className="muted small narrow-only">{strings.promptGapTable.opportunityColumn} </span>
            <Meter level={levelOf(opportunity, greatest)} label={strings.promptGapTable.opportunityColumn} />
          </span>
        ),
    },
    {
      head: strings.promptGapTable.missingEnginesColumn,
      narrow: 'drop',
      cell: ({ engines }) => <Missing engines={engines} />,
    },
    { head: strings.promptGapTable.mentionRateColumn, cell: (gap) => <Mentions gap={gap} /> },
    {
      head: strings.promptGapTable.actionColumn,
      hideHead: true,
      number: true,
      cell: (gap) => <GapAction gap={gap} />,
    },
  ]
  return (
    <DataTable
      caption={strings.promptGapTable.caption}
      columns={columns}
      rows={gaps}
      keyOf={({ id }) => id}
      below={({ id }) => opened === id && <GapPages promptId={id} />}
    />
  )
}

function Content({
  gap: { id, prompt, title, competitors, n },
  isOpen,
  onPages,
}: {
  gap: PromptGap
  isOpen: boolean
  onPages: () => void
}) {
  const addressOf = useProjectAddress()
  return (
    <>
      <Link className="what" href={addressOf(paths.prompt(id))}>
        {title ?? prompt}
      </Link>
      <br />
      <span className="muted small">
        {title && `${prompt}; `}
        {strings.promptGapTable.over30Days(nameCompetitors(competitors), n)}
      </span>
      <br />
      <Button
        slim
        look="quiet"
        className="-ms-[11px]"
        aria-expanded={isOpen}
        aria-label={strings.promptGapTable.citedPagesFor(prompt)}
        onClick={onPages}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} />
        {strings.promptGapTable.citedPages}
      </Button>
    </>
  )
}

/** The named competitors: Beta, Northlight and 2 more named. */
function nameCompetitors(names: string[]): string {
  if (names.length === 0) return strings.promptGapTable.noCompetitorNamed
  return strings.promptGapTable.named(names.slice(0, 2), names.length - 2)
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

/** The rate over the window with its interval and trend; the latest answers are a detail. */
function Mentions({ gap }: { gap: PromptGap }) {
  const { engines, mentionedEngines, engineCoverage, rate, interval, trend, confident, won } = gap
  return (
    <>
      <span className="flex items-center gap-x-2 nowrap">
        <RateFigure rate={rate} interval={interval} />
        {trend.length > 1 && (
          <span className="trend pb-1" title={trend.map(describePart).join('\n')}>
            <Spark values={trend.map((part) => part.rate)} />
          </span>
        )}
      </span>
      {!won && (
        <span className={confident ? 'block small' : 'block muted small'}>
          {confident ? strings.promptGapTable.clear : strings.promptGapTable.unclear}
        </span>
      )}
      <span className="flex items-center gap-2 nowrap">
        <Tally
          noun={strings.promptGapTable.engines}
          height={14}
          step={6}
          groups={[
            { kind: 'hi', count: mentionedEngines.length, label: strings.promptGapTable.nameYou },
            { kind: 'out', count: engines.length, label: strings.promptGapTable.doNotNameYou },
          ]}
        />
        <span className="muted small">
          {strings.promptGapTable.namedBy(mentionedEngines.length, engineCoverage)}{' '}
          <span>{strings.promptGapTable.latestAnswers(engineCoverage)}</span>
        </span>
      </span>
    </>
  )
}

const describePart = ({ day, rate, interval }: PromptGap['trend'][number]) =>
  strings.promptGapTable.inDays(shortDay(day), rate === null ? '' : rateInWords(rate, interval))
