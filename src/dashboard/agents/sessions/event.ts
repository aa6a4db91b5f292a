import type { SessionEvent } from '../../../features/conversations/sessions/log/events.ts'

/** A line of a session's stream. */
export type Event = SessionEvent & { meta: { at: string; id: string; deliveryIds?: string[] } }

/** Whether it is the last event of a session. */
export const isLast = ({ type }: { type: string }) =>
  type === 'session.completed' || type === 'session.failed'
