import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked } from '../../data/query-state.ts'
import { useLatestScan } from '../../data/scans.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'

/** The empty state without answers: not set up, no scan yet, or none in this range. */
export function NoAnswers({ isConfigured }: { isConfigured: boolean }) {
  const { data: scan } = useLatestScan()
  const [, ask] = useAsked('scan')
  if (!isConfigured) return <Unset />
  if (scan === undefined || scan?.status === 'running') return <Empty title="Scan running" pending={12} />
  if (scan?.status === 'completed')
    return (
      <Empty title="No answers in this range" pending={12}>
        Choose a longer range, or run a scan.
      </Empty>
    )
  return (
    <Empty
      title="No scan yet"
      pending={12}
      actions={
        <Button look="primary" onClick={() => ask(true)}>
          Run a scan
        </Button>
      }
    >
      A scan sends each prompt to each engine and counts who the answers mention.
    </Empty>
  )
}

/** A project whose settings were never saved. */
export function Unset() {
  const addressOf = useProjectAddress()
  return (
    <Empty
      title="Not set up yet"
      pending={12}
      actions={
        <ButtonLink look="primary" href={addressOf(paths.visibilitySettings())}>
          Set up
        </ButtonLink>
      }
    >
      Enter your company name and choose engines. Nothing is sent until you run a scan.
    </Empty>
  )
}
