import type { Event } from '../activity/table.ts'
import type { webhookLogs } from './table.ts'

/** The log data of a delivery. */
export type LogEntry = {
  /** Random: copies of a delivery may be logged in the same millisecond. */
  key: string
  deliveryId: string
  title: string
  statusCode: number
  errorMessage?: string
  payload?: Record<string, unknown>
  /** If true, its event contains the payload. */
  processed?: boolean
  verified: boolean
  createdAt: Date
}

const idPrefix = 'log_'

/** The id of the entry with a sequence number (contract 12.6). */
export const toEntryId = (sequence: number) => idPrefix + sequence.toString(16).padStart(8, '0')

/** The sequence number in the id of an entry; null if there is none. */
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
