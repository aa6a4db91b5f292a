import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { postDeliveries } from './table.ts'

/** One attempt that a person asked for. */
export type DeliveryAttempt = { deliveryId: string; attempt: number }
export type Delivery = typeof postDeliveries.$inferSelect

/** The row, while this attempt is the newest and has no result. */
export async function findOpen(ctx: Context, { deliveryId, attempt }: DeliveryAttempt) {
  const [row] = await ctx.db.select().from(postDeliveries).where(whereOpen({ deliveryId, attempt }))
  return row
}

const whereOpen = ({ deliveryId, attempt }: DeliveryAttempt) =>
  and(
    eq(postDeliveries.id, deliveryId),
    eq(postDeliveries.attempt, attempt),
    inArray(postDeliveries.status, ['queued', 'sending']),
  )

type Result = Partial<Pick<Delivery, 'status' | 'remoteId' | 'remoteUrl' | 'remotePath' | 'error'>>

/** A statement that stores the state of an open attempt. */
export const setState = (ctx: Context, attempt: DeliveryAttempt, result: Result) =>
  ctx.db
    .update(postDeliveries)
    .set({ ...result, updatedAt: ctx.now() })
    .where(whereOpen(attempt))

export const setFailed = (ctx: Context, attempt: DeliveryAttempt, error: string) =>
  setState(ctx, attempt, { status: 'failed', error })
