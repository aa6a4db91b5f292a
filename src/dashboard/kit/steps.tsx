import { Check, LoaderCircle, Minus, TriangleAlert, X } from 'lucide-react'
import { Icon } from './icon.tsx'

export type Step = { label: string; state: 'done' | 'now' | 'later' | 'warned' | 'failed' }

const drawings = { done: Check, now: LoaderCircle, later: Minus, warned: TriangleAlert, failed: X }
const looks = { done: 'good', now: 'busy', later: 'off', warned: 'warn', failed: 'bad' }

/** The steps of a run; changes are announced to screen readers. */
export function StepLog({ steps }: { steps: Step[] }) {
  return (
    <ol className="log" aria-live="polite">
      {steps.map(({ label, state }) => (
        <li key={label} className={`status ${looks[state]} whitespace-normal`}>
          <Icon of={drawings[state]} />
          {label}
        </li>
      ))}
    </ol>
  )
}
