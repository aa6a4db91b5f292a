import { type Scan, useRetry } from '../../data/scans.ts'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'

/** Asks again what failed in a scan, and nothing else. */
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
