import type { Repository } from '../../data/repositories.ts'
import { type State, Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'

const states: Record<Repository['webhook'], [State, string]> = {
  none: ['off', strings.webhookStatus.notSetUp],
  waiting: ['draft', strings.webhookStatus.waitingForGitHub],
  working: ['good', strings.webhookStatus.working],
  failing: ['bad', strings.webhookStatus.failing],
}

/** The status of a repository's webhook; a repository on this machine's disk needs none. */
export function WebhookStatus({
  repository: { provider, enabled, webhook },
}: {
  repository: Pick<Repository, 'provider' | 'enabled' | 'webhook'>
}) {
  if (!enabled) return <Status state="off">{strings.webhookStatus.disabled}</Status>
  if (provider === 'git') {
    const isDelivered = webhook === 'working' || webhook === 'failing'
    const label = isDelivered ? strings.webhookStatus.localRepository : strings.webhookStatus.localNoWebhook
    return <Status state="off">{label}</Status>
  }
  const [state, label] = states[webhook]
  return <Status state={state}>{label}</Status>
}
