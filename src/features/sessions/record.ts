import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { hashToken, newToken } from '../../ids.ts'
import { newDevice } from './devices.ts'
import { readSessionCookie, sessionMilliseconds } from './rules.ts'
import { sessions } from './table.ts'

/**
 * A session of a user that replaces the earlier one of their browser: its token, the device token, and the
 * statements.
 */
export function newSession(ctx: Context, request: Request, userId: string) {
  const token = newToken('', 32)
  const now = ctx.now()
  const row = { hash: hashToken(token), userId, createdAt: now, expiresAt: expiry(now) }
  const device = newDevice(ctx, request, userId)
  const statements: Statement[] = [
    endSession(ctx, request),
    ctx.db.insert(sessions).values(row),
    ...device.statements,
  ]
  return { token, deviceToken: device.token, statements }
}

/** A statement that ends the session of a browser, if it has one. */
export function endSession(ctx: Context, request: Request): Statement {
  const token = readSessionCookie(request, ctx.config) ?? ''
  return ctx.db.delete(sessions).where(eq(sessions.hash, hashToken(token)))
}

/** A statement that extends a session to its full duration. */
export function renewSession(ctx: Context, hash: string): Statement {
  return ctx.db
    .update(sessions)
    .set({ expiresAt: expiry(ctx.now()) })
    .where(eq(sessions.hash, hash))
}

/** A statement that ends all sessions of a user except one, and returns them. */
export function endSessions(ctx: Context, userId: string, kept = '') {
  return ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.hash, kept)))
    .returning({ hash: sessions.hash })
}

const expiry = (now: Date) => new Date(now.getTime() + sessionMilliseconds)
