import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import { atomically, type Statement } from '../../db/client.ts'
import { badRequest } from '../../errors.ts'
import { buckets } from '../../http/buckets.ts'
import { spend, take } from '../../http/rate-limits.ts'
import { newToken } from '../../ids.ts'
import { queueLetter } from '../../mail/letter-job.ts'
import { readEmail } from '../../text/email.ts'
import type { OpenSite } from '../public-page/service.ts'
import { confirmation, reminder } from './letters.ts'
import { frequencies, subscriberMails, subscribers } from './table.ts'

export type Subscriber = typeof subscribers.$inferSelect
export type Frequency = (typeof frequencies)[number]

/** The version of the sentence next to the form, stored as a part of the consent. */
const wording = 1
const day = 24 * 60 * 60 * 1000
/** A subscription must be confirmed within this time. */
export const confirmMs = 7 * day

export const readFrequency = (text: string | null): Frequency =>
  frequencies.find((each) => each === text) ?? 'post'

/**
 * Asks the owner of an address to confirm a subscription. It ends alike for known and unknown addresses, so that nobody
 * can find out who subscribes.
 */
export async function askToSubscribe(
  ctx: Context,
  { organizationId, site }: OpenSite,
  { email: entered, frequency, from }: { email: string; frequency: Frequency; from: string },
): Promise<void> {
  const email = readEmail(entered)
  if (!email) throw badRequest('Enter a valid email address')
  await spend(ctx, buckets.subscribeFromAddress, from)
  await spend(ctx, buckets.subscribeToOrganization, organizationId)
  if (!(await take(ctx, buckets.mailToReader, `${organizationId}:${email}`))) return
  const own = and(eq(subscribers.organizationId, organizationId), eq(subscribers.email, email))
  const [known] = await ctx.db.select().from(subscribers).where(own)
  if (known?.status === 'active') {
    await ctx.db.batch([queueLetter(ctx, reminder(ctx, site, known))])
  } else {
    const asked = {
      status: 'asked' as const,
      frequency,
      askedAt: ctx.now(),
      askedFrom: from,
      wording,
      confirmedAt: null,
      confirmedFrom: null,
    }
    const token = known?.token ?? newToken('', 32)
    const row = { id: Bun.randomUUIDv7(), organizationId, email, token, ...asked }
    await atomically(ctx.db, [
      known
        ? ctx.db.update(subscribers).set(asked).where(eq(subscribers.id, known.id))
        : ctx.db.insert(subscribers).values(row),
      ctx.db.run(ceilingGuard('subscribers', organizationId)),
      queueLetter(ctx, confirmation(ctx, site, { email, token })),
    ])
  }
  ctx.jobsReady.wake()
}

/** The subscriber of a link; null if there is none or it was asked too long ago. */
export async function findSubscriber(ctx: Context, token: string): Promise<Subscriber | null> {
  const [row] = await ctx.db.select().from(subscribers).where(eq(subscribers.token, token))
  if (!row) return null
  const hasRunOut = row.status === 'asked' && row.askedAt.getTime() < ctx.now().getTime() - confirmMs
  return hasRunOut ? null : row
}

const notStopped = { stoppedAt: null, stoppedBy: null, stopReason: null }

/** Confirms the address of a subscriber. */
export async function confirmSubscriber(ctx: Context, { id }: Subscriber, from: string): Promise<void> {
  await ctx.db
    .update(subscribers)
    .set({ status: 'active', confirmedAt: ctx.now(), confirmedFrom: from, ...notStopped })
    .where(and(eq(subscribers.id, id), eq(subscribers.status, 'asked')))
}

/** Chooses between a mail for each post and a weekly one. */
export async function setFrequency(ctx: Context, { id }: Subscriber, frequency: Frequency): Promise<void> {
  await ctx.db.update(subscribers).set({ frequency }).where(eq(subscribers.id, id))
}

/** Ends a subscription at once: mails that are not sent yet are dropped. */
export async function stopSubscriber(ctx: Context, { id }: Pick<Subscriber, 'id'>): Promise<void> {
  await ctx.db.batch([
    ctx.db
      .update(subscribers)
      .set({ status: 'stopped', stoppedAt: ctx.now(), stoppedBy: 'reader' })
      .where(and(eq(subscribers.id, id), inArray(subscribers.status, ['asked', 'active']))),
    dropUnsent(ctx, id),
  ])
}

/** A statement that ends the subscription of an address that does not exist. */
export const stopAfterBounce = (ctx: Context, id: string, stopReason: string): Statement[] => [
  ctx.db
    .update(subscribers)
    .set({ status: 'stopped', stoppedAt: ctx.now(), stoppedBy: 'bounce', stopReason })
    .where(eq(subscribers.id, id)),
  dropUnsent(ctx, id),
]

const dropUnsent = (ctx: Context, subscriberId: string): Statement =>
  ctx.db
    .delete(subscriberMails)
    .where(
      and(
        eq(subscriberMails.subscriberId, subscriberId),
        inArray(subscriberMails.status, ['held', 'queued']),
      ),
    )

/** Deletes all that is stored about a subscriber. */
export async function deleteSubscriber(ctx: Context, { id }: Pick<Subscriber, 'id'>): Promise<void> {
  await ctx.db.delete(subscribers).where(eq(subscribers.id, id))
}

/** Deletes addresses that were not confirmed in time; those that had ended a subscription before stay ended. */
export async function deleteUnconfirmed(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - confirmMs)
  const unconfirmed = and(eq(subscribers.status, 'asked'), lt(subscribers.askedAt, before))
  await ctx.db.batch([
    ctx.db
      .update(subscribers)
      .set({ status: 'stopped' })
      .where(and(unconfirmed, isNotNull(subscribers.stoppedAt))),
    ctx.db.delete(subscribers).where(unconfirmed),
  ])
}
