import type { LucideIcon } from 'lucide-react'
import type { BriefItem, BriefStatus } from '../../data/briefs.ts'
import { countFaults, faultsInWords, postStates, runStates } from '../../data/states.tsx'
import { type State, Status } from '../../kit/status.tsx'
import { placeOf, runSteps } from './steps.ts'
import * as strings from './strings.ts'

type StateDisplay = { state: State; label: string; icon?: LucideIcon }

/** The status of an article in a word (contract geo 10: approved is called Queued). */
export const states: Record<BriefStatus, StateDisplay> = {
  draft: postStates.draft,
  approved: runStates.queued,
  writing: runStates.running,
  completed: runStates.completed,
  failed: runStates.failed,
}

export const stateChoices = [
  { value: '', label: strings.state.allStates },
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
  const count = countFaults(faults)
  if (status === 'completed' && count > 0)
    return (
      <Status state={faults?.blocking ? 'warn' : state}>
        {label}, {faultsInWords(count)}
      </Status>
    )
  return (
    <Status state={state} icon={icon}>
      {place === null ? label : strings.state.step(label, place + 1, runSteps.length)}
    </Status>
  )
}
