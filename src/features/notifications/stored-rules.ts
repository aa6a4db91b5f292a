import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { badRequest, notFound } from '../../errors.ts'
import { findMail } from '../../mail/find-mail.ts'
import { destinations } from '../destinations/table.ts'
import type { Caller } from '../keys/model.ts'
import { type NotificationKind, notificationRules } from './table.ts'

type Owner = Pick<Caller, 'organization' | 'person'>

/** Which notifications go to the addresses of an organization, and to the email address of the caller. */
export async function listRules(ctx: Context, { organization, person }: Owner) {
  const [addresses, rules, mail] = await Promise.all([
    ctx.db
      .select({ id: destinations.id, name: destinations.name })
      .from(destinations)
      .where(eq(destinations.organizationId, organization.id)),
    ctx.db.select().from(notificationRules).where(eq(notificationRules.organizationId, organization.id)),
    findMail(ctx),
  ])
  const own = rules.find(({ userId }) => userId !== null && userId === person?.id)
  return {
    destinations: addresses.map(({ id, name }) => {
      const rule = rules.find(({ destinationId }) => destinationId === id)
      return { id, name, kinds: rule?.kinds ?? [], error: rule?.error ?? null }
    }),
    mail: mail && person ? { kinds: own?.kinds ?? [] } : null,
  }
}

/** Chooses the notifications to an address; earlier events are not reported. */
export async function setDestinationNotifications(
  ctx: Context,
  caller: Owner,
  destinationId: string,
  kinds: NotificationKind[],
) {
  const { organization } = caller
  const [address] = await ctx.db
    .select({ id: destinations.id })
    .from(destinations)
    .where(and(eq(destinations.organizationId, organization.id), eq(destinations.id, destinationId)))
  if (!address) throw notFound('Destination not found')
  await save(ctx, organization.id, { destinationId, userId: null }, kinds)
  return listRules(ctx, caller)
}

/** Chooses the notifications to the email address of the caller. */
export async function setOwnNotifications(ctx: Context, caller: Owner, kinds: NotificationKind[]) {
  if (!caller.person) throw badRequest('Only a signed-in user gets notifications by email')
  await save(ctx, caller.organization.id, { destinationId: null, userId: caller.person.id }, kinds)
  return listRules(ctx, caller)
}

type Target = { destinationId: string | null; userId: string | null }

async function save(ctx: Context, organizationId: string, target: Target, kinds: NotificationKind[]) {
  const { destinationId, userId } = target
  if (kinds.length === 0) {
    const own = destinationId
      ? eq(notificationRules.destinationId, destinationId)
      : eq(notificationRules.userId, userId ?? '')
    await ctx.db
      .delete(notificationRules)
      .where(and(eq(notificationRules.organizationId, organizationId), own))
    return
  }
  const now = ctx.now()
  // What happened before is not reported, also of a kind that is added to a rule.
  const chosen = { kinds, reportedUntil: now, error: null }
  await ctx.db
    .insert(notificationRules)
    .values({ id: Bun.randomUUIDv7(), organizationId, destinationId, userId, ...chosen, quietUntil: now })
    .onConflictDoUpdate({
      target: destinationId
        ? notificationRules.destinationId
        : [notificationRules.organizationId, notificationRules.userId],
      set: chosen,
    })
}
