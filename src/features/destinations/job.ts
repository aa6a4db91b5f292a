import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../context.ts'
import { integer } from '../../http/fields.ts'
import { defineJob } from '../../jobs/define.ts'
import { findSubject } from '../organizations/subject.ts'
import { setFailed } from './record.ts'
import { postDeliveries } from './table.ts'

/** Sends a post to one destination. A message is sent at most once for each request of a person. */
export const deliverJob = defineJob(
  'destinations.deliver',
  t.Object({ deliveryId: t.String(), attempt: integer }),
  async (ctx, delivery, { signal }) => {
    const { deliver } = await import('./deliver.ts')
    await deliver(ctx, delivery, signal)
  },
  {
    title: 'Sending a post',
    attempts: 5,
    subject: (ctx, { deliveryId }) => subjectOf(ctx, deliveryId),
    onDead: (ctx, delivery, reason) => [setFailed(ctx, delivery, reason)],
  },
)

const subjectOf = (ctx: Context, deliveryId: string) =>
  findSubject(
    ctx,
    sql`select organization_id, 'post ' || post_id || ' to ' || target as record
      from ${postDeliveries} where id = ${deliveryId}`,
  )
