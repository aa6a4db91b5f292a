import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { findSubject } from '../organizations/subject.ts'
import { noticeRules, sendNotice } from './table.ts'

/** Looks for news, every minute. */
export const noticesJob = defineJob(
  'notifications.collect',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const { queueNotices } = await import('./send-notices.ts')
    await queueNotices(ctx, signal)
  },
  { title: 'Collecting notifications' },
)

/** Sends one message. */
export const sendNoticeJob = defineJob(
  sendNotice,
  t.Object({ ruleId: t.String(), lines: t.Array(t.Object({ text: t.String(), path: t.String() })) }),
  async (ctx, notice, { signal }) => {
    const { deliverNotice } = await import('./send-notices.ts')
    await deliverNotice(ctx, notice, signal)
  },
  {
    title: 'Sending a notification',
    attempts: 1,
    subject: (ctx, { ruleId }) =>
      findSubject(ctx, sql`select organization_id, null as record from ${noticeRules} where id = ${ruleId}`),
  },
)
