import { useAsked } from '../../data/query-state.ts'
import { useSkills } from '../../data/skills.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { NewSkill } from './new-skill.tsx'
import { SkillTable } from './skill-table.tsx'
import * as strings from './strings.ts'

/** The instructions for the writer and for agents. */
export function SkillsPage() {
  const skills = useSkills()
  const [asked, ask] = useAsked('new')
  useShortcuts({ n: () => ask(true) })
  return (
    <>
      <PageHead title={strings.skillsPage.title} sub={strings.skillsPage.subtitle} manual="posts">
        <Button look="primary" shortcut="N" onClick={() => ask(true)}>
          {strings.skillsPage.newSkill}
        </Button>
      </PageHead>
      <Loaded query={skills}>{({ skills: all }) => <SkillTable skills={all} />}</Loaded>
      {asked && <NewSkill onClose={() => ask(false)} />}
    </>
  )
}
