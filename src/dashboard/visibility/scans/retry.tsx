import { type Scan, useRetry } from '../../data/scans.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'

/** Retries only the failed answers of a scan. */
export function Retry({ scan }: { scan: Scan }) {
  const retry = useRetry()
  return (
    <>
      <Button slim busy={retry.isPending && 'Starting'} onClick={() => retry.mutate(scan.id)}>
        Retry failed answers
      </Button>
      {retry.isError && <Failure error={retry.error} />}
    </>
  )
}
