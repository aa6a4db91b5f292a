import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { findSubject } from '../organizations/subject.ts'
import { notificationRules } from './table.ts'

/** Finds what is new for each rule, every minute. */
export const collectNotificationsJob = defineJob(
  'notifications.collect',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const { noteMoves } = await import('./note-moves.ts')
    const { queueNotifications } = await import('./send-notifications.ts')
    await noteMoves(ctx, signal)
    await queueNotifications(ctx, (message) => sendNotificationJob.insert(ctx, message), signal)
  },
  { title: 'Collecting notifications' },
)

/** Queues the weekly summaries. */
export const collectDigestsJob = defineJob(
  'notifications.weekly',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const { queueDigests } = await import('./send-notifications.ts')
    await queueDigests(ctx, (message) => sendNotificationJob.insert(ctx, message), signal)
  },
  { title: 'Queueing weekly summaries' },
)

/** Sends one message to an address. */
export const sendNotificationJob = defineJob(
  'notifications.send',
  t.Object({
    ruleId: t.String(),
    title: t.Optional(t.String()),
    lines: t.Array(t.Object({ text: t.String(), path: t.String(), isReport: t.Optional(t.Boolean()) })),
  }),
  async (ctx, message, { signal }) => {
    const { deliverNotification } = await import('./send-notifications.ts')
    await deliverNotification(ctx, message, signal)
  },
  {
    title: 'Sending a notification',
    attempts: 1,
    subject: (ctx, { ruleId }) =>
      findSubject(
        ctx,
        sql`select organization_id, null as record from ${notificationRules} where id = ${ruleId}`,
      ),
  },
)
