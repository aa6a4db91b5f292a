import type { Outcome } from '../../../data/briefs.ts'
import { BeforeAfterMark } from './before-after.tsx'
import { OutcomeVerdict } from './outcome-verdict.tsx'

/** The outcome of an article, in its row. */
export function OutcomeCell({ outcome }: { outcome: Outcome }) {
  return (
    <span className="outcome">
      <BeforeAfterMark outcome={outcome} />
      <OutcomeVerdict outcome={outcome} />
    </span>
  )
}
