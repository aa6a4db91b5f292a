import type { Delivery } from '../../data/deliveries.ts'
import type { State } from '../../kit/status.tsx'
import type { Tick } from '../../kit/tally.tsx'
import * as strings from './strings.ts'

// A delivery in words, in three kinds.

export const results = ['processed', 'filtered', 'failed'] as const
export type Result = (typeof results)[number]

type Kind = { label: string; types: Delivery['type'][]; state: State; tick: Tick }

export const kinds: Record<Result, Kind> = {
  processed: { label: strings.words.processed, types: ['processed', 'ping'], state: 'good', tick: 'li' },
  filtered: {
    label: strings.words.filtered,
    types: ['filtered', 'ignored', 'duplicate'],
    state: 'off',
    tick: 'out',
  },
  failed: { label: strings.words.failed, types: ['rejected'], state: 'bad', tick: 'bad' },
}

export function resultOf({ type }: Pick<Delivery, 'type'>): Result {
  return results.find((result) => kinds[result].types.includes(type)) ?? 'processed'
}

/**
 * Whether Herald read an event from GitHub itself, by polling or after an interruption: there was no
 * delivery.
 */
export const isReadByHerald = ({ type, referenceId }: Pick<Delivery, 'type' | 'referenceId'>) =>
  type === 'processed' && referenceId.startsWith('looked:')

/** The content of a delivery in short; its title if the payload was deleted. */
export function whatOf({ type, title, payload }: Delivery): string {
  const event = String(payload?.event ?? '')
  const action = String(payload?.action ?? '').replaceAll('_', ' ')
  switch (type) {
    case 'ping':
      return strings.words.pingWebhookIsConnected
    case 'ignored':
      return strings.words.unsupportedEvent(event)
    case 'duplicate':
      return strings.words.alreadyReceived(nounOf(event))
    case 'filtered':
      return describeFiltered(event, action)
    case 'processed':
      return payload?.data ? describeProcessed(event, payload) : title
    default:
      return title
  }
}

type Payload = NonNullable<Delivery['payload']>

function describeProcessed(event: string, { action, data }: Payload): string {
  if (event === 'push') return strings.words.push(data.commits.length)
  if (event === 'release')
    return action === 'prereleased' ? strings.words.preReleasePublished : strings.words.releasePublished
  return strings.words.pullRequestMerged
}

function describeFiltered(event: string, action: string): string {
  if (event === 'push') return strings.words.pushOutsideDefaultBranch
  if (event === 'pull_request' && action === 'closed') return strings.words.pullRequestClosedWithoutMerge
  return `${nounOf(event)} ${action || strings.words.withoutAction}`
}

const nouns: Record<string, string> = strings.words.nouns
const nounOf = (event: string) => nouns[event] ?? event

/** The subject of a delivery: the tag, the branch or the number; empty if it has none. */
export function refOf({ payload }: Delivery): string {
  const data = payload?.data
  return String(data?.tagName ?? data?.branch ?? (data?.number ? `#${data.number}` : ''))
}

/** The page of the subject at GitHub. */
export function linkOf({ payload }: Delivery): string | null {
  const data = payload?.data
  return data?.url ?? data?.commits?.at(-1)?.url ?? null
}
