import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { expireOpen } from './record.ts'

/** Expires approvals that nobody answered within a day. */
export const sweepApprovals = defineJob('approvals.sweep', t.Object({}), async (ctx) => [expireOpen(ctx)], {
  title: 'Expiring open approvals',
})
