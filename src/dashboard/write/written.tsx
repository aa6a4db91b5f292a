import { ButtonLink } from '../parts/button.tsx'
import { Section } from '../parts/page.tsx'
import { StepLog } from '../parts/steps.tsx'
import { paths } from '../paths.ts'
import { Rests } from './evidence/rests.tsx'
import { Facts } from './facts.tsx'
import { OutcomePanel } from './outcome/outcome-panel.tsx'
import { Plan } from './plan.tsx'
import { PostGone } from './post-gone.tsx'
import { type Brief, isOpen, useRunEnd } from './queries.ts'
import { stepsOf } from './steps.ts'

/** An article that is being written, or is done: its run, what came of it, and its outline as it was approved. */
export function Written({ brief }: { brief: Brief }) {
  useRunEnd(brief)
  const { postId } = brief
  return (
    <div className="article">
      <div>
        <Facts brief={brief} />
        <Section
          title={isOpen(brief) ? 'Writing' : 'Written'}
          note={isOpen(brief) ? 'Continues if you leave this page' : undefined}
          first
          action={
            postId && (
              <ButtonLink look="primary" href={paths.post(postId)}>
                Open post
              </ButtonLink>
            )
          }
        >
          <StepLog steps={stepsOf(brief)} />
          {!isOpen(brief) && postId === null && <PostGone brief={brief} />}
        </Section>
        {brief.status === 'completed' && postId !== null && <OutcomePanel brief={brief} />}
        <Section title="Outline" note="As approved">
          <Plan document={brief.brief.brief} />
        </Section>
      </div>
      <Rests brief={brief} />
    </div>
  )
}
