import { PageHead } from '../parts/page.tsx'

export function SettingsPage() {
  return <PageHead title="General" />
}
