import { useParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { NotFound } from '../../kit/not-found.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const Deliveries = lazyView(() => import('./deliveries.tsx').then((m) => m.Deliveries), <Skeleton rows={8} />)
const Runs = lazyView(() => import('./runs.tsx').then((m) => m.Runs), <Skeleton rows={8} />)

const tabs = [
  { href: paths.activity(), label: 'Deliveries' },
  { href: paths.activityRuns(), label: 'Runs' },
]

/** Webhook deliveries, and the runs that they started. */
export function ActivityPage() {
  const { tab } = useParams()
  if (tab !== undefined && tab !== 'runs') return <NotFound />
  const isRuns = tab === 'runs'
  return (
    <>
      <PageHead
        title="Activity"
        sub={isRuns ? 'Runs of the last seven days.' : 'Webhook deliveries and runs.'}
      />
      <Tabs label="Activity pages" tabs={tabs} current={isRuns ? paths.activityRuns() : paths.activity()} />
      {isRuns ? <Runs /> : <Deliveries />}
    </>
  )
}
