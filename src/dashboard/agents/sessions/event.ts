import type { SessionEvent } from '../../../features/conversations/sessions/log/events.ts'

/** A line of a session's stream. */
export type Event = SessionEvent & { meta: { at: string; id: string; deliveryIds?: string[] } }

/** True of the last event that there will ever be. */
export const isLast = ({ type }: { type: string }) =>
  type === 'session.completed' || type === 'session.failed'
