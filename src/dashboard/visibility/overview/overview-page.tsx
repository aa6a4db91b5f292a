import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useQueryState } from '../../data/query-state.ts'
import { ranges, useWindow } from '../../data/window.ts'
import { FilterSelect } from '../../kit/field.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { ScanState } from '../scans/progress.tsx'
import { RunScan } from '../scans/run-scan.tsx'
import { EngineFilter } from './engine-filter.tsx'
import * as strings from './strings.ts'

const VisibilityView = lazyView(
  () => import('./visibility-view.tsx').then((m) => m.VisibilityView),
  <Skeleton />,
)
const SentimentView = lazyView(
  () => import('./sentiment-view.tsx').then((m) => m.SentimentView),
  <Skeleton />,
)
const ChangesView = lazyView(() => import('./changes-view.tsx').then((m) => m.ChangesView), <Skeleton />)

/** The overview of AI visibility. */
export function OverviewPage() {
  const { window, setRange } = useWindow()
  const [tab] = useQueryState('tab')
  return (
    <ProjectPage
      title={strings.overviewPage.visibility}
      manual="visibility#how-to-read-the-numbers"
      sub={strings.overviewPage.subtitle}
      actions={
        <>
          {tab !== 'changes' && (
            <FilterSelect
              label={strings.overviewPage.range}
              value={window.range.value}
              choices={[...ranges]}
              onChange={setRange}
            />
          )}
          {tab === '' && <EngineFilter window={window} />}
          <RunScan />
        </>
      }
    >
      <Views tab={tab} />
      <ScanState />
      {tab === 'sentiment' ? (
        <SentimentView window={window} />
      ) : tab === 'changes' ? (
        <ChangesView />
      ) : (
        <VisibilityView window={window} />
      )}
    </ProjectPage>
  )
}

function Views({ tab }: { tab: string }) {
  const addressOf = useProjectAddress()
  const views = [
    { tab: '', href: paths.visibility(), label: strings.overviewPage.visibility },
    { tab: 'sentiment', href: paths.sentiment(), label: strings.overviewPage.sentiment },
    { tab: 'changes', href: paths.visibilityChanges(), label: strings.overviewPage.changes },
  ].map((view) => ({ ...view, href: addressOf(view.href) }))
  const current = views.find((view) => view.tab === tab)?.href ?? views[0]?.href ?? ''
  return <Tabs label={strings.overviewPage.views} tabs={views} current={current} />
}
