import { Link } from 'wouter'
import { Section } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { paths } from '../../paths.ts'
import { useProjectAddress } from '../../projects/address.ts'
import type { Brief } from '../queries.ts'
import { BeforeAfter } from './before-after.tsx'
import { OutcomeVerdict } from './outcome-verdict.tsx'
import { explainOutcome } from './words.ts'

/** Whether the article moved the answers, or the noise did. */
export function OutcomePanel({ brief: { outcome, sourceKind } }: { brief: Brief }) {
  const addressOf = useProjectAddress()
  const isTracked = sourceKind === 'gap' || sourceKind === 'prompt'
  return (
    <Section title="Outcome" note={outcome ? 'How often answers to its prompt name you' : undefined}>
      {outcome ? (
        <div className="grid gap-4 pt-4">
          <p className="row">
            <OutcomeVerdict outcome={outcome} />
            {outcome.closed && outcome.published && <Status state="good">The gap is closed</Status>}
          </p>
          <BeforeAfter outcome={outcome} />
          <p>{explainOutcome(outcome)}</p>
        </div>
      ) : (
        <p className="muted pt-4">
          {isTracked ? (
            <>
              No scan since has asked its prompt. Publish the post, and{' '}
              <Link href={addressOf(paths.runScan())}>run a scan</Link> when engines have had time to read it.
            </>
          ) : (
            <>
              It was not planned for a prompt that you track, so there is nothing to hold it against. Track it
              under <Link href={addressOf(paths.prompts())}>Prompts</Link>.
            </>
          )}
        </p>
      )}
    </Section>
  )
}
