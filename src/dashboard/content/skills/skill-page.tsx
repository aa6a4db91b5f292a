import { useParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { useSkill } from '../../data/skills.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { SkillForm } from './skill-form.tsx'
import * as strings from './strings.ts'

const all = { href: paths.skills(), label: strings.skillPage.skills }

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
