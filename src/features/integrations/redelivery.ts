import type { RedeliveryBarrier } from '../../codehost/github-hooks.ts'
import type { CatchUp } from './table.ts'

const reasons: Record<Exclude<RedeliveryBarrier, 'too-many'>, string> = {
  'no-token':
    'it has no access token of its own. Add one with the permission "Webhooks: write" (classic tokens: "repo").',
  refused: 'its access token lacks a permission. Grant it "Webhooks: write" (classic tokens: "repo").',
  'no-webhook': "GitHub has no webhook with this server's payload URL. Check the webhook on GitHub.",
}

/** Why failed deliveries of a repository cannot be requested again, and what to do. */
export const describeBarrier = (barrier: RedeliveryBarrier, repository: string) =>
  barrier === 'too-many'
    ? `Failed deliveries of ${repository} that are older than its newest 10,000 are not requested again. Redeliver them on GitHub.`
    : `Failed deliveries of ${repository} cannot be requested again: ${reasons[barrier]}`

/** How many failed deliveries one check leaves to the next. */
export const describeLeft = (left: number, minutes: number) =>
  `${left} more failed ${left === 1 ? 'delivery is' : 'deliveries are'} requested in the next check, in ${minutes} minutes.`

/** The message about failed deliveries on the page of a repository; null if there is none. */
export function describeRedelivery(
  { barrier, left = 0, nextMinutes = 5 }: NonNullable<CatchUp['redelivery']>,
  repository: string,
): string | null {
  const sentences = [
    ...(barrier ? [describeBarrier(barrier, repository)] : []),
    ...(left > 0 ? [describeLeft(left, nextMinutes)] : []),
  ]
  return sentences.join(' ') || null
}
