import { PageHead } from '../parts/page.tsx'

export function SkillPage() {
  return <PageHead title="Skill" />
}
