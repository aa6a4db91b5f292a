import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { hashToken, newToken } from '../../../ids.ts'
import { links } from '../table.ts'
import { type LinkKind, linkMinutes } from './rules.ts'

/** A link for a user, or for the first account: its token, and the statements that put it in place of older ones. */
export function newLink(ctx: Context, kind: LinkKind, userId: string | null) {
  const token = newToken('', 32)
  const expiresAt = new Date(ctx.now().getTime() + linkMinutes[kind] * 60_000)
  const isOlder = and(eq(links.kind, kind), userId === null ? isNull(links.userId) : eq(links.userId, userId))
  const statements: Statement[] = [
    ctx.db.delete(links).where(isOlder),
    ctx.db.insert(links).values({ hash: hashToken(token), kind, userId, expiresAt }),
  ]
  return { token, statements }
}

/** A statement that uses a link up; a guard after it stops what the link is no longer good for. */
export function useLink(ctx: Context, kind: LinkKind, token: string, also?: SQL): Statement {
  const where = and(isGood(ctx, kind, token), also)
  return ctx.db.update(links).set({ usedAt: ctx.now() }).where(where)
}

/** A statement that makes the links of somebody good for nothing. */
export function forgetLinks(ctx: Context, userId: string): Statement {
  return ctx.db.delete(links).where(eq(links.userId, userId))
}

/** Selects a link that can still be used. */
export function isGood(ctx: Context, kind: LinkKind, token: string) {
  return and(
    eq(links.hash, hashToken(token)),
    eq(links.kind, kind),
    isNull(links.usedAt),
    gt(links.expiresAt, ctx.now()),
  )
}
