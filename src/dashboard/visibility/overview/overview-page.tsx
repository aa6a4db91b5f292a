import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked, useQueryState } from '../../data/query-state.ts'
import { ranges } from '../../data/window/window.ts'
import { Button } from '../../kit/button.tsx'
import { FilterDay, FilterSelect } from '../../kit/field.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { ScanState } from '../scans/progress.tsx'
import { RunScan } from '../scans/run-scan.tsx'
import { EngineFilter } from './engine-filter.tsx'
import { useProjectWindow } from './project-window.ts'
import * as strings from './strings.ts'

const VisibilityView = lazyView(
  () => import('./visibility-view.tsx').then((m) => m.VisibilityView),
  <Skeleton />,
)
const SentimentView = lazyView(
  () => import('./sentiment-view.tsx').then((m) => m.SentimentView),
  <Skeleton />,
)
const ReportDialog = lazyView(() => import('./report-dialog.tsx').then((m) => m.ReportDialog))
const ChangesView = lazyView(() => import('./changes-view.tsx').then((m) => m.ChangesView), <Skeleton />)

/** The overview of AI visibility. */
export function OverviewPage() {
  const [tab] = useQueryState('tab')
  return (
    <ProjectPage
      title={strings.overviewPage.visibility}
      manual="visibility#how-to-read-the-numbers"
      sub={strings.overviewPage.subtitle}
      actions={<Controls tab={tab} />}
    >
      <Views tab={tab} />
      <ScanState />
      <View tab={tab} />
    </ProjectPage>
  )
}

function Controls({ tab }: { tab: string }) {
  const { window, setRange, setFrom, setTo } = useProjectWindow()
  const [isSharing, share] = useAsked('share')
  return (
    <>
      <FilterSelect
        label={strings.overviewPage.range}
        value={window.range.value}
        choices={[...ranges]}
        onChange={setRange}
      />
      {window.range.value === 'custom' && (
        <>
          <FilterDay label={strings.overviewPage.from} value={window.days[0] ?? ''} onChange={setFrom} />
          <FilterDay label={strings.overviewPage.to} value={window.days.at(-1) ?? ''} onChange={setTo} />
        </>
      )}
      {tab === '' && <EngineFilter window={window} />}
      {tab === '' && <Button onClick={() => share(true)}>{strings.reportDialog.share}</Button>}
      {isSharing && <ReportDialog window={window} onClose={() => share(false)} />}
      <RunScan />
    </>
  )
}

function View({ tab }: { tab: string }) {
  const { window, settings } = useProjectWindow()
  return (
    <Loaded query={settings} rows={8}>
      {() =>
        tab === 'sentiment' ? (
          <SentimentView window={window} />
        ) : tab === 'changes' ? (
          <ChangesView window={window} />
        ) : (
          <VisibilityView window={window} />
        )
      }
    </Loaded>
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
