import { useRejectedPlans } from '../../data/briefs.ts'
import { ModelAnswer } from '../../kit/model-answer.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

/** Plans that could not be used, with the reasons and the model's answer. */
export function RejectedPlans() {
  const { data: plans = [] } = useRejectedPlans()
  if (plans.length === 0) return null
  return (
    <Section title={strings.rejectedPlans.failedPlans} note={strings.rejectedPlans.note}>
      <ul className="grid gap-4">
        {plans.map(({ id, topic, error, faults, rejectedText, createdAt }) => (
          <li key={id} className="grid gap-2">
            <p>
              <span className="strong">{topic}</span>{' '}
              <span className="muted">{strings.rejectedPlans.planned(<Time at={createdAt} />)}</span>
            </p>
            <ul className="bullets">
              {(faults.length > 0 ? faults : [error]).map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
            <ModelAnswer text={rejectedText} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
