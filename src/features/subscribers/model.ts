import { t } from 'elysia'
import { integer, oneOf, text } from '../../http/fields.ts'
import { frequencies, subscriberStatuses, type subscribers } from './table.ts'

export const Subscriber = t.Object({
  id: t.String(),
  email: t.String(),
  status: oneOf(subscriberStatuses),
  frequency: oneOf(frequencies),
  askedAt: t.String(),
  confirmedAt: t.Nullable(t.String()),
  stoppedAt: t.Nullable(t.String()),
  stoppedBy: t.Nullable(oneOf(['reader', 'bounce'])),
  stopReason: t.Nullable(t.String()),
})

export const SubscriberOverview = t.Object({
  /** Whether this server can send mail. */
  isAvailable: t.Boolean(),
  isEnabled: t.Boolean(),
  counts: t.Object({ active: integer, asked: integer, stopped: integer }),
  /** The newest. */
  subscribers: t.Array(Subscriber),
})
export const SubscriberQuery = t.Object({ search: t.Optional(text('search', 0, 254)) })
export const SubscriberPatch = t.Object({
  isEnabled: t.Boolean({ error: 'isEnabled must be true or false' }),
})
export const SubscriberExport = t.Object({
  subscribers: t.Array(Subscriber),
  nextAfter: t.Nullable(t.String()),
})
export const ExportQuery = t.Object({ after: t.Optional(text('after', 0, 100)) })
export const DeletedSubscriber = t.Object({ id: t.String() })

export function toSubscriber(row: typeof subscribers.$inferSelect): typeof Subscriber.static {
  const { id, email, status, frequency, stoppedBy, stopReason } = row
  return {
    ...{ id, email, status, frequency, stoppedBy, stopReason },
    askedAt: row.askedAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    stoppedAt: row.stoppedAt?.toISOString() ?? null,
  }
}
