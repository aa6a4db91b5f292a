import { Link } from 'wouter'
import { adviceFor } from '../../content/generate/run-advice.tsx'
import { paths } from '../../data/paths.ts'
import { ledgerGroups, stepsOf } from '../../data/run.ts'
import { useRun } from '../../data/runs.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { ModelAnswer } from '../../kit/model-answer.tsx'
import { Notice } from '../../kit/notice.tsx'
import { StepLog } from '../../kit/steps.tsx'
import { Legend } from '../../kit/tally.tsx'
import * as strings from './strings.ts'

/**
 * An expanded run: its steps, the next step if it wrote no post, the placement of changes, and its origin.
 */
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
              <Legend
                groups={ledgerGroups(run.ledger)}
                lead={strings.runDetail.changes(run.ledger.changes)}
              />
            )}
            {run.cause.deliveryId && (
              <p className="small">
                <Link href={paths.delivery(run.cause.deliveryId)}>
                  {strings.runDetail.viewDeliveryThatStarted}
                </Link>
              </p>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
