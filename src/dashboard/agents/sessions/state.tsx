import { CircleAlert } from 'lucide-react'
import type { Session } from '../../data/agent-sessions.ts'
import { type State, Status } from '../../kit/status.tsx'

type SessionState = Session['state']

const words: Record<SessionState, { state: State; label: string }> = {
  working: { state: 'busy', label: 'Working' },
  waiting: { state: 'warn', label: 'Waiting for input' },
  active: { state: 'good', label: 'Ready' },
  failed: { state: 'bad', label: 'Failed' },
  completed: { state: 'off', label: 'Ended' },
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
