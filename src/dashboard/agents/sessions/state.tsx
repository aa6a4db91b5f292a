import { CircleAlert } from 'lucide-react'
import type { Session } from '../../data/agent-sessions.ts'
import { type State, Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'

type SessionState = Session['state']

const words: Record<SessionState, { state: State; label: string }> = {
  working: { state: 'busy', label: strings.state.working },
  waiting: { state: 'warn', label: strings.state.waitingForInput },
  active: { state: 'good', label: strings.state.ready },
  failed: { state: 'bad', label: strings.state.failed },
  completed: { state: 'off', label: strings.state.ended },
}

/** The status of a session. */
export function SessionState({ state }: { state: SessionState }) {
  const { state: look, label } = words[state]
  return (
    <Status state={look} icon={state === 'waiting' ? CircleAlert : undefined}>
      {label}
    </Status>
  )
}
