import { and, asc, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { findMail } from '../../mail/find-mail.ts'
import type { Caller } from '../keys/model.ts'
import { publicPages } from '../public-page/table.ts'
import { toSubscriber } from './model.ts'
import { deleteSubscriber } from './subscribe.ts'
import { subscribers } from './table.ts'

type Owner = Pick<Caller, 'organization'>

const maxListed = 50
const perExport = 1_000

/** The number of subscribers, and the newest whose addresses begin with a text. */
export async function listSubscribers(ctx: Context, { organization }: Owner, search = '') {
  const own = eq(subscribers.organizationId, organization.id)
  const begins = search.toLowerCase()
  const [page, counted, rows, mail] = await Promise.all([
    ctx.db
      .select({ isEnabled: publicPages.subscriptions })
      .from(publicPages)
      .where(eq(publicPages.organizationId, organization.id)),
    ctx.db
      .select({ status: subscribers.status, total: count() })
      .from(subscribers)
      .where(own)
      .groupBy(subscribers.status),
    ctx.db
      .select()
      .from(subscribers)
      .where(
        and(own, begins === '' ? undefined : sql`email >= ${begins} and email < ${`${begins}\u{10ffff}`}`),
      )
      .orderBy(desc(subscribers.id))
      .limit(maxListed),
    findMail(ctx),
  ])
  const totalOf = (status: string) => counted.find((each) => each.status === status)?.total ?? 0
  return {
    isAvailable: mail !== null,
    isEnabled: page[0]?.isEnabled ?? false,
    counts: { active: totalOf('active'), asked: totalOf('asked'), stopped: totalOf('stopped') },
    subscribers: rows.map(toSubscriber),
  }
}

/** A part of all subscribers, in the order of their ids. */
export async function exportSubscribers(ctx: Context, { organization }: Owner, after = '') {
  const rows = await ctx.db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.organizationId, organization.id), gt(subscribers.id, after)))
    .orderBy(asc(subscribers.id))
    .limit(perExport)
  const last = rows.length === perExport ? rows.at(-1) : null
  return { subscribers: rows.map(toSubscriber), nextAfter: last?.id ?? null }
}

/** Lets readers subscribe on the public page, or no longer. */
export async function setSubscriptions(ctx: Context, caller: Owner, isEnabled: boolean) {
  await ctx.db
    .insert(publicPages)
    .values({ organizationId: caller.organization.id, subscriptions: isEnabled })
    .onConflictDoUpdate({ target: publicPages.organizationId, set: { subscriptions: isEnabled } })
  return listSubscribers(ctx, caller)
}

/** Deletes a subscriber with all that is stored about them. */
export async function removeSubscriber(ctx: Context, { organization }: Owner, id: string) {
  const [row] = await ctx.db
    .select({ id: subscribers.id })
    .from(subscribers)
    .where(and(eq(subscribers.organizationId, organization.id), eq(subscribers.id, id)))
  if (!row) throw notFound('Subscriber not found')
  await deleteSubscriber(ctx, row)
  return { id }
}
