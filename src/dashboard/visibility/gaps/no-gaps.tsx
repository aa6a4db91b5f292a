import type { Gaps } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked } from '../../data/query-state.ts'
import { useLatestScan } from '../../data/scans.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Tally } from '../../kit/tally.tsx'

/** The empty state without prompt gaps: no scan yet, a running scan, or a brand that is named. */
export function NoPromptGaps({ gaps }: { gaps: Gaps }) {
  const { data: scan } = useLatestScan()
  const addressOf = useProjectAddress()
  const [, ask] = useAsked('scan')
  if (gaps.hasScanData)
    return (
      <Empty
        title="No gaps"
        draw={<Tally groups={[{ kind: 'hi', count: 12, label: 'named' }]} height={28} noun="prompts" />}
        actions={
          <>
            <ButtonLink look="primary" href={addressOf(paths.newPrompt())}>
              Add prompt
            </ButtonLink>
            <ButtonLink href={addressOf(paths.visibility())}>View visibility</ButtonLink>
          </>
        }
      >
        More than half of the engines name you for every prompt. Add prompts to find new gaps.
      </Empty>
    )
  const draw = <Tally groups={[{ kind: 'wait', count: 12, label: 'pending' }]} height={28} noun="answers" />
  if (scan?.status === 'running')
    return (
      <Empty title="Scan running" draw={draw}>
        Gaps appear when the scan is done.
      </Empty>
    )
  return (
    <Empty
      title="No scan yet"
      draw={draw}
      actions={
        <Button look="primary" onClick={() => ask(true)}>
          Run a scan
        </Button>
      }
    >
      A gap is a prompt that at least half of the engines answer without naming you. Run a scan to find gaps.
    </Empty>
  )
}
