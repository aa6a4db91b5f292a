import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { badRequest, notFound } from '../../errors.ts'
import { findMail } from '../../mail/find-mail.ts'
import { destinations } from '../destinations/table.ts'
import type { Caller } from '../keys/model.ts'
import { type NoticeKind, noticeRules } from './table.ts'

type Owner = Pick<Caller, 'organization' | 'person'>

/** Which notices go to the addresses of an organization, and to the email address of the caller. */
export async function listNoticeRules(ctx: Context, { organization, person }: Owner) {
  const [addresses, rules, mail] = await Promise.all([
    ctx.db
      .select({ id: destinations.id, name: destinations.name })
      .from(destinations)
      .where(eq(destinations.organizationId, organization.id)),
    ctx.db.select().from(noticeRules).where(eq(noticeRules.organizationId, organization.id)),
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

/** Chooses the notices to an address; earlier events are not reported. */
export async function setDestinationNotices(
  ctx: Context,
  caller: Owner,
  destinationId: string,
  kinds: NoticeKind[],
) {
  const { organization } = caller
  const [address] = await ctx.db
    .select({ id: destinations.id })
    .from(destinations)
    .where(and(eq(destinations.organizationId, organization.id), eq(destinations.id, destinationId)))
  if (!address) throw notFound('Destination not found')
  await save(ctx, organization.id, { destinationId, userId: null }, kinds)
  return listNoticeRules(ctx, caller)
}

/** Chooses the notices to the email address of the caller. */
export async function setOwnNotices(ctx: Context, caller: Owner, kinds: NoticeKind[]) {
  if (!caller.person) throw badRequest('Only a signed-in user gets notifications by email')
  await save(ctx, caller.organization.id, { destinationId: null, userId: caller.person.id }, kinds)
  return listNoticeRules(ctx, caller)
}

type Target = { destinationId: string | null; userId: string | null }

async function save(
  ctx: Context,
  organizationId: string,
  { destinationId, userId }: Target,
  kinds: NoticeKind[],
) {
  const now = ctx.now()
  const own = and(
    eq(noticeRules.organizationId, organizationId),
    destinationId ? eq(noticeRules.destinationId, destinationId) : isNull(noticeRules.destinationId),
    userId ? eq(noticeRules.userId, userId) : isNull(noticeRules.userId),
  )
  const [known] = await ctx.db.select().from(noticeRules).where(own)
  if (kinds.length === 0) {
    await ctx.db.delete(noticeRules).where(own)
    return
  }
  if (known) {
    await ctx.db.update(noticeRules).set({ kinds, error: null }).where(eq(noticeRules.id, known.id))
    return
  }
  const id = Bun.randomUUIDv7()
  const row = { id, organizationId, destinationId, userId, kinds, reportedUntil: now, quietUntil: now }
  await ctx.db.insert(noticeRules).values(row)
}
