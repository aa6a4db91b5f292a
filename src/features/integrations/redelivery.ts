import type { RedeliveryBarrier } from '../../codehost/github-hooks.ts'

const reasons: Record<RedeliveryBarrier, string> = {
  'no-token':
    'it has no access token of its own. Add one with the permission "Webhooks: write" (classic tokens: "repo").',
  refused: 'its access token lacks a permission. Grant it "Webhooks: write" (classic tokens: "repo").',
  'no-webhook': "GitHub has no webhook with this server's payload URL. Check the webhook on GitHub.",
}

/** Why failed deliveries of a repository cannot be requested again, and what to do. */
export const describeBarrier = (barrier: RedeliveryBarrier, repository: string) =>
  `Failed deliveries of ${repository} cannot be requested again: ${reasons[barrier]}`
