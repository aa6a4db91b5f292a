import { Button } from '../parts/button.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page.tsx'
import { useAsked } from '../query-state.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { NewSkill } from './new-skill.tsx'
import { useSkills } from './queries.ts'
import { SkillTable } from './skill-table.tsx'

/** The instructions of the writer, and those that agents read. */
export function SkillsPage() {
  const skills = useSkills()
  const [asked, ask] = useAsked('new')
  useShortcuts({ n: () => ask(true) })
  return (
    <>
      <PageHead title="Skills" sub="Writing instructions for each content type.">
        <Button look="primary" shortcut="N" onClick={() => ask(true)}>
          New skill
        </Button>
      </PageHead>
      <Loaded query={skills}>{({ skills: all }) => <SkillTable skills={all} />}</Loaded>
      {asked && <NewSkill onClose={() => ask(false)} />}
    </>
  )
}
