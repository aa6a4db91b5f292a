import { PageHead } from '../parts/page.tsx'

export function SkillsPage() {
  return <PageHead title="Skills" />
}
