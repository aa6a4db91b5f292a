import { isEmpty, useTraffic } from '../../data/traffic.ts'
import { ranges, useWindow } from '../../data/window/window.ts'
import { FilterSelect } from '../../kit/field.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { FailedPages } from './failed-pages.tsx'
import { Figures } from './figures.tsx'
import { Journeys } from './journey-table.tsx'
import { createNames } from './names.ts'
import { SourceTable } from './source-table.tsx'
import * as strings from './strings.ts'
import { TopPages } from './top-pages.tsx'
import { VisitChart } from './visit-chart.tsx'
import { VisitLog } from './visit-log.tsx'

/** Loaded only by sites without visits. */
const NoVisits = lazyView(() => import('./no-visits.tsx').then((m) => m.NoVisits))

/** Visits of AI systems, and of people whom they sent. */
export function TrafficPage() {
  const { window, setRange } = useWindow()
  return (
    <ProjectPage
      title={strings.page.title}
      manual="ai-traffic"
      sub={strings.page.subtitle}
      actions={
        <FilterSelect
          label={strings.page.range}
          value={window.range.value}
          choices={ranges.filter(({ value }) => value !== 'custom')}
          onChange={setRange}
        />
      }
    >
      <Content />
    </ProjectPage>
  )
}

function Content() {
  const { window, setRange } = useWindow()
  const traffic = useTraffic(window)
  return (
    <Loaded query={traffic} rows={8}>
      {(data) => {
        if (isEmpty(data.totals)) return <NoVisits onLonger={() => setRange('90')} />
        const nameOf = createNames(data.sources)
        return (
          <>
            <Figures data={data} window={window} />
            <VisitChart points={data.points} days={window.days} />
            <SourceTable sources={data.sources} />
            <TopPages window={window} nameOf={nameOf} />
            <FailedPages window={window} nameOf={nameOf} />
            <VisitLog window={window} />
            <Journeys window={window} nameOf={nameOf} />
          </>
        )
      }}
    </Loaded>
  )
}
