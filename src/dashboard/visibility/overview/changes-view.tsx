import type { ReactNode } from 'react'
import { type Changes, type Measures, useChanges, useMeasures } from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { CsvButton } from '../../kit/csv.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { ChangeTable } from './change-table.tsx'
import { countCitations, describeChange, isCitation } from './change-words.ts'
import { MeasureTable } from './measure-table.tsx'
import { Unset } from './no-answers.tsx'
import * as strings from './strings.ts'

type Event = Changes['events'][number]

/** Confirmed changes; below, the answers that differ between the last two scans. */
export function ChangesView({ window }: { window: Window }) {
  const changes = useChanges()
  // What follows the changed rates would move when they arrive.
  const { isPending } = useMeasures(window)
  return (
    <Loaded query={changes} rows={6}>
      {(data) =>
        data.configured ? (
          <>
            <Moved window={window} />
            {!isPending && <SingleAnswers changes={data} />}
          </>
        ) : (
          <Unset />
        )
      }
    </Loaded>
  )
}

function Moved({ window }: { window: Window }) {
  const measures = useMeasures(window)
  return (
    <Section
      title={strings.changesView.whatMoved}
      note={strings.changesView.comparedWith(window.range.label, window.range.before)}
    >
      <Loaded query={measures} rows={4}>
        {({ measures: all }) => {
          const moved = all.filter(({ comparison }) => comparison.confirmed)
          const compared = all.filter(
            ({ comparison }) =>
              comparison.confirmed ||
              (comparison.delta !== null && comparison.verdict !== 'insufficient_data'),
          )
          const rest = compared.filter((measure) => !moved.includes(measure))
          return (
            <>
              {moved.length > 0 ? (
                <MeasureTable measures={moved} caption={strings.changesView.whatMoved} />
              ) : (
                <p className="pt-3">
                  {compared.length > 0
                    ? strings.changesView.nothingMoved(compared.length)
                    : strings.verdict.lacksBoth}
                </p>
              )}
              <LeftOut measures={compared} />
              {rest.length > 0 && (
                <Fold summary={strings.changesView.unmoved(rest.length)}>
                  <MeasureTable measures={rest} caption={strings.changesView.notConfirmed} />
                </Fold>
              )}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

/** The engines that the comparisons leave out, so that their rates differ from those of the overview. */
function LeftOut({ measures }: { measures: Measures['measures'] }) {
  const nameOf = useEngineNames()
  const engines = [...new Set(measures.flatMap(({ comparison }) => comparison.excludedEngines))]
  if (engines.length === 0) return null
  return <p className="muted small pt-1">{strings.verdict.excludes(engines.map(nameOf).join(', '))}</p>
}

function SingleAnswers({ changes }: { changes: Changes }) {
  const { previousScan, currentScan, summary, events } = changes
  if (!previousScan || !currentScan)
    return (
      <Empty title={strings.changesView.nothingToCompare}>{strings.changesView.nothingToCompareText}</Empty>
    )
  const citations = events.filter(isCitation)
  const answers = events.filter((event) => !isCitation(event))
  return (
    <Section
      title={strings.changesView.singleAnswers}
      note={strings.changesView.note(
        <Time at={currentScan.finishedAt} />,
        <Time at={previousScan.finishedAt} />,
      )}
      action={events.length > 0 && <ChangeCsv events={events} />}
    >
      <p className="pt-3">
        {events.length === 0 ? strings.changesView.nothingChangedText : strings.changesView.counts(summary)}
      </p>
      {answers.length > 0 && (
        <Fold summary={strings.changesView.answers(answers.length)}>
          <ChangeTable events={answers} caption={strings.changesView.singleAnswers} />
        </Fold>
      )}
      {citations.length > 0 && (
        <Fold summary={strings.changesView.citations(countCitations(citations))}>
          <ChangeTable events={citations} caption={strings.changesView.citationsCaption} />
        </Fold>
      )}
    </Section>
  )
}

function Fold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="fold pt-3">
      <summary>{summary}</summary>
      {children}
    </details>
  )
}

function ChangeCsv({ events }: { events: Event[] }) {
  return (
    <CsvButton
      what={strings.changesView.changes}
      head={strings.changesView.csvColumns}
      rows={() =>
        events.map((each) => [
          describeChange(each).word,
          each.engine,
          each.prompt,
          each.previousPosition,
          each.currentPosition,
          each.competitors.join(', '),
        ])
      }
    />
  )
}
