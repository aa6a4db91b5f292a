import type { WebhookState } from './model.ts'

/** What is known of a webhook: its last delivery is one that was refused, or that the code host signed. */
export type WebhookFacts = { hasSecret: boolean; lastStatus: 'success' | 'failed' | null }

/**
 * How the webhook of a repository stands. It is failing when the last delivery was refused, working when it was
 * accepted; before the first one it waits, as soon as there is a secret to set it up with.
 */
export function toWebhookState({ hasSecret, lastStatus }: WebhookFacts): WebhookState {
  if (lastStatus === 'failed') return 'failing'
  if (!hasSecret) return 'none'
  return lastStatus === null ? 'waiting' : 'working'
}
