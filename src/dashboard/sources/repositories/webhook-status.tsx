import type { Repository } from '../../data/repositories.ts'
import { type State, Status } from '../../kit/status.tsx'

const states: Record<Repository['webhook'], [State, string]> = {
  none: ['off', 'Not set up'],
  waiting: ['draft', 'Waiting for GitHub'],
  working: ['good', 'Working'],
  failing: ['bad', 'Failing'],
}

/** The status of a repository's webhook; a repository on this machine's disk needs none. */
export function WebhookStatus({
  repository: { provider, enabled, webhook },
}: {
  repository: Pick<Repository, 'provider' | 'enabled' | 'webhook'>
}) {
  if (!enabled) return <Status state="off">Disabled</Status>
  if (provider === 'git') return <Status state="off">Local repository</Status>
  const [state, label] = states[webhook]
  return <Status state={state}>{label}</Status>
}
