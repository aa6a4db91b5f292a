import { useQueryState } from '../../data/query-state.ts'
import {
  type Overview,
  type Timeseries,
  useOverview,
  useShare,
  useTimeseries,
} from '../../data/visibility.ts'
import type { Window } from '../../data/window/window.ts'
import { RateChart } from '../../kit/charts/rate-chart.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { useCompanyName, useEngineNames } from '../projects/engines.ts'
import { ChartDownload } from './chart-download.tsx'
import { EngineTable } from './engine-table.tsx'
import { Languages } from './languages.tsx'
import { NextActions, useActionsPending } from './next-actions.tsx'
import { NoAnswers } from './no-answers.tsx'
import { PromptFilter, useFilteredWindow } from './prompt-filter.tsx'
import { RateHead } from './rate-head.tsx'
import { ShareOfVoice } from './share-of-voice.tsx'
import { SourceTable } from './source-table.tsx'
import * as strings from './strings.ts'
import { Surface } from './surface.tsx'
import { summarize, summarizeOne } from './this-week.ts'
import { hasFollowUps, toTrends } from './trends.ts'

/** The mention rate: over the range, by day and by engine. */
export function VisibilityView({ window: whole }: { window: Window }) {
  const window = useFilteredWindow(whole)
  const overview = useOverview(window)
  const timeseries = useTimeseries(window)
  const share = useShare(window)
  const isWaiting = useActionsPending() || share.isPending
  return (
    <Loaded query={overview} rows={8}>
      {(rates) =>
        rates.engines.length === 0 && !window.filter ? (
          <NoAnswers isConfigured={rates.configured} />
        ) : (
          <>
            <PromptFilter window={window} />
            {rates.engines.length === 0 ? (
              <p className="muted pt-6">{strings.promptFilter.none}</p>
            ) : (
              <Loaded query={timeseries} rows={8}>
                {(days) =>
                  // What is above the chart appears together, so that nothing moves it.
                  isWaiting ? (
                    <Skeleton rows={8} />
                  ) : (
                    <Rates overview={rates} timeseries={days} window={window} />
                  )
                }
              </Loaded>
            )}
          </>
        )
      }
    </Loaded>
  )
}

function Rates({
  overview,
  timeseries,
  window,
}: {
  overview: Overview
  timeseries: Timeseries
  window: Window
}) {
  const nameOf = useEngineNames()
  const company = useCompanyName()
  const share = useShare(window)
  const [engine] = useQueryState('engine')
  const trends = toTrends(timeseries, window.days)
  // All figures are about a page if one is chosen.
  const isPage = overview.surface === engine
  const one = isPage ? undefined : overview.engines.find((each) => each.engine === engine)
  const marks = timeseries.modelChanges
    .filter((change) => !one || change.engine === engine)
    .map(({ day, from, to }) => ({ day, text: `${from} → ${to}` }))
  return (
    <>
      <p className="pt-6 text-base">
        {one
          ? summarizeOne(one, nameOf(one.engine), window.range.before)
          : summarize(overview, share.data, { before: window.range.before, company, nameOf })}
      </p>
      <NextActions basket={window.filter ? null : overview.brand.basket} />
      <section aria-label={strings.visibilityView.mentionRate} className="pt-6">
        <Surface overview={overview} isOne={one !== undefined} />
        <RateHead rates={one ?? overview.brand} evidence={one ? null : overview.evidence} window={window} />
        <RateChart
          what={
            one
              ? strings.visibilityView.mentionRateBy(nameOf(one.engine))
              : strings.visibilityView.mentionRate
          }
          days={window.days}
          own={{
            name: one || isPage ? nameOf(engine) : company,
            points: one ? trends.pointsOf(engine) : trends.all,
          }}
          others={one ? [] : trends.competitors}
          marks={marks}
        />
        {!one && <ChartDownload window={window} />}
        {hasFollowUps(
          one ?? overview.brand,
          one ? timeseries.points.filter((point) => point.engine === engine) : timeseries.brand,
        ) && <p className="muted small">{strings.visibilityView.followUps}</p>}
      </section>
      <EngineTable overview={overview} trends={trends} rangeLabel={window.range.label} />
      <ShareOfVoice window={window} name={company} />
      {!window.filter && <Languages window={window} />}
      {!window.filter && <SourceTable window={window} />}
    </>
  )
}
