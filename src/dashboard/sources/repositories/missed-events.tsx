import type { Repository } from '../../data/repositories.ts'
import { useCheck } from '../../data/repository.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** When GitHub was last checked for missed events, why it cannot redeliver, and a button to check now. */
export function MissedEvents({ repository: { id, enabled, catchUp } }: { repository: Repository }) {
  const may = useMay('admin')
  const check = useCheck(id)
  return (
    <Section title={strings.missedEvents.missedEvents}>
      <div className="settings">
        <p className="muted">
          {strings.missedEvents.hint}
          {catchUp?.at && strings.missedEvents.lastChecked(<Time at={catchUp.at} />)}
        </p>
        {catchUp?.problem && <Notice kind="warn">{catchUp.problem}</Notice>}
        {catchUp?.redeliveryProblem && <Notice>{catchUp.redeliveryProblem}</Notice>}
        {may && (
          <Button
            disabled={!enabled}
            busy={check.isPending && strings.missedEvents.checking}
            onClick={() =>
              check.mutate(undefined, {
                onSuccess: ({ repository, hasEnded }) =>
                  toast(outcomeOf(hasEnded, repository.catchUp?.problem)),
              })
            }
          >
            {strings.missedEvents.checkNow}
          </Button>
        )}
        {check.isError && <Failure error={check.error} />}
      </div>
    </Section>
  )
}

function outcomeOf(hasEnded: boolean, problem: string | null | undefined): string {
  if (!hasEnded) return strings.missedEvents.checkContinues
  return problem ? strings.missedEvents.checkFailed : strings.missedEvents.checkIsComplete
}
