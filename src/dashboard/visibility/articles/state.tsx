import { Clock3, type LucideIcon } from 'lucide-react'
import { faultsInWords } from '../../content/post/faults.ts'
import type { BriefItem, BriefStatus } from '../../data/briefs.ts'
import { type State, Status } from '../../kit/status.tsx'
import { placeOf, runSteps } from './steps.ts'

type Look = { state: State; label: string; icon?: LucideIcon }

/** The status of an article in a word (contract geo 10: approved is called Queued). */
export const states: Record<BriefStatus, Look> = {
  draft: { state: 'draft', label: 'Draft' },
  approved: { state: 'off', label: 'Queued', icon: Clock3 },
  writing: { state: 'busy', label: 'Writing' },
  completed: { state: 'good', label: 'Done' },
  failed: { state: 'bad', label: 'Failed' },
}

export const stateChoices = [
  { value: '', label: 'All states' },
  ...Object.entries(states).map(([value, { label }]) => ({ value, label })),
]

/** The status of a brief, with the current step of its run and the number of faults of its article. */
export function BriefState({
  status,
  step = null,
  faults,
}: {
  status: BriefStatus
  step?: string | null
  faults?: BriefItem['faults']
}) {
  const { state, label, icon } = states[status]
  const place = status === 'writing' ? placeOf(step) : null
  const count = faults ? faults.blocking + faults.minor : 0
  if (status === 'completed' && count > 0)
    return (
      <Status state={faults?.blocking ? 'warn' : state}>
        {label}, {faultsInWords(count)}
      </Status>
    )
  return (
    <Status state={state} icon={icon}>
      {place === null ? label : `${label}, ${place + 1} of ${runSteps.length}`}
    </Status>
  )
}
