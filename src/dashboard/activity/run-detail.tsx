import { Link } from 'wouter'
import { Loaded } from '../parts/loaded.tsx'
import { ModelAnswer } from '../parts/model-answer.tsx'
import { Notice } from '../parts/notice.tsx'
import { StepLog } from '../parts/steps.tsx'
import { Legend } from '../parts/tally.tsx'
import { paths } from '../paths.ts'
import { useRun } from '../runs/queries.ts'
import { ledgerGroups, stepsOf } from '../runs/run.ts'
import { adviceFor } from '../runs/run-advice.tsx'

/** A run opened: its steps, what to do where it wrote nothing, where the changes went, and what it was started by. */
export function RunDetail({ id }: { id: string }) {
  const log = useRun(id)
  return (
    <Loaded query={log} rows={4}>
      {({ run, events }) => {
        const advice = adviceFor(run)
        return (
          <div className="grid grid-cols-1 gap-3">
            <StepLog steps={stepsOf({ run, events })} />
            {advice && <Notice kind={run.status === 'failed' ? 'warn' : 'plain'}>{advice}</Notice>}
            <ModelAnswer text={run.rejectedText} />
            {run.ledger && (
              <Legend groups={ledgerGroups(run.ledger)} lead={`${run.ledger.changes} changes`} />
            )}
            {run.cause.deliveryId && (
              <p className="small">
                <Link href={paths.delivery(run.cause.deliveryId)}>View the delivery that started it</Link>
              </p>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
