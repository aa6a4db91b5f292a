import { type Brief, isOpen, useRunEnd } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Section } from '../../kit/page.tsx'
import { StepLog } from '../../kit/steps.tsx'
import { EvidencePanel } from './evidence/evidence-panel.tsx'
import { Facts } from './facts.tsx'
import { OutcomePanel } from './outcome/outcome-panel.tsx'
import { Plan } from './plan.tsx'
import { PostGone } from './post-gone.tsx'
import { states } from './state.tsx'
import { stepsOf } from './steps.ts'
import * as strings from './strings.ts'

/** An article that is being written, or is finished: its run, its outcome, and its approved brief. */
export function Written({ brief }: { brief: Brief }) {
  useRunEnd(brief)
  const { postId } = brief
  return (
    <div className="article">
      <div>
        <Facts brief={brief} />
        <Section
          title={states[brief.status].label}
          note={isOpen(brief) ? strings.written.continuesIfYouLeave : undefined}
          first
          action={
            postId && (
              <ButtonLink look="primary" href={paths.post(postId)}>
                {strings.written.openPost}
              </ButtonLink>
            )
          }
        >
          <StepLog steps={stepsOf(brief)} />
          {!isOpen(brief) && postId === null && <PostGone brief={brief} />}
        </Section>
        {brief.status === 'completed' && postId !== null && <OutcomePanel brief={brief} />}
        <Section title={strings.written.brief} note={strings.written.briefNote}>
          <Plan document={brief.brief.brief} variants={brief.variants} />
        </Section>
      </div>
      <EvidencePanel brief={brief} />
    </div>
  )
}
