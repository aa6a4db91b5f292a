import type { Gaps } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked } from '../../data/query-state.ts'
import { useLatestScan } from '../../data/scans.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Tally } from '../../kit/tally.tsx'
import * as strings from './strings.ts'

/** The empty state without prompt gaps: no scan yet, a running scan, or a brand that is named. */
export function NoPromptGaps({ gaps }: { gaps: Gaps }) {
  const { data: scan } = useLatestScan()
  const addressOf = useProjectAddress()
  const [, ask] = useAsked('scan')
  if (gaps.hasScanData)
    return (
      <Empty
        title={strings.noGaps.noGaps}
        draw={
          <Tally
            groups={[{ kind: 'hi', count: 12, label: strings.noGaps.named }]}
            height={28}
            noun={strings.noGaps.prompts}
          />
        }
        actions={
          <>
            <ButtonLink look="primary" href={addressOf(paths.newPrompt())}>
              {strings.noGaps.addPrompt}
            </ButtonLink>
            <ButtonLink href={addressOf(paths.visibility())}>{strings.noGaps.viewVisibility}</ButtonLink>
          </>
        }
      >
        {strings.noGaps.noGapsText}
      </Empty>
    )
  const draw = (
    <Tally
      groups={[{ kind: 'wait', count: 12, label: strings.noGaps.pending }]}
      height={28}
      noun={strings.noGaps.answers}
    />
  )
  if (scan?.status === 'running')
    return (
      <Empty title={strings.noGaps.scanRunning} draw={draw}>
        {strings.noGaps.scanRunningText}
      </Empty>
    )
  return (
    <Empty
      title={strings.noGaps.noScanYet}
      draw={draw}
      actions={
        <Button look="primary" onClick={() => ask(true)}>
          {strings.noGaps.runAScan}
        </Button>
      }
    >
      {strings.noGaps.noScanText}
    </Empty>
  )
}
