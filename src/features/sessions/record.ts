import { and, eq, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { hashToken, newToken } from '../../ids.ts'
import { sessionMilliseconds } from './rules.ts'
import { sessions } from './table.ts'

/** A session of somebody: the token for their browser, and the statement that begins it. */
export function newSession(ctx: Context, userId: string) {
  const token = newToken('', 32)
  const now = ctx.now()
  const row = { hash: hashToken(token), userId, createdAt: now, expiresAt: expiry(now) }
  return { token, statement: ctx.db.insert(sessions).values(row) }
}

/** A statement that lets a session last for its whole time again. */
export function renewSession(ctx: Context, hash: string): Statement {
  return ctx.db
    .update(sessions)
    .set({ expiresAt: expiry(ctx.now()) })
    .where(eq(sessions.hash, hash))
}

/** A statement that ends the sessions of somebody, but for one. */
export function endSessions(ctx: Context, userId: string, kept = '') {
  return ctx.db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.hash, kept)))
}

const expiry = (now: Date) => new Date(now.getTime() + sessionMilliseconds)
