import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { NotFound } from '../not-found.tsx'
import { PageHead } from '../parts/page.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { paths } from '../paths.ts'

const Deliveries = lazy(() => import('../deliveries/deliveries.tsx').then((m) => ({ default: m.Deliveries })))
const Runs = lazy(() => import('./runs.tsx').then((m) => ({ default: m.Runs })))

const tabs = [
  { href: paths.activity(), label: 'Deliveries' },
  { href: paths.activityRuns(), label: 'Runs' },
]

/** What happened of itself: what GitHub delivered, and the runs that wrote because of it. */
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
      <Suspense fallback={<Skeleton rows={8} />}>{isRuns ? <Runs /> : <Deliveries />}</Suspense>
    </>
  )
}
