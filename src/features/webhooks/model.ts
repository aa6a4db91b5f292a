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

const idPrefix = 'log_'

/** What the entry of a sequence is called (contract 12.6). */
export const toEntryId = (sequence: number) => idPrefix + sequence.toString(16).padStart(8, '0')

/** The sequence of the entry that is called so; null where none can be. */
export function readEntryId(id: string): number | null {
  const sequence = id.startsWith(idPrefix) ? Number.parseInt(id.slice(idPrefix.length), 16) : Number.NaN
  return toEntryId(sequence) === id ? sequence : null
}

/** A webhook log entry (spec: Webhook log entry). */
export function toLogEntry(log: typeof webhookLogs.$inferSelect, event: Event | null) {
  return {
    id: toEntryId(log.sequence),
    referenceId: log.referenceId,
    title: log.title,
    integrationType: 'github' as const,
    direction: 'incoming' as const,
    status: log.status,
    statusCode: log.statusCode,
    errorMessage: log.errorMessage,
    payload: event ? { event: event.kind, action: event.action, data: event.data } : log.payload,
    createdAt: log.createdAt.toISOString(),
  }
}
