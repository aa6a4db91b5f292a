import type { Overview } from '../../data/visibility.ts'
import { range } from '../../kit/charts/words.ts'
import * as strings from './strings.ts'

/** The interval for prompts that are not tracked; nothing with too few prompts. */
export function OtherPrompts({ evidence }: Pick<Overview, 'evidence'>) {
  if (!evidence?.otherPrompts) return null
  return (
    <details className="fold small pb-3">
      <summary>{strings.rateHead.howSure}</summary>
      <p className="muted">{strings.rateHead.otherPrompts(range(evidence.otherPrompts))}</p>
    </details>
  )
}
