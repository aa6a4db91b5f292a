import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'

/** Sends queued mails for a minute. */
export const sendMailsJob = defineJob(
  'subscribers.send',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const { sendQueued } = await import('./send-queued.ts')
    await sendQueued(ctx, signal)
  },
  { title: 'Sending emails to subscribers', attempts: 1 },
)

/** Queues the weekly mails. */
export const releaseDigestsJob = defineJob(
  'subscribers.digest',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const { releaseDigests } = await import('./queue-mails.ts')
    await releaseDigests(ctx, signal)
  },
  { title: 'Queueing weekly emails to subscribers' },
)

/** Deletes addresses that were not confirmed within seven days. */
export const sweepSubscribers = defineJob(
  'subscribers.sweep',
  t.Object({}),
  async (ctx) => {
    const { deleteUnconfirmed } = await import('./subscribe.ts')
    await deleteUnconfirmed(ctx)
  },
  { title: 'Deleting unconfirmed subscribers' },
)
