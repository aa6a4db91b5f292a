import { Clock3, type LucideIcon } from 'lucide-react'
import { type State, Status } from '../parts/status.tsx'
import type { BriefStatus } from './queries.ts'
import { placeOf, runSteps } from './steps.ts'

type Look = { state: State; label: string; icon?: LucideIcon }

/** How far an article is, in a word (contract geo 10: approved is called Queued). */
export const states: Record<BriefStatus, Look> = {
  draft: { state: 'draft', label: 'Draft' },
  approved: { state: 'off', label: 'Queued', icon: Clock3 },
  writing: { state: 'busy', label: 'Writing' },
  completed: { state: 'good', label: 'Done' },
  failed: { state: 'bad', label: 'Failed' },
}

export const stateChoices = [
  { value: '', label: 'Any state' },
  ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
]

/** The state of a brief; of one that is written, which step it is at where that is known. */
export function BriefState({ status, step = null }: { status: BriefStatus; step?: string | null }) {
  const { state, label, icon } = states[status]
  const place = status === 'writing' ? placeOf(step) : null
  return (
    <Status state={state} icon={icon}>
      {place === null ? label : `${label}, ${place + 1} of ${runSteps.length}`}
    </Status>
  )
}
