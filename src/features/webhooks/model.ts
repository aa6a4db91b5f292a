import type { activities, webhookLogs } from './table.ts'

export type ActivityRow = typeof activities.$inferSelect

/** A webhook log entry (spec: Webhook log entry). */
export function toLogEntry(log: typeof webhookLogs.$inferSelect, activity: ActivityRow | null) {
  return {
    id: log.id,
    referenceId: log.referenceId,
    title: log.title,
    integrationType: 'github',
    direction: 'incoming',
    status: log.status,
    statusCode: log.statusCode,
    errorMessage: log.errorMessage,
    payload: activity ? { event: activity.kind, action: activity.action, data: activity.data } : log.payload,
    createdAt: log.createdAt.toISOString(),
  }
}
