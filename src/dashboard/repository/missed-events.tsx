import { Button } from '../parts/button.tsx'
import { Failure, Notice } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { Time } from '../parts/time.tsx'
import { toast } from '../parts/toast.tsx'
import type { Repository } from '../repositories/queries.ts'
import { useMay } from '../session/session.tsx'
import { useCheck } from './queries.ts'

/** When GitHub was last checked for missed events, whether it may repeat deliveries, and a button to check now. */
export function MissedEvents({ repository: { id, enabled, catchUp } }: { repository: Repository }) {
  const may = useMay('admin')
  const check = useCheck(id)
  return (
    <Section title="Missed events">
      <div className="settings">
        <p className="muted">
          Herald checks GitHub for missed pushes and releases after each start.
          {catchUp?.at && (
            <>
              {' Last checked '}
              <Time at={catchUp.at} />.
            </>
          )}
        </p>
        {catchUp?.problem && <Notice kind="warn">{catchUp.problem}</Notice>}
        {catchUp?.redeliveryProblem && <Notice>{catchUp.redeliveryProblem}</Notice>}
        {may && (
          <Button
            disabled={!enabled}
            busy={check.isPending && 'Checking'}
            onClick={() =>
              check.mutate(undefined, {
                onSuccess: ({ repository }) =>
                  toast(
                    repository.catchUp?.at === catchUp?.at
                      ? 'The check continues.'
                      : 'The check is complete.',
                  ),
              })
            }
          >
            Check now
          </Button>
        )}
        {check.isError && <Failure error={check.error} />}
      </div>
    </Section>
  )
}
