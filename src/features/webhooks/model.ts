import type { Event } from '../activity/table.ts'
import type { webhookLogs } from './table.ts'

/** What is noted of a delivery. */
export type LogEntry = {
  deliveryId: string
  title: string
  statusCode: number
  errorMessage?: string
  payload?: Record<string, unknown>
  /** Its event holds the payload. */
  processed?: boolean
  verified: boolean
}

/** A webhook log entry (spec: Webhook log entry). */
export function toLogEntry(log: typeof webhookLogs.$inferSelect, event: Event | null) {
  return {
    id: log.id,
    referenceId: log.referenceId,
    title: log.title,
    integrationType: 'github',
    direction: 'incoming',
    status: log.status,
    statusCode: log.statusCode,
    errorMessage: log.errorMessage,
    payload: event ? { event: event.kind, action: event.action, data: event.data } : log.payload,
    createdAt: log.createdAt.toISOString(),
  }
}
