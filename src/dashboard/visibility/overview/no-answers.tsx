import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked } from '../../data/query-state.ts'
import { useLatestScan } from '../../data/scans.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import * as strings from './strings.ts'

/** The empty state without answers: not set up, no scan yet, or none in this range. */
export function NoAnswers({ isConfigured }: { isConfigured: boolean }) {
  const { data: scan } = useLatestScan()
  const [, ask] = useAsked('scan')
  if (!isConfigured) return <Unset />
  if (scan === undefined || scan?.status === 'running')
    return <Empty title={strings.noAnswers.scanRunning} pending={12} />
  if (scan?.status === 'completed')
    return (
      <Empty title={strings.noAnswers.noneInRange} pending={12}>
        {strings.noAnswers.chooseALongerRange}
      </Empty>
    )
  return (
    <Empty
      title={strings.noAnswers.noScanYet}
      pending={12}
      actions={
        <Button look="primary" onClick={() => ask(true)}>
          {strings.noAnswers.runAScan}
        </Button>
      }
    >
      {strings.noAnswers.scanText}
    </Empty>
  )
}

/** A project whose settings were never saved. */
export function Unset() {
  const addressOf = useProjectAddress()
  return (
    <Empty
      title={strings.noAnswers.notSetUp}
      pending={12}
      actions={
        <ButtonLink look="primary" href={addressOf(paths.visibilitySettings())}>
          {strings.noAnswers.setUp}
        </ButtonLink>
      }
    >
      {strings.noAnswers.notSetUpText}
    </Empty>
  )
}
