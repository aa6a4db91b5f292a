import { useParams } from 'wouter'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { useSkill } from './queries.ts'
import { SkillForm } from './skill-form.tsx'

const all = { href: paths.skills(), label: 'Skills' }

/** One skill and its text. */
export function SkillPage() {
  const { name } = useParams<{ name: string }>()
  const skill = useSkill(name)
  if (skill.data) return <SkillForm key={skill.data.id} skill={skill.data} crumb={all} />
  return (
    <>
      <PageHead title={name} crumb={all} />
      <Loaded query={skill} rows={8}>
        {() => null}
      </Loaded>
    </>
  )
}
