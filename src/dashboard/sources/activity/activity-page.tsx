import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { NotFound } from '../../kit/not-found.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const Deliveries = lazy(() => import('./deliveries.tsx').then((m) => ({ default: m.Deliveries })))
const Runs = lazy(() => import('./runs.tsx').then((m) => ({ default: m.Runs })))

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
      <Suspense fallback={<Skeleton rows={8} />}>{isRuns ? <Runs /> : <Deliveries />}</Suspense>
    </>
  )
}
