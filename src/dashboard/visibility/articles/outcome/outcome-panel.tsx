import { Link } from 'wouter'
import type { Brief } from '../../../data/briefs.ts'
import { paths } from '../../../data/paths.ts'
import { useProjectAddress } from '../../../data/project-address.ts'
import { Section } from '../../../kit/page.tsx'
import { Status } from '../../../kit/status.tsx'
import { BeforeAfter } from './before-after.tsx'
import { OutcomeVerdict } from './outcome-verdict.tsx'
import { explainOutcome } from './words.ts'

/** The outcome of an article: whether the change of its mention rate is significant. */
export function OutcomePanel({ brief: { outcome, sourceKind } }: { brief: Brief }) {
  const addressOf = useProjectAddress()
  const isTracked = sourceKind === 'gap' || sourceKind === 'prompt'
  return (
    <Section title="Outcome" note={outcome ? 'Mention rate for its prompt' : undefined}>
      {outcome ? (
        <div className="grid gap-4 pt-4">
          <p className="row">
            <OutcomeVerdict outcome={outcome} />
            {outcome.closed && outcome.published && <Status state="good">Gap closed</Status>}
          </p>
          <BeforeAfter outcome={outcome} />
          <p>{explainOutcome(outcome)}</p>
        </div>
      ) : (
        <p className="muted pt-4">
          {isTracked ? (
            <>
              No scan has run since then. Publish the post, give engines time to read it, then{' '}
              <Link href={addressOf(paths.runScan())}>run a scan</Link>.
            </>
          ) : (
            <>
              The effect cannot be measured: the article was not planned for a tracked prompt. Add the prompt
              under <Link href={addressOf(paths.prompts())}>Prompts</Link>.
            </>
          )}
        </p>
      )}
    </Section>
  )
}
