import { useParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { NotFound } from '../../kit/not-found.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import * as strings from './strings.ts'

const Deliveries = lazyView(() => import('./deliveries.tsx').then((m) => m.Deliveries), <Skeleton rows={8} />)
const Runs = lazyView(() => import('./runs.tsx').then((m) => m.Runs), <Skeleton rows={8} />)

const tabs = [
  { href: paths.activity(), label: strings.activityPage.deliveries },
  { href: paths.activityRuns(), label: strings.activityPage.runs },
]

/** Webhook deliveries, and the runs that they started. */
export function ActivityPage() {
  const { tab } = useParams()
  if (tab !== undefined && tab !== 'runs') return <NotFound />
  const isRuns = tab === 'runs'
  return (
    <>
      <PageHead
        title={strings.activityPage.title}
        sub={isRuns ? strings.activityPage.runsSubtitle : strings.activityPage.subtitle}
      />
      <Tabs
        label={strings.activityPage.activityPages}
        tabs={tabs}
        current={isRuns ? paths.activityRuns() : paths.activity()}
      />
      {isRuns ? <Runs /> : <Deliveries />}
    </>
  )
}
