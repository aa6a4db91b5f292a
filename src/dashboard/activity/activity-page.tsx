import { useParams } from 'wouter'
import { Deliveries } from '../deliveries/deliveries.tsx'
import { NotFound } from '../not-found.tsx'
import { PageHead } from '../parts/page.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { paths } from '../paths.ts'
import { Runs } from './runs.tsx'

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
        sub={
          isRuns
            ? 'Every attempt of the last seven days to write a post.'
            : 'What GitHub told, and what Herald made of it.'
        }
      />
      <Tabs
        label="Parts of the activity"
        tabs={tabs}
        current={isRuns ? paths.activityRuns() : paths.activity()}
      />
      {isRuns ? <Runs /> : <Deliveries />}
    </>
  )
}
