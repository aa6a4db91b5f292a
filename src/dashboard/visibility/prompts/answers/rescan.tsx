import { useEffect } from 'react'
import { useAnswersChange, useRescan, useScan } from '../../../data/answers.ts'
import { Button } from '../../../kit/button.tsx'
import { Failure } from '../../../kit/notice.tsx'
import { Status } from '../../../kit/status.tsx'
import { toast } from '../../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Sends one prompt again to every engine, and shows the progress. */
export function Rescan({ promptId }: { promptId: string }) {
  const rescan = useRescan()
  const scanId = rescan.data?.scanId ?? null
  const { data: scan } = useScan(scanId)
  const readAnew = useAnswersChange()
  const status = scan?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once
  useEffect(() => {
    if (!status || status === 'running') return
    void readAnew()
    if (status === 'completed') toast(strings.rescan.received)
  }, [status])
  const isRunning = rescan.isPending || (scanId !== null && (!status || status === 'running'))
  if (isRunning) {
    const { planned = 0, saved = 0, failed = 0 } = scan?.checks ?? {}
    return (
      <span role="status">
        <Status state="busy">
          {planned > 0 ? strings.rescan.scanningAnswers(saved + failed, planned) : strings.rescan.scanning}
        </Status>
      </span>
    )
  }
  return (
    <span className="row">
      {rescan.isError && <Failure error={rescan.error} />}
      {status === 'failed' && (
        <Failure error={new Error(scan?.errorMessage ?? strings.rescan.noEngineAnswered)} />
      )}
      <Button slim onClick={() => rescan.mutate(promptId)}>
        {strings.rescan.scanAgain}
      </Button>
    </span>
  )
}
