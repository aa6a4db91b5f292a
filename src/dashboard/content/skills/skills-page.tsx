import { useAsked } from '../../data/query-state.ts'
import { useSkills } from '../../data/skills.ts'
import { Button } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { NewSkill } from './new-skill.tsx'
import { SkillTable } from './skill-table.tsx'

/** The instructions for the writer and for agents. */
export function SkillsPage() {
  const skills = useSkills()
  const [asked, ask] = useAsked('new')
  useShortcuts({ n: () => ask(true) })
  return (
    <>
      <PageHead title="Skills" sub="Writing instructions for each content type." manual="posts">
        <Button look="primary" shortcut="N" onClick={() => ask(true)}>
          New skill
        </Button>
      </PageHead>
      <Loaded query={skills}>{({ skills: all }) => <SkillTable skills={all} />}</Loaded>
      {asked && <NewSkill onClose={() => ask(false)} />}
    </>
  )
}
