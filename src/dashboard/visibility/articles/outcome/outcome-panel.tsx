import { Link } from 'wouter'
import { type Brief, isOfPrompt } from '../../../data/briefs.ts'
import { paths } from '../../../data/paths.ts'
import { useProjectAddress } from '../../../data/project-address.ts'
import { Section } from '../../../kit/page.tsx'
import { Status } from '../../../kit/status.tsx'
import { BeforeAfter } from './before-after.tsx'
import { OutcomeVerdict } from './outcome-verdict.tsx'
import * as strings from './strings.ts'
import { explainOutcome } from './words.ts'

/** The outcome of an article: whether the change of its mention rate is significant. */
export function OutcomePanel({ brief }: { brief: Brief }) {
  const { outcome, variants } = brief
  const addressOf = useProjectAddress()
  const note = strings.outcomePanel.note(1 + variants.length)
  return (
    <Section title={strings.outcomePanel.outcome} note={outcome ? note : undefined}>
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
          {isOfPrompt(brief)
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
