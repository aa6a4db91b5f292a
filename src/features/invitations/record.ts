import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { ceilingGuard } from '../../db/ceilings.ts'
import type { Statement } from '../../db/client.ts'
import { hashToken, newToken } from '../../ids.ts'
import type { NewInvitation } from './model.ts'
import { invitations } from './table.ts'

const days = 7

/** An invitation, the token for its link, and the statements that replace an earlier invitation. */
export function newInvitation(
  ctx: Context,
  invitation: NewInvitation & { organizationId: string; invitedBy: string | null },
) {
  const token = newToken('', 32)
  const expiresAt = new Date(ctx.now().getTime() + days * 24 * 60 * 60 * 1000)
  const row = { ...invitation, id: Bun.randomUUIDv7(), hash: hashToken(token), expiresAt }
  const { organizationId, email } = invitation
  const earlier = and(
    eq(invitations.organizationId, organizationId),
    eq(invitations.email, email),
    isNull(invitations.acceptedAt),
  )
  const statements: Statement[] = [
    ctx.db.delete(invitations).where(earlier),
    ctx.db.insert(invitations).values(row),
    ctx.db.run(ceilingGuard('invitations', organizationId)),
  ]
  return { row, token, statements }
}

/** A statement that accepts an invitation; a guard after it fails the batch if the invitation is no longer open. */
export function acceptInvitation(ctx: Context, id: string): Statement {
  return ctx.db
    .update(invitations)
    .set({ acceptedAt: ctx.now() })
    .where(isOpen(ctx, eq(invitations.id, id)))
}

/** Selects invitations that can still be accepted. */
export const isOpen = (ctx: Context, which: SQL) =>
  and(which, isNull(invitations.acceptedAt), gt(invitations.expiresAt, ctx.now()))
