import { PageHead } from '../parts/page.tsx'

export function SchedulesPage() {
  return <PageHead title="Schedules" />
}
