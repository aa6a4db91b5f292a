import { type Scan, useRetry } from '../../data/scans.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** Retries only the failed answers of a scan. */
export function Retry({ scan }: { scan: Scan }) {
  const retry = useRetry()
  return (
    <>
      <Button slim busy={retry.isPending && strings.retry.starting} onClick={() => retry.mutate(scan.id)}>
        {strings.retry.retryFailedAnswers}
      </Button>
      {retry.isError && <Failure error={retry.error} />}
    </>
  )
}
