import { Link } from 'wouter'
import type { Brief } from '../../../data/briefs.ts'
import { paths } from '../../../data/paths.ts'
import { useProjectAddress } from '../../../data/project-address.ts'
import { Section } from '../../../kit/page.tsx'
import { Status } from '../../../kit/status.tsx'
import { BeforeAfter } from './before-after.tsx'
import { OutcomeVerdict } from './outcome-verdict.tsx'
import * as strings from './strings.ts'
import { explainOutcome } from './words.ts'

/** The outcome of an article: whether the change of its mention rate is significant. */
export function OutcomePanel({ brief: { outcome, sourceKind } }: { brief: Brief }) {
  const addressOf = useProjectAddress()
  const isTracked = sourceKind === 'gap' || sourceKind === 'prompt'
  return (
    <Section title={strings.outcomePanel.outcome} note={outcome ? strings.outcomePanel.note : undefined}>
      {outcome ? (
        <div className="grid gap-4 pt-4">
          <p className="row">
            <OutcomeVerdict outcome={outcome} />
            {outcome.closed && <Status state="good">{strings.outcomePanel.gapClosed}</Status>}
          </p>
          <BeforeAfter outcome={outcome} />
          <p>{explainOutcome(outcome)}</p>
        </div>
      ) : (
        <p className="muted pt-4">
          {isTracked
            ? strings.outcomePanel.noScanSince(
                <Link href={addressOf(paths.runScan())}>{strings.outcomePanel.runScan}</Link>,
              )
            : strings.outcomePanel.noPrompt(
                <Link href={addressOf(paths.prompts())}>{strings.outcomePanel.prompts}</Link>,
              )}
        </p>
      )}
    </Section>
  )
}
